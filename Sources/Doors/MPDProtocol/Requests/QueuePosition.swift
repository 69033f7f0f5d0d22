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

    /// Takes off what says at the end where the songs that are found go: the word `position` and the place.
    /// - Returns: the command without both, and one whose only argument is the place; `nil` if none is named.
    package func withoutPlace() -> (text: CommandText, place: CommandText?) {
        guard arguments.count >= 2, text(arguments.count - 2) == "position" else { return (self, nil) }
        return (CommandText(name, Array(arguments.dropLast(2))), CommandText(name, Array(arguments.suffix(1))))
    }

    private func rest(of argument: [UInt8]) -> CommandText { CommandText(name, [Array(argument.dropFirst())]) }
}
