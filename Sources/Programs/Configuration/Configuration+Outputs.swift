package import AudioTypes
import TOML

extension Configuration {
    /// `[outputs."uid"]`: what one output, or all that a pattern names, has of its own.
    package struct OutputEntry: Equatable, Sendable {
        /// The equaliser: the path of a file, the lines of a text, or `off`; empty for nothing of its own.
        package var equalizer = ""
        /// Whether the level is lowered by as much as the equaliser raises a sine.
        package var automaticLevel = true
        /// What else the sound goes through. An impulse response may begin with `~/`.
        package var parts = SoundParts.none
        /// What it has of its own about the volume.
        package var volume = VolumeRule()

        /// Makes the defaults.
        package init() {}
    }

    /// Reads `[outputs]`, whose tables are named by outputs. Hands each mistake on.
    mutating func readOutputs(_ table: TOMLTable, report: (ConfigurationError.Code, TOMLTable.Entry, String) -> Void) {
        for entry in table.entries {
            guard case .table(let output) = entry.value else {
                report(.wrongType, entry, "\"\(entry.name.quotable)\" is an output: write [outputs.\"\(entry.name.quotable)\"]")
                continue
            }
            guard OutputFilters.isName(entry.name) else {
                let most = OutputFilters.longestName
                report(.badValue, entry, "an output is named by 1 to \(most) bytes without control characters")
                continue
            }
            let name = RoomUID.spelled(entry.name)
            guard name != RoomUID.mark else {
                report(.badValue, entry, RoomUID.nameIsMissing)
                continue
            }
            guard outputs[name] == nil else {
                report(.badValue, entry, "\"\(name.quotable)\" has a table already: capitals in \"room:\" mean the same")
                continue
            }
            guard outputs.count < OutputFilters.mostChoices else {
                report(.badValue, entry, "there may be \(OutputFilters.mostChoices) outputs in [outputs]")
                continue
            }
            if RoomUID.isName(entry.name), let other = output.entries.first(where: { $0.name != "volume_max" }) {
                report(.badValue, other, "a room has \"volume_max\" alone: all else belongs to [outputs.snapcast]")
                continue
            }
            outputs[name] = read(output, report)
        }
    }

    private func read(_ table: TOMLTable, _ report: (ConfigurationError.Code, TOMLTable.Entry, String) -> Void) -> OutputEntry {
        var output = OutputEntry()
        for entry in table.entries {
            switch (entry.name, entry.value) {
            case ("equalizer", .text(let text)): output.equalizer = text
            case ("automatic_level", .flag(let flag)): output.automaticLevel = flag
            case ("volume_max", _): level(entry, report).map { output.volume.maximum = $0 }
            case ("volume_at_start", _): level(entry, report).map { output.volume.atStart = $0 }
            case ("volume", .text(let word)) where VolumeControl(rawValue: word) != nil:
                output.volume.control = VolumeControl(rawValue: word)
            case ("volume", .text): report(.badValue, entry, "\"volume\" must be \"software\" or \"sink\"")
            case ("volume", _): report(.wrongType, entry, "\"volume\" must be a string: \"software\" or \"sink\"")
            case ("equalizer", _): report(.wrongType, entry, "\"equalizer\" must be a string: a file, a text or \"off\"")
            case ("automatic_level", _): report(.wrongType, entry, "\"automatic_level\" must be true or false")
            default:
                guard let part = OutputPart.all.first(where: { $0.name == entry.name }) else {
                    let names =
                        ["equalizer", "automatic_level", "volume_max", "volume_at_start", "volume"] + OutputPart.all.map(\.name)
                    let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
                    report(.unknownKey, entry, "unknown key \"\(entry.name.quotable)\" of an output: there are \(known)")
                    continue
                }
                if !part.take(entry.value, &output.parts) {
                    report(.wrongType, entry, "\"\(part.name)\" must be \(part.expected)")
                }
            }
        }
        return output
    }

    /// Returns the level that a number of percent means; `nil` for what is none.
    private func level(
        _ entry: TOMLTable.Entry, _ report: (ConfigurationError.Code, TOMLTable.Entry, String) -> Void
    ) -> Double? {
        let percent: Double
        switch entry.value {
        case .integer(let number): percent = Double(number)
        case .number(let number): percent = number
        default:
            report(.wrongType, entry, "\"\(entry.name)\" must be a number of percent, from 0 to 100")
            return nil
        }
        guard (0...100).contains(percent) else {
            report(.badValue, entry, "\"\(entry.name)\" must be a number of percent, from 0 to 100")
            return nil
        }
        return percent / 100
    }
}
