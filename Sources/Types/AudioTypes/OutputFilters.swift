/// What the sound of each output goes through, such as an equaliser: the choices by the uids of outputs, by patterns for uids, and for all others.
package struct OutputFilters: Hashable, Sendable {
    /// What is chosen for an output.
    package struct Choice: Hashable, Sendable {
        /// The equaliser; `nil` is none, whatever is chosen for others.
        package var equalizer: OutputEqualizer?
        /// What else the sound goes through.
        package var parts: SoundParts
        /// Whether the level is lowered by as much as what raises a sine needs: filters, curves and an impulse response.
        package var hasAutomaticLevel: Bool

        /// Makes a choice.
        package init(equalizer: OutputEqualizer? = nil, parts: SoundParts = .none, hasAutomaticLevel: Bool = true) {
            (self.equalizer, self.parts, self.hasAutomaticLevel) = (equalizer, parts, hasAutomaticLevel)
        }

        /// Nothing, whatever is chosen for others.
        package static let off = Choice()

        /// An equaliser and nothing else.
        package static func equalizer(_ equalizer: OutputEqualizer, hasAutomaticLevel: Bool = true) -> Choice {
            Choice(equalizer: equalizer, hasAutomaticLevel: hasAutomaticLevel)
        }

        /// Whether nothing is wanted.
        package var isOff: Bool { equalizer == nil && parts == .none }
    }

    /// The choices by uid or pattern. `*` stands for any number of characters; upper and lower case are the same. ``anyOutput`` is for outputs
    /// that nothing else names.
    package var choices: [String: Choice]

    /// What stands for all outputs that nothing else names.
    package static let anyOutput = "default"
    /// The most bytes of a uid or a pattern. PipeWire's names and their ports are shorter.
    package static let longestName = 512
    /// The most choices.
    package static let mostChoices = 64

    /// Makes choices.
    package init(_ choices: [String: Choice] = [:]) { self.choices = choices }

    /// Whether an output or several can have this name.
    package static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    /// The bytes of all texts and parts together.
    package var byteCount: Int {
        choices.values.reduce(0) { $0 + ($1.equalizer?.text.utf8.count ?? 0) + $1.parts.byteCount }
    }

    /// A choice that counts, and the uid or the pattern that it was made for.
    package struct Rule: Hashable, Sendable {
        /// The uid or the pattern.
        package let name: String
        /// The choice.
        package let choice: Choice
    }

    /// Returns what counts for a sink that plays through a port, if it has ports: what is chosen for both, for the sink, for the pattern
    /// with the most characters beside `*` that matches either, and for any output.
    package func rule(sink: String, port: String?) -> Rule? {
        OutputUID.names(choices.keys, of: sink, port: port).first.flatMap { rule(named: $0) }
    }

    private func rule(named name: String) -> Rule? { choices[name].map { Rule(name: name, choice: $0) } }

    /// The same choices with those of `other` in their place where both name the same.
    package func overridden(by other: OutputFilters) -> OutputFilters {
        OutputFilters(choices.merging(other.choices) { $1 })
    }
}

/// An equaliser for an output.
package struct OutputEqualizer: Hashable, Sendable {
    /// The text, as its reader writes it.
    package var text: String

    /// Takes a text that was read and written again.
    package init(text: String) { self.text = text }
}

/// How the uid of an output names a sink and a port.
package enum OutputUID {
    /// The character between both.
    package static let mark: Character = "#"

    /// The uid of a sink with a port.
    package static func joined(_ sink: String, port: String) -> String { "\(sink)\(mark)\(port)" }

    /// Returns those of `names` that mean a sink, which plays through a port if it has ports, the most exact first: both, the sink, patterns that
    /// match either, those with the most characters beside `*` first, and ``OutputFilters/anyOutput``.
    static func names(_ names: some Collection<String>, of sink: String, port: String?) -> [String] {
        let uids = [port.map { joined(sink, port: $0) }, sink].compactMap { $0 }
        let exact = uids.filter(names.contains)
        let matching = names.filter { pattern in
            pattern.contains("*") && !exact.contains(pattern) && uids.contains { NamePattern(pattern).matches($0) }
        }
        let size = { (pattern: String) in pattern.utf8.count { $0 != UInt8(ascii: "*") } }
        let any = OutputFilters.anyOutput
        let others = names.contains(any) && !exact.contains(any) ? [any] : []
        return exact + matching.sorted { (-size($0), $0) < (-size($1), $1) } + others
    }
}

/// A pattern for names, in which `*` stands for any number of characters. Upper and lower case are the same.
struct NamePattern {
    private let pattern: [UInt8]

    init(_ pattern: String) { self.pattern = Array(pattern.lowercased().utf8) }

    /// Whether `name` is one of those that are meant. The effort is at most the product of both lengths.
    func matches(_ name: String) -> Bool {
        let name = Array(name.lowercased().utf8)
        let any = UInt8(ascii: "*")
        var (place, next) = (0, 0)
        // Where to go on if the rest does not match: the newest star takes one character more.
        var again: (place: Int, next: Int)?
        while place < name.count {
            if next < pattern.count, pattern[next] == any {
                again = (place, next + 1)
                next += 1
            } else if next < pattern.count, pattern[next] == name[place] {
                (place, next) = (place + 1, next + 1)
            } else if let before = again {
                again = (before.place + 1, before.next)
                (place, next) = (before.place + 1, before.next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == any }
    }
}

/// What the filters of one output do now.
package struct OutputFilterReport: Hashable, Sendable {
    /// The uid or the pattern by which it was chosen; `nil` if nothing is chosen for the output.
    package var rule: String?
    /// The number of bands of all channels together.
    package var bands = 0
    /// The level before the filters in decibels, of the loudest channel.
    package var level = 0.0
    /// What runs, by the names of the protocol, in the order of the sound.
    package var parts: [String] = []
    /// By how many seconds the sound is late through them.
    package var latency = 0.0
    /// What of the choice is not heard and why, as a sentence; `nil` if all of it is.
    package var problem: String?
    /// How many samples have come out of the filters beyond full scale since the sound goes to this output.
    package var clippedSamples: UInt64 = 0
    /// Why nothing of what was chosen is heard; `nil` if it is, or if none was chosen.
    package var bypass: Bypass?

    /// Why nothing is heard of a choice.
    package enum Bypass: String, Hashable, Sendable, CaseIterable {
        /// The sink decodes what is given to it as it is.
        case passthrough
        /// DSD in the form of samples, of which no bit may change.
        case dsd
    }

    package init() {}
}
