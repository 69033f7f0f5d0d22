import AudioTypes
import TOML

/// A key of `[outputs]` for one part of what the sound goes through.
struct OutputPart: Sendable {
    let name: String
    /// What the value must be, as the rest of a sentence.
    let expected: String
    /// Takes the value over, or returns `false` if it is of another kind.
    let take: @Sendable (TOMLValue, inout SoundParts) -> Bool

    /// All keys.
    static let all: [OutputPart] = [
        OutputPart(name: "impulse_response", expected: "a string: the path of a WAV file") { value, parts in
            guard case .text(let path) = value else { return false }
            parts.impulse = path.isEmpty ? nil : path
            return true
        },
        OutputPart(name: "limiter", expected: "a number of decibels below full scale, or true or false") { value, parts in
            if case .flag(let flag) = value {
                parts.limiter = flag ? -1 : nil
                return true
            }
            guard let decibels = number(value) else { return false }
            parts.limiter = decibels
            return true
        },
        flag("night_mode") { $1.isNight = $0 },
        flag("mono") { $1.isMono = $0 },
        flag("swap") { $1.isSwapped = $0 },
        OutputPart(name: "balance_db", expected: "a number of decibels") { value, parts in
            guard let decibels = number(value) else { return false }
            parts.balance = decibels
            return true
        },
        OutputPart(name: "crossfeed", expected: "true, false, or a cutoff in hertz and a feed in decibels") { value, parts in
            if case .flag(let flag) = value {
                parts.crossfeed = flag ? .init() : nil
                return true
            }
            guard let numbers = numbers(value), numbers.count == 2 else { return false }
            parts.crossfeed = .init(cutoff: numbers[0], feed: numbers[1])
            return true
        },
        OutputPart(name: "loudness", expected: "the volume that needs nothing in decibels, or false") { value, parts in
            if case .flag(false) = value {
                parts.loudness = nil
                return true
            }
            guard let reference = number(value) else { return false }
            parts.loudness = .init(reference: reference)
            return true
        },
        OutputPart(name: "channel_delays_ms", expected: "a list of milliseconds, one for each channel") { value, parts in
            guard let numbers = numbers(value) else { return false }
            parts.delays = numbers
            return true
        },
        OutputPart(name: "matrix", expected: "a list of rows, each a list of factors") { value, parts in
            guard case .list(let list) = value else { return false }
            let rows = list.map(numbers)
            guard rows.allSatisfy({ $0 != nil }) else { return false }
            parts.matrix = rows.compactMap(\.self)
            return true
        },
        OutputPart(
            name: "crossover", expected: "a string: a frequency in hertz, and low, high or whole for each channel"
        ) { value, parts in
            guard case .text(let text) = value else { return false }
            if text.isEmpty {
                parts.crossover = nil
                return true
            }
            let words = text.split(separator: " ")
            let sides = words.dropFirst().compactMap { SoundParts.Crossover.Side(rawValue: String($0)) }
            guard let frequency = words.first.flatMap({ Double($0) }), sides.count == words.count - 1 else { return false }
            parts.crossover = .init(frequency: frequency, sides: sides)
            return true
        },
    ]

    private static func flag(_ name: String, _ set: @escaping @Sendable (Bool, inout SoundParts) -> Void) -> OutputPart {
        OutputPart(name: name, expected: "true or false") { value, parts in
            guard case .flag(let flag) = value else { return false }
            set(flag, &parts)
            return true
        }
    }

    private static func number(_ value: TOMLValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    private static func numbers(_ value: TOMLValue) -> [Double]? {
        guard case .list(let list) = value else { return nil }
        let numbers = list.compactMap(number)
        return numbers.count == list.count ? numbers : nil
    }
}
