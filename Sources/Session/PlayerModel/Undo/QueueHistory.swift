/// Which way a change of the queue is gone once more.
package enum QueueDirection: Hashable, Sendable {
    /// The newest change is taken back.
    case undo
    /// What was taken back last is done again.
    case redo
}

/// What undo or redo has done, or would do.
package struct QueueStepReport: Hashable, Sendable {
    /// What the change had done to the queue when it was made.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, removed, moved, replaced, changed
        /// Several of them in one go.
        case several
    }

    package let kind: Kind
    /// How many items it concerned; of ``Kind/several``, how many changes there were.
    package let count: Int
    /// How many changes can still be taken back, and done again.
    package let undoable: Int
    package let redoable: Int
}

/// Where playback stands in a queue.
struct QueuePlace: Hashable, Sendable {
    /// The current item, or the one that is being opened to become it; `nil` for none.
    var itemID: Int64?
    /// The position in it, in seconds.
    var seconds = 0.0
    /// Whether it is heard, or will be.
    var isHeard = false
    var isStopped = true
    /// When playback was to stop by itself.
    var stop: StopAfter?
}

/// The latest changes of the queue, as ways back to what it was, and the ways forth from where undo has led.
///
/// It keeps differences and no queues: a change of one item in a hundred thousand costs it one item. What leaves the queue by itself, and what
/// becomes known of items, is no change of anybody's.
struct QueueHistory: Sendable {
    /// How many changes can be taken back.
    static let mostSteps = 20
    /// How many bytes the changes may take, besides the newest one in each direction, which is always kept.
    static let mostBytes = 16 << 20
    /// How many changes may be taken back in one go: each may cost as much as the whole queue. What a list of commands changes besides is
    /// another step.
    static let mostChanges = 256

    /// One change of the queue, as a way back.
    struct Change: Sendable {
        enum What: Sendable {
            /// Other items, or others in other places; with the places of those that come back in the order of a queue that shuffles, `nil`
            /// if it did not.
            case order(QueueDifference, ShuffledPlaces?)
            /// Other priorities, by the ids of the items, with their places likewise.
            case priorities(Priorities, ShuffledPlaces?)
            /// This item was a different part of its file.
            case range(QueueItem)
            /// This item had different tags.
            case tags(QueueItem)
        }

        let what: What
        /// What has left the queue by itself since.
        var gaps = QueueGaps()
        /// About how many bytes it takes besides the gaps, counted once: a change may hold a hundred thousand items.
        fileprivate let bytes: Int

        init(what: What) {
            self.what = what
            bytes =
                switch what {
                case .order(let difference, let places): difference.bytes + (places?.bytes ?? 0)
                case .priorities(let priorities, let places): priorities.count * 32 + (places?.bytes ?? 0)
                case .range, .tags: 1_000
                }
        }

        /// Returns this change together with the `next` one, if both have added items that stand side by side.
        fileprivate func joined(by next: What) -> Change? {
            guard gaps.places.isEmpty, case .order(let first, nil) = what, case .order(let second, nil) = next else { return nil }
            return first.joined(by: second).map { Change(what: .order($0, nil)) }
        }
    }

    /// What one command has changed, or all commands of one list.
    struct Step: Sendable {
        var kind: QueueStepReport.Kind
        var count: Int
        /// What the change was a part of; `nil` if it was one by itself.
        var group: UInt64?
        /// The changes; the last of them is taken back first.
        var changes: [Change] = []
        /// How many changes were made. Some of them may be one in ``changes``.
        var parts = 1
        /// Where playback stood before it.
        var place = QueuePlace()
        /// The current item before and after it.
        var before: Int64?
        var after: Int64?
        /// The playlist that was loaded last before it.
        var playlist: String?
        /// Whether it ended the sound, and nothing was heard since.
        var endedSound = false

        fileprivate var bytes: Int { changes.reduce(0) { $0 + $1.bytes + $1.gaps.places.count * 8 } }
    }

    private(set) var undoable: [Step] = []
    private(set) var redoable: [Step] = []
    /// Where playback stands before the change that is being made, and what that is a part of.
    private var place = QueuePlace()
    private var group: UInt64?
}

// MARK: - Noted

