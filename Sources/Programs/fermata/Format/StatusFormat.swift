import ControlProtocol

/// A line about the player, with fields such as `%title%`, as the clients of MPD have it.
///
/// - `%name%` is a field, and `%%` a percent sign.
/// - A group in brackets is shown only if one of its fields has a value, or if it has no field.
/// - `A|B` is A if that is shown, else B; `A&B` is both, or nothing if one of them is not shown.
/// - `#` takes the meaning from the character behind it; `\n` and `\t` are a line end and a tab.
struct StatusFormat: Sendable {
    /// The most characters that a format may have, and how deep its groups may be nested.
    static let longest = 4_096
    static let deepest = 32

    indirect enum Part: Sendable {
        case text(String)
        case field(FormatField)
        case group(Choice)
    }

    /// Alternatives, of which the first counts that is shown. Each has sections, which are shown together or not at all.
    typealias Choice = [[[Part]]]

    private let choice: Choice

    /// Reads a format. Throws a sentence about what is wrong with it.
    init(_ text: String) throws(FormatError) {
        var parser = try StatusFormatParser(text)
        choice = try parser.parse()
    }

    /// Returns the line at the time `now` of CLOCK_MONOTONIC; empty if nothing is to be shown.
    func line(_ status: Wire.Status, now: Double) -> String { Self.text(of: choice, status, now).flatMap(\.text) ?? "" }

    /// Whether the line changes while an item plays.
    var followsTime: Bool { Self.followsTime(choice) }

    /// A text, and whether it holds the value of a field, or had no field to show.
    private struct Shown {
        var text: String?
        var hasField: Bool
    }

    /// Returns the first alternative that is shown; `nil` if none is.
    private static func text(of choice: Choice, _ status: Wire.Status, _ now: Double) -> Shown? {
        for alternative in choice {
            let sections = alternative.map { text(of: $0, status, now) }
            if sections.contains(where: { $0.text == nil }) { continue }
            return Shown(
                text: sections.compactMap(\.text).joined(), hasField: sections.contains(where: \.hasField))
        }
        return nil
    }

    private static func text(of section: [Part], _ status: Wire.Status, _ now: Double) -> Shown {
        var text = ""
        var (hasField, hasValue) = (false, false)
        for part in section {
            switch part {
            case .text(let literal): text += literal
            case .field(let field):
                hasField = true
                guard let value = field.text(status, now) else { continue }
                hasValue = true
                text += Terminal.harmless(value)
            case .group(let choice):
                guard let inner = Self.text(of: choice, status, now) else {
                    hasField = true
                    continue
                }
                text += inner.text ?? ""
                hasField = hasField || inner.hasField
                hasValue = hasValue || inner.hasField
            }
        }
        return Shown(text: hasField && !hasValue ? nil : text, hasField: hasField)
    }

    private static func followsTime(_ choice: Choice) -> Bool {
        choice.joined().joined().contains { part in
            switch part {
            case .text: false
            case .field(let field): field.followsTime
            case .group(let choice): followsTime(choice)
            }
        }
    }
}

/// What is wrong with a format.
struct FormatError: Error {
    /// The sentence for a person.
    let message: String
}
