import TOML

/// One key of `config.toml`: its name, when a change takes effect, and how its value is read.
package struct ConfigurationKey: Sendable {
    /// When a changed value takes effect.
    package enum Effect: String, Sendable {
        /// When the file is read again.
        case onReload
        /// At the daemon's next start.
        case onRestart
    }

    /// The name of the key's section, such as `server`.
    package let section: String
    /// The name of the key within the section, such as `depth`.
    package let name: String
    /// When a changed value takes effect.
    package let effect: Effect
    /// The range of a number, as all texts for people give it: `0.25 to 30`; `nil` for a value of another type.
    package let range: String?

    /// Stores a value from the file.
    let store: @Sendable (TOMLValue, inout Configuration) throws(ValueProblem) -> Void
    /// Copies the value from another configuration.
    let copy: @Sendable (_ other: Configuration, _ configuration: inout Configuration) -> Void
    /// Returns whether two configurations have the same value of this key.
    let isEqual: @Sendable (Configuration, Configuration) -> Bool

    /// `section.name`.
    package var path: String { "\(section).\(name)" }
}

/// What is wrong with one value. The parser adds the key and the position.
struct ValueProblem: Error {
    let code: ConfigurationError.Code
    /// What the key accepts, to follow "must be …" in a message.
    let expectation: String
}

extension ConfigurationKey {
    /// The key path of a value in the configuration.
    typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    /// Makes a key whose value `read` makes out of the value in the file. `read` returns `nil` for a value of the wrong type;
    /// the message then gives `expectation`.
    private init<Value: Equatable & Sendable>(
        _ section: String, _ name: String, _ path: Path<Value>, _ effect: Effect, range: String? = nil, expectation: String,
        read: @escaping @Sendable (TOMLValue) throws(ValueProblem) -> Value?
    ) {
        self.section = section
        self.name = name
        self.effect = effect
        self.range = range
        store = { (value: TOMLValue, configuration: inout Configuration) throws(ValueProblem) in
            guard let new = try read(value) else { throw ValueProblem(code: .wrongType, expectation: expectation) }
            configuration[keyPath: path] = new
        }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
        isEqual = { $0[keyPath: path] == $1[keyPath: path] }
    }

    /// Makes a key for a whole number within `range`.
    static func integer(
        _ section: String, _ name: String, _ path: Path<Int>, in range: ClosedRange<Int>, _ effect: Effect
    ) -> ConfigurationKey {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        let expectation = "a whole number from \(words)"
        return ConfigurationKey(
            section, name, path, effect, range: words, expectation: expectation
        ) { value throws(ValueProblem) in
            guard case .integer(let number) = value else { return nil }
            guard range.contains(number) else { throw ValueProblem(code: .badValue, expectation: expectation) }
            return number
        }
    }

    /// The unit of a number.
    enum Unit: String {
        case seconds, minutes, decibels
    }

    /// Makes a key for a number within `range`, also a whole one, or for 0 as well if `orZero`. No range contains NaN.
    static func number(
        _ section: String, _ name: String, _ path: Path<Double>, _ unit: Unit?, in range: ClosedRange<Double>,
        orZero: Bool = false, _ effect: Effect
    ) -> ConfigurationKey {
        let words = "\(short(range.lowerBound)) to \(short(range.upperBound))"
        let expectation = "\(orZero ? "0, or " : "")a number\(unit.map { " of \($0.rawValue)" } ?? "") from \(words)"
        return ConfigurationKey(
            section, name, path, effect, range: words, expectation: expectation
        ) { value throws(ValueProblem) in
            let number: Double? =
                switch value {
                case .integer(let number): Double(number)
                case .number(let number): number
                default: nil
                }
            guard let number else { return nil }
            guard range.contains(number) || orZero && number == 0 else {
                throw ValueProblem(code: .badValue, expectation: expectation)
            }
            return number
        }
    }

