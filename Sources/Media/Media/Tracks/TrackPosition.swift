/// Where a decoder is in its track: the samples of the last frame that are still to be taken, and the links of a chain that were reached.
/// Samples are counted from the first audible one.
struct TrackPosition: Equatable {
    /// The number of the current link.
    private(set) var link = 0
    /// The numbers of the first samples of the links that were reached so far; the current link may be an earlier one than the
    /// last.
    private var linkStarts: [Int64] = [0]
    /// The number of the frame's first sample in the track.
    private(set) var frameStart: Int64 = 0
    /// The number of the sample after the frame; `nil` after a jump, until a timestamp gives it.
    var next: Int64? = 0
    /// The samples of the frame that were not yet taken.
    private(set) var pending = 0..<0
    /// The byte offset of the link's first packet; `nil` before that is read.
    var firstOffset: Int64?

    /// The number of the first sample of the current link.
    var linkStart: Int64 { linkStarts[link] }

    /// The number of the next sample to be taken; `nil` only during a jump.
    var sample: Int64? { pending.isEmpty ? next : frameStart + Int64(pending.lowerBound) }

    /// Marks `count` pending samples as taken.
    mutating func take(_ count: Int) { pending = (pending.lowerBound + count)..<pending.upperBound }

    /// Drops what is pending.
    mutating func clear() { pending = 0..<0 }

    /// Drops what is pending, and forgets the position: it is another one now, or somewhere on the way.
    mutating func forget() {
        clear()
        next = nil
    }

    /// Takes in a frame of `count` samples that begins at `start`. Its samples in front of the link, where a jump to near the beginning
    /// leads, are not pending, nor are those behind the link's `length`, if that is known.
    mutating func place(_ count: Int, at start: Int64, length: Int64?) {
        frameStart = start
        let end = start + Int64(count)
        let first = min(count, Int(max(0, linkStart - start)))
        let limit = max(start, min(end, length.map { linkStart + $0 } ?? end))
        pending = first..<max(first, Int(limit - start))
        next = limit
    }

    /// Drops samples until number `target` is the next; returns `false` if the frame does not have it.
    mutating func drop(to target: Int64) -> Bool {
        guard let next, !pending.isEmpty, target < next else {
            clear()
            return false
        }
        pending = max(pending.lowerBound, Int(target - frameStart))..<pending.upperBound
        return true
    }

    /// Goes to the beginning of a link that was reached already, `lead` samples in front of its first audible one.
    mutating func rewind(to number: Int, lead: Int64) {
        clear()
        if number != link { firstOffset = nil }
        link = number
        next = linkStart - lead
    }

    /// Notes where the link after the current one begins: here. Returns its number; `nil` during a jump.
    mutating func reachNextLink() -> Int? {
        guard let next else { return nil }
        if linkStarts.count == link + 1 { linkStarts.append(next) }
        return link + 1
    }

    /// The number of the link with the sample `target`, among the links reached so far.
    func link(of target: Int64) -> Int? { linkStarts.lastIndex { $0 <= target } }
}
