/// An option for playing that clients can change while the daemon runs, declared once. Its key in the configuration, its member and its
/// method in the control protocol, and the choice of a client that is saved are all made of this.
public struct PlayerOption: Hashable, Sendable {
    /// What values the option may have.
    public enum Kind: Hashable, Sendable {
        /// A number of seconds.
        case seconds(ClosedRange<Double>)
        /// A factor, in steps.
        case factor(ClosedRange<Double>, step: Double)
        /// One of these words.
        case word([String])
        /// One of these words, or a name behind a prefix.
        case wordOrName([String], prefix: String)
        /// Any of these words, each once.
        case words([String])
    }

    /// The method that sets the option.
    public struct Setter: Hashable, Sendable {
        package let method: String
        /// What it does, as a sentence.
        public let summary: String
        package let parameter: String
        /// What the parameter is, as a sentence.
        public let parameterSummary: String
    }

    /// The name under which a choice is saved. It stays as it is.
    public let name: String
    /// The name of its member in the control protocol.
    public let member: String
    /// What the member says, as a sentence.
    public let summary: String
    /// The section of the configuration that has its key.
    public let section: String
    package let key: String
    package let kind: Kind
    /// The value without a configuration.
    public let standard: OptionValue
    /// `nil` for an option that has a method of another form.
    public let setter: Setter?

    /// The factors that the option may have; `nil` if it is no factor.
    package var factors: ClosedRange<Double>? { if case .factor(let range, _) = kind { range } else { nil } }

    /// Returns the value that counts if `value` is wanted: a number that is out of range, or between two steps, becomes the nearest one.
    /// `nil` if the option cannot have such a value.
    public func accepted(_ value: OptionValue) -> OptionValue? {
        switch (kind, value) {
        case (.seconds(let range), .number(let number)):
            number.isNaN ? nil : .number(min(max(number, range.lowerBound), range.upperBound))
        case (.factor(let range, let step), .number(let number)):
            // Divided, a step of 0.05 gives the number that is written with two digits.
            number.isNaN
                ? nil : .number((min(max(number, range.lowerBound), range.upperBound) / step).rounded() / (1 / step).rounded())
        case (.word(let words), .word(let word)): words.contains(word) ? value : nil
        case (.wordOrName(let words, let prefix), .word(let word)):
            words.contains(word) || Self.isName(word, behind: prefix) ? value : nil
        case (.words(let words), .words(let wanted)): wanted.isSubset(of: words) ? value : nil
        default: nil
        }
    }

    /// The longest name that an option may have as its value, in bytes.
    package static let nameBytes = 1_024

    private static func isName(_ text: String, behind prefix: String) -> Bool {
        let name = text.utf8.dropFirst(prefix.utf8.count)
        return text.hasPrefix(prefix) && (1...nameBytes).contains(name.count) && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Options are the same that are saved under the same name.
    public static func == (left: PlayerOption, right: PlayerOption) -> Bool { left.name == right.name }

    /// Feeds the name to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The value of an option.
public enum OptionValue: Hashable, Sendable {
    case number(Double)
    case word(String)
    case words(Set<String>)
}

extension OptionValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Makes it.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// Makes it.
    public init(stringLiteral word: String) { self = .word(word) }
    /// Makes it.
    public init(arrayLiteral words: String...) { self = .words(Set(words)) }
}

// MARK: - Saved

extension OptionValue: Codable {
    /// Makes it.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let word = try? value.decode(String.self) {
            self = .word(word)
        } else {
            self = .words(try value.decode(Set<String>.self))
        }
    }

    /// Writes the value, whatever its type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .word(let word): try container.encode(word)
        case .words(let words): try container.encode(words)
        }
    }
}