    /// Returns `number` as people write it: a whole one without a point.
    private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    /// Makes a key for `true` or `false`.
    static func flag(_ section: String, _ name: String, _ path: Path<Bool>, _ effect: Effect) -> ConfigurationKey {
        ConfigurationKey(section, name, path, effect, expectation: "true or false") { value throws(ValueProblem) in
            guard case .flag(let flag) = value else { return nil }
            return flag
        }
    }

    /// Makes a key for what plays in a random order: `true`, `false` or `"albums"`.
    static func shuffle(
        _ section: String, _ name: String, _ path: Path<Configuration.Shuffle>, _ effect: Effect
    ) -> ConfigurationKey {
        let expectation = "true, false or \"albums\""
        return ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            switch value {
            case .flag(let flag): return flag ? .songs : .off
            case .text("albums"): return .albums
            case .text: throw ValueProblem(code: .badValue, expectation: expectation)
            default: return nil
            }
        }
    }

    /// Makes a key for a string without control characters.
    static func text(
        _ section: String, _ name: String, _ path: Path<String>, _ effect: Effect, mayBeEmpty: Bool
    ) -> ConfigurationKey {
        let expectation = "a\(mayBeEmpty ? "" : " non-empty") string without control characters"
        return ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            guard case .text(let text) = value else { return nil }
            guard text.isPlain, mayBeEmpty || !text.isEmpty else { throw ValueProblem(code: .badValue, expectation: expectation) }
            return text
        }
    }

    /// Makes a key for a string that `isValid` accepts.
    static func text(
        _ section: String, _ name: String, _ path: Path<String>, _ effect: Effect, _ expectation: String,
        where isValid: @escaping @Sendable (String) -> Bool
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            guard case .text(let text) = value else { return nil }
            guard text.isPlain, isValid(text) else { throw ValueProblem(code: .badValue, expectation: expectation) }
            return text
        }
    }

    /// Makes a key for an array of strings, none of them empty or with control characters.
    static func texts(_ section: String, _ name: String, _ path: Path<[String]>, _ effect: Effect) -> ConfigurationKey {
        let expectation = "an array of strings, none of them empty or with control characters"
        return ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            guard case .list(let list) = value else { return nil }
            var texts: [String] = []
            for element in list {
                guard case .text(let text) = element else { return nil }
                guard text.isPlain, !text.isEmpty else { throw ValueProblem(code: .badValue, expectation: expectation) }
                texts.append(text)
            }
            return texts
        }
    }

    /// Makes a key for an array of strings that `isValid` accepts each. `each` says what that is, to follow "each of them".
    static func texts(
        _ section: String, _ name: String, _ path: Path<[String]>, _ effect: Effect, each: String,
        where isValid: @escaping @Sendable (String) -> Bool
    ) -> ConfigurationKey {
        let expectation = "an array of strings, each of them \(each)"
        return ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            guard case .list(let list) = value else { return nil }
            var texts: [String] = []
            for element in list {
                guard case .text(let text) = element else { return nil }
                guard text.isPlain, isValid(text) else { throw ValueProblem(code: .badValue, expectation: expectation) }
                texts.append(text)
            }
            return texts
        }
    }

    /// Makes a key for one of the words of `Word`.
    static func word<Word: RawRepresentable & CaseIterable & Equatable & Sendable>(
        _ section: String, _ name: String, _ path: Path<Word>, _ effect: Effect
    ) -> ConfigurationKey where Word.RawValue == String {
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }
        let expectation = "one of \(words.joined(separator: ", "))"
        return ConfigurationKey(section, name, path, effect, expectation: expectation) { value throws(ValueProblem) in
            guard case .text(let text) = value else { return nil }
            guard let word = Word(rawValue: text) else { throw ValueProblem(code: .badValue, expectation: expectation) }
            return word
        }
    }
}

extension String {
    /// Whether the string has no control characters.
    fileprivate var isPlain: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
}