extension QueueHistory {
    /// Notes what holds for the changes that come next.
    mutating func begin(at place: QueuePlace, group: UInt64?) { (self.place, self.group) = (place, group) }

    /// Notes a change that was made. What undo had taken back cannot be done again then.
    mutating func note(
        _ what: Change.What, _ kind: QueueStepReport.Kind, _ count: Int, before: Int64?, after: Int64?, playlist: String?
    ) {
        let last = undoable.last
        let isPart = group != nil && last?.group == group && redoable.isEmpty && last?.changes.count ?? 0 < Self.mostChanges
        redoable = []
        if isPart, var step = undoable.popLast() {
            step.count = step.kind == kind && kind != .several ? step.count + count : step.parts + 1
            if step.kind != kind { step.kind = .several }
            step.parts += 1
            // A list may add many thousands of items one by one: taken back one by one, each would cost as much as the whole queue.
            if let last = step.changes.last, let joined = last.joined(by: what) {
                step.changes[step.changes.count - 1] = joined
            } else {
                step.changes.append(Change(what: what))
            }
            step.after = after
            undoable.append(step)
        } else {
            undoable.append(
                Step(
                    kind: kind, count: count, group: group, changes: [Change(what: what)], place: place, before: before,
                    after: after, playlist: playlist))
        }
        trim()
    }

    /// Notes that the item at an index of the queue has left it by itself.
    mutating func leave(at index: Int) {
        Self.leave(at: index, &undoable)
        Self.leave(at: index, &redoable)
    }

    private static func leave(at index: Int, _ steps: inout [Step]) {
        guard var step = steps.popLast() else { return }
        step.changes[step.changes.count - 1].gaps.add(index: index)
        steps.append(step)
    }

    /// Notes that the newest change has ended the sound. If that was undo or redo, the sound comes back on both ways from here.
    mutating func noteEndOfSound() {
        if !undoable.isEmpty { undoable[undoable.count - 1].endedSound = true }
        if !redoable.isEmpty { redoable[redoable.count - 1].endedSound = true }
    }

    /// Notes that something is heard, or that somebody wants silence: no change of before is the reason for it from now on.
    mutating func forgetEndOfSound() {
        for index in undoable.indices where undoable[index].endedSound { undoable[index].endedSound = false }
        for index in redoable.indices where redoable[index].endedSound { redoable[index].endedSound = false }
    }

    /// Lets the oldest changes go if there are too many, or if they take too much.
    private mutating func trim() {
        if undoable.count > Self.mostSteps { undoable.removeFirst(undoable.count - Self.mostSteps) }
        Self.trim(&undoable)
        Self.trim(&redoable)
    }

    private static func trim(_ steps: inout [Step]) {
        var bytes = 0
        let kept = steps.dropLast().reversed().prefix { step in
            bytes += step.bytes
            return bytes <= mostBytes
        }
        if steps.count - 1 > kept.count { steps.removeFirst(steps.count - 1 - kept.count) }
    }
}

// MARK: - Gone back

extension QueueHistory {
    /// The change that comes next in a direction; `nil` if there is none.
    func next(_ direction: QueueDirection) -> Step? {
        switch direction {
        case .undo: undoable.last
        case .redo: redoable.last
        }
    }

    /// Takes in that the change that came next in a direction was gone through. `inverse` leads back, and `gaps` are in the queue of now.
    mutating func finish(_ direction: QueueDirection, _ inverse: Step, _ gaps: QueueGaps) {
        switch direction {
        case .undo: Self.finish(&undoable, &redoable, inverse, gaps)
        case .redo: Self.finish(&redoable, &undoable, inverse, gaps)
        }
        trim()
    }

    private static func finish(_ from: inout [Step], _ to: inout [Step], _ inverse: Step, _ gaps: QueueGaps) {
        from.removeLast()
        if var step = from.popLast() {
            let last = step.changes.count - 1
            step.changes[last].gaps = step.changes[last].gaps.followed(by: gaps)
            from.append(step)
        }
        to.append(inverse)
    }

    func report(of step: Step) -> QueueStepReport {
        QueueStepReport(kind: step.kind, count: step.count, undoable: undoable.count, redoable: redoable.count)
    }
}
