/// An option for playing that clients can change while the daemon runs, declared once. Its key in the configuration, its member and its
/// method in the control protocol, and the choice of a client that is saved are all made of this.
package struct PlayerOption: Hashable, Sendable {
    /// What values the option may have.
    package enum Kind: Hashable, Sendable {
        /// A number of seconds.
        case seconds(ClosedRange<Double>)
        /// One of these words.
        case word([String])
        /// Any of these words, each once.
        case words([String])
    }

    /// The method that sets the option.
    package struct Setter: Hashable, Sendable {
        package let method: String
        /// What it does, as a sentence.
        package let summary: String
        package let parameter: String
        /// What the parameter is, as a sentence.
        package let parameterSummary: String
    }

    /// The name under which a choice is saved. It stays as it is.
    package let name: String
    /// The name of its member in the control protocol.
    package let member: String
    /// What the member says, as a sentence.
    package let summary: String
    /// The section of the configuration that has its key.
    package let section: String
    package let key: String
    package let kind: Kind
    /// The value without a configuration.
    package let standard: OptionValue
    /// `nil` for an option that has a method of another form.
    package let setter: Setter?

    /// Returns the value that counts if `value` is wanted: a number that is out of range becomes the nearest one. `nil` if the option
    /// cannot have such a value.
    package func accepted(_ value: OptionValue) -> OptionValue? {
        switch (kind, value) {
        case (.seconds(let range), .number(let number)):
            number.isNaN ? nil : .number(min(max(number, range.lowerBound), range.upperBound))
        case (.word(let words), .word(let word)): words.contains(word) ? value : nil
        case (.words(let words), .words(let wanted)): wanted.isSubset(of: words) ? value : nil
        default: nil
        }
    }

    package static func == (left: PlayerOption, right: PlayerOption) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The value of an option.
package enum OptionValue: Hashable, Sendable {
    case number(Double)
    case word(String)
    case words(Set<String>)
}

extension OptionValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    package init(floatLiteral number: Double) { self = .number(number) }
    package init(stringLiteral word: String) { self = .word(word) }
    package init(arrayLiteral words: String...) { self = .words(Set(words)) }
}

// MARK: - Saved

extension OptionValue: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let word = try? value.decode(String.self) {
            self = .word(word)
        } else {
            self = .words(try value.decode(Set<String>.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .word(let word): try container.encode(word)
        case .words(let words): try container.encode(words)
        }
    }
}
