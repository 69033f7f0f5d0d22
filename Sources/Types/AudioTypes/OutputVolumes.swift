/// What outputs have of their own about the volume: by their uids, by patterns for uids, and for all others.
package struct OutputVolumes: Hashable, Sendable {
    /// The rules by uid or pattern, named as the choices of ``OutputFilters`` are.
    package var rules: [String: VolumeRule]

    /// The most rules.
    package static let mostRules = 64

    /// Makes rules.
    package init(_ rules: [String: VolumeRule] = [:]) { self.rules = rules }

    /// Returns what counts for a sink that plays through a port, if it has ports. Each part comes from the rule that names the output most
    /// exactly among those which have this part.
    package func rule(sink: String, port: String?) -> VolumeRule {
        if rules.isEmpty { return VolumeRule() }
        return OutputUID.names(rules.keys, of: sink, port: port).reduce(into: VolumeRule()) { rule, name in
            if let next = rules[name] { rule.fill(from: next) }
        }
    }

    /// The same rules, in which each part of a rule of `other` takes the place of the same part here.
    package func overridden(by other: OutputVolumes) -> OutputVolumes {
        OutputVolumes(
            rules.merging(other.rules) { own, others in
                var rule = others
                rule.fill(from: own)
                return rule
            })
    }
}

/// What an output has of its own about the volume. What is `nil` is what a less exact name gives, or else as usual.
package struct VolumeRule: Hashable, Sendable {
    /// The greatest level on the cubic scale of mixers, 0…1; 1 is none.
    package var maximum: Double?
    /// The level that it begins with, 0…1.
    package var atStart: Double?
    /// Where the volume is set.
    package var control: VolumeControl?

    /// Makes a rule.
    package init(maximum: Double? = nil, atStart: Double? = nil, control: VolumeControl? = nil) {
        (self.maximum, self.atStart, self.control) = (maximum, atStart, control)
    }

    /// Whether it says nothing.
    package var isEmpty: Bool { self == VolumeRule() }

    /// The greatest level; 1 without a ceiling.
    package var ceiling: Double { maximum ?? 1 }

    /// Takes over what this one does not say.
    mutating func fill(from other: VolumeRule) {
        maximum = maximum ?? other.maximum
        atStart = atStart ?? other.atStart
        control = control ?? other.control
    }
}

/// Where the volume of an output is set.
package enum VolumeControl: String, Hashable, Sendable, CaseIterable, Codable {
    /// In our stream.
    case software
    /// At the sink, where other mixers set it for all programs. Our stream stays at full level.
    case sink
}

/// What the volume of the player is subject to where the sound goes now.
package struct VolumeUse: Hashable, Sendable {
    /// The greatest level, 0…1.
    package var maximum = 1.0
    /// The volume of the sink, if that is what the player sets; above 1 if a mixer amplifies.
    package var sinkLevel: Double?
    /// The name of the output for people; `nil` while there is none.
    package var output: String?

    /// Makes the usual: no ceiling, and the volume of our stream.
    package init() {}
}
