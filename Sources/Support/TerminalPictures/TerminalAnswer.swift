/// What a terminal says of itself when it is asked. What comes is of any program that is behind the terminal, and of whoever types meanwhile, so nothing
/// of it is believed but numbers at their places.
package struct TerminalAnswer: Sendable {
    /// How large one character is, in dots.
    package struct Cell: Hashable, Sendable {
        /// From side to side.
        package let width: Int
        /// From top to bottom.
        package let height: Int

        /// Makes a size, or returns `nil` if no character is so large or so small.
        package init?(width: Int, height: Int) {
            guard (2...64).contains(width), (4...128).contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }
    }

    /// What to write to the terminal: how large a character is, and what the terminal can do. Every terminal answers the second, and the
    /// answers come in the order of the questions.
    package static let question = Array("\u{1B}[16t\u{1B}[c".utf8)

    /// The most bytes that are taken until the answer is there.
    package static let byteLimit = 512
    /// The longest control sequence that is looked at, and the most numbers in one.
    private static let sequenceLimit = 128, numberLimit = 32

    /// How large a character is, if the terminal says so.
    package private(set) var cell: Cell?
    /// Whether the terminal draws sixels.
    package private(set) var hasSixels = false
    /// Whether nothing more is to be read: the answer is there, or too much else came.
    package private(set) var isComplete = false
    /// Whether somebody wants to end the program meanwhile.
    package private(set) var isInterrupted = false

    private enum State {
        case text, escape, sequence
    }

    private var state = State.text
    private var sequence: [UInt8] = []
    private var count = 0

    /// Nothing has come yet.
    package init() {}

    /// Takes what has come, in any pieces. What comes once the answer is there does not count.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if isComplete { return }
            take(byte)
            count += 1
            if count >= Self.byteLimit { isComplete = true }
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch (state, byte) {
        case (_, 0x1B): state = .escape
        case (.escape, UInt8(ascii: "[")):
            state = .sequence
            sequence = []
        case (.escape, _): state = .text
        case (.text, 0x03):
            // Ctrl-C, which is a byte like others while the answer is read.
            isInterrupted = true
            isComplete = true
        case (.text, _): break
        case (.sequence, 0x40...0x7E):
            state = .text
            read(final: byte)
        case (.sequence, _): if sequence.count <= Self.sequenceLimit { sequence.append(byte) }
        }
    }

    private mutating func read(final: UInt8) {
        let isPrivate = sequence.first == UInt8(ascii: "?")
        guard let numbers = Self.numbers(isPrivate ? sequence.dropFirst() : sequence[...]) else { return }
        switch final {
        case UInt8(ascii: "c") where isPrivate:
            // The first number is the kind of terminal.
            hasSixels = numbers.dropFirst().contains(4)
            isComplete = true
        case UInt8(ascii: "t") where !isPrivate && numbers.count == 3 && numbers[0] == 6:
            cell = Cell(width: numbers[2], height: numbers[1])
        default: break
        }
    }

    /// Numbers of at most four digits with semicolons between them; `nil` for anything else.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
        guard bytes.count <= sequenceLimit else { return nil }
        let words = bytes.split(separator: UInt8(ascii: ";"), maxSplits: numberLimit, omittingEmptySubsequences: false)
        guard words.count <= numberLimit else { return nil }
        var numbers: [Int] = []
        for word in words {
            guard (1...4).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            numbers.append(word.reduce(0) { 10 * $0 + Int($1 - 0x30) })
        }
        return numbers
    }
}
