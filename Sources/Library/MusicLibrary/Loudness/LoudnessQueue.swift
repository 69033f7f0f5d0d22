/// What shall be measured, and whether a thread does it. A value: ``Library`` starts the thread, and carries out what this says.
struct LoudnessQueue {
    /// Whose loudness shall be measured.
    enum Scope: Hashable, Sendable {
        case everything
        /// The songs at these paths and below them.
        case paths([[UInt8]])

        /// The most paths that are remembered: what is more is everything.
        static let limit = 64

        /// Returns the scope with another one.
        func joined(with other: Scope) -> Scope {
            guard case .paths(let ours) = self, case .paths(let theirs) = other else { return .everything }
            let all = ours + theirs.filter { !ours.contains($0) }
            return all.count > Self.limit ? .everything : .paths(all)
        }

        /// Whether a path is in it.
        func contains(_ path: [UInt8]) -> Bool {
            switch self {
            case .everything: true
            case .paths(let paths): paths.contains { path.isWithin($0) }
            }
        }
    }

    /// What is to be measured from the beginning; `nil` if nothing is.
    private var wanted: Scope?
    /// Whether somebody has asked for what is wanted or being done, and not only the configuration.
    private(set) var isAsked = false
    /// Whose songs are tried again although they could not be measured, of those that are wanted.
    private var retried: Scope?
    /// Whether the thread is there.
    private(set) var hasThread = false
    /// Whether the thread shall end.
    private(set) var isEnding = false
    private(set) var isClosed = false
    /// How far it is. When the thread has ended, how far it was.
    var progress = LoudnessProgress()

    /// Whether more is wanted than what the thread does now.
    var hasMore: Bool { wanted != nil }

    /// Has songs measured, also those that were passed already.
    /// - Parameter isAsked: whether somebody has asked for it now, and what could not be measured before is tried again.
    /// - Returns: whether a thread has to be started.
    mutating func add(_ scope: Scope, isAsked: Bool = false) -> Bool {
        guard !isClosed else { return false }
        wanted = wanted.map { $0.joined(with: scope) } ?? scope
        if isAsked {
            self.isAsked = true
            retried = retried.map { $0.joined(with: scope) } ?? scope
        }
        // One that is about to end finds what is wanted before it does.
        guard !hasThread else { return false }
        (hasThread, isEnding) = (true, false)
        return true
    }

    /// What the thread does next, and whose songs it tries again; `nil` if it has ended.
    mutating func next() -> (scope: Scope, retried: Scope?)? {
        guard !isClosed, let scope = wanted.take() else {
            (hasThread, isEnding, isAsked) = (false, false, false)
            return nil
        }
        isEnding = false
        progress.problem = nil
        return (scope, retried.take())
    }

    /// Forgets everything, and has the thread end.
    mutating func cancel() {
        (wanted, retried, isAsked) = (nil, nil, false)
        isEnding = hasThread
    }

    /// Does the same, and takes nothing more.
    mutating func close() {
        isClosed = true
        cancel()
    }
}
