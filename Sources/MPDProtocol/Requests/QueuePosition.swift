/// A place in the queue that a client names: counted from the beginning, or from the current song.
package enum QueuePosition: Hashable, Sendable {
    /// In front of the item at this index.
    case index(Int)
    /// So many songs behind the end of the current one.
    case afterCurrent(Int)
    /// So many songs before the beginning of the current one.
    case beforeCurrent(Int)

    /// Returns the index in a list of `count` items whose current one is at `current`.
    /// - Throws: the refusal of a place that the list does not have.
    package func index(in count: Int, current: Int?) throws(MPDFailure) -> Int {
        switch self {
        case .index(let index):
            guard index <= count else { throw MPDFailure(.argument, "Number too large: \(index)") }
            return index
        case .afterCurrent(let distance):
            guard let current else { throw .noCurrentSong }
            guard distance <= count - current - 1 else { throw MPDFailure(.argument, "Number too large: \(distance)") }
            return current + 1 + distance
        case .beforeCurrent(let distance):
            guard let current else { throw .noCurrentSong }
            guard distance <= current else { throw MPDFailure(.argument, "Number too large: \(distance)") }
            return current - distance
        }
    }
}

extension CommandText {
    /// Returns the place that an argument names: `3`, `+0` right behind the current song, or `-0` right in front of it.
    package func position(_ index: Int) throws(MPDFailure) -> QueuePosition {
        let argument = arguments[index]
        switch argument.first {
        case UInt8(ascii: "+"): return .afterCurrent(try rest(of: argument).unsigned(0))
        case UInt8(ascii: "-"): return .beforeCurrent(try rest(of: argument).unsigned(0))
        default: return .index(try unsigned(index))
        }
    }

    private func rest(of argument: [UInt8]) -> CommandText { CommandText(name, [Array(argument.dropFirst())]) }
}
