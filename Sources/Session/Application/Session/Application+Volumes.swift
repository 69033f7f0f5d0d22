package import AudioSession
package import AudioTypes
import PlayerModel

/// The rules for the volume of an output, as clients see them.
package struct ListedVolumeRule: Hashable, Sendable {
    /// The uid of an output, a pattern, or ``AudioTypes/OutputFilters/anyOutput``.
    package let name: String
    package let rule: VolumeRule
    /// Whether the configuration gives it, and no client.
    package let isConfigured: Bool
}

// What outputs have of their own about the volume.
extension Application {
    /// Chooses the rules for the volume of an output; an empty rule is what the configuration, a pattern or the default gives.
    package func setVolumeRule(_ rule: VolumeRule, of output: String) throws(SessionError) {
        try driver.change { session, now throws(SessionError) in ((), try session.setVolumeRule(rule, of: output, at: now)) }
        tell(.stateToSaveChanged)
    }

    /// All rules, by their names.
    package var volumeRules: [ListedVolumeRule] {
        let session = driver.session
        return session.volumeRules.rules.sorted { $0.key < $1.key }.map { name, rule in
            ListedVolumeRule(name: name, rule: rule, isConfigured: session.chosenVolumeRules.rules[name] == nil)
        }
    }
}

extension SavedSession {
    /// The saved form of what clients have chosen.
    static func volumes(_ volumes: OutputVolumes) -> [String: SavedVolumeRule]? {
        if volumes.rules.isEmpty { return nil }
        return volumes.rules.mapValues { rule in
            SavedVolumeRule(maximum: rule.maximum, atStart: rule.atStart, control: rule.control?.rawValue)
        }
    }

    /// What clients had chosen, without what cannot be used.
    var chosenVolumes: OutputVolumes {
        OutputVolumes(
            (volumes ?? [:]).mapValues { saved in
                let level = { (level: Double?) in level.flatMap { (0...1).contains($0) ? $0 : nil } }
                return VolumeRule(
                    maximum: level(saved.maximum), atStart: level(saved.atStart),
                    control: saved.control.flatMap { VolumeControl(rawValue: $0) })
            })
    }
}
