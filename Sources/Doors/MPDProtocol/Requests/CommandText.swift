/// A command as a client has sent it: its name, and its arguments as bytes, because names of files need not be UTF-8.
package struct CommandText: Hashable, Sendable {
    /// How many arguments a command may have.
    package static let argumentLimit = 70

    /// The name.
    package let name: String
    /// The arguments without their quotes.
    package let arguments: [[UInt8]]

    /// Makes a command.
    package init(_ name: String, _ arguments: [[UInt8]] = []) {
        self.name = name
        self.arguments = arguments
    }

    /// Returns the argument at `index` as text; bytes that are not UTF-8 become replacement characters.
    package func text(_ index: Int) -> String { String(decoding: arguments[index], as: UTF8.self) }

    /// The arguments as texts.
    package var texts: [String] { arguments.indices.map(text) }
}

extension CommandText {
    /// Splits a line into the name and the arguments.
    ///
    /// A name has letters, digits and underscores. An argument ends at a blank, or stands between double quotes, where a backslash
    /// takes the byte behind it as it is.
    /// - Throws: ``Mistake``.
    package init(parsing line: some Collection<UInt8>) throws(Mistake) {
        var rest = line[...]
        let word = rest.prefix { !$0.isBlank }
        guard let first = word.first else { throw .word("No command given") }
        guard first.isLetter else { throw .word("Letter expected") }
        guard word.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }) else {
            throw .word("Invalid word character")
        }
        rest = rest.dropFirst(word.count).drop(while: \.isBlank)
        var arguments: [[UInt8]] = []
        while let first = rest.first {
            guard arguments.count < Self.argumentLimit else { throw .count("Too many arguments") }
            if first == UInt8(ascii: "\"") {
                arguments.append(try Self.quoted(&rest))
            } else {
                let text = rest.prefix { !$0.isBlank }
                guard !text.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) else {
                    throw .arguments("Invalid unquoted character")
                }
                arguments.append(Array(text))
                rest = rest.dropFirst(text.count)
            }
            rest = rest.drop(while: \.isBlank)
        }
        self.init(String(decoding: word, as: UTF8.self), arguments)
    }

    /// What is wrong with a line.
    package enum Mistake: Error, Hashable, Sendable {
        /// It does not begin with a name: whoever sends it does not speak the protocol.
        case word(String)
        /// Its arguments cannot be told apart.
        case arguments(String)
        /// It has more arguments than any command.
        case count(String)
    }

    private static func quoted<Bytes: Collection<UInt8>>(_ rest: inout Bytes) throws(Mistake) -> [UInt8]
    where Bytes.SubSequence == Bytes {
        rest.removeFirst()
        var argument: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard rest.first?.isBlank ?? true else { throw .arguments("Space expected after closing '\"'") }
                return argument
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { throw .arguments("Missing closing '\"'") }
                argument.append(escaped)
            default: argument.append(byte)
            }
        }
        throw .arguments("Missing closing '\"'")
    }
}

extension UInt8 {
    /// Whether the byte separates arguments: a blank, a tab, or another control character.
    package var isBlank: Bool { self <= 0x20 }
    /// Whether the byte is a letter of ASCII.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    /// Whether the byte is a small letter of ASCII. Each command begins with one.
    package var isSmallLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    /// Whether the byte is a digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
