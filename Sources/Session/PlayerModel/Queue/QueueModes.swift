/// How the queue goes on after an item.
package struct QueueModes: Hashable, Sendable, Codable {
    /// What is played again.
    package enum Repeat: String, Hashable, Sendable, Codable, CaseIterable {
        case off, one, all
    }

    /// The largest count of ``repeatsLeft``.
    package static let mostRepeats = 1_000

    package var repeats: Repeat
    /// How many times an item that repeats itself is still heard, the present time included, before the queue goes on; `nil` without
    /// end.
    package var repeatsLeft: Int?
    /// Whether items are played in random order, each once before any is played again.
    package var shuffles: Bool
    /// Whether an item leaves the queue once it was played.
    package var consumes: Bool
    /// Whether it is only one item that leaves the queue: after it, ``consumes`` is over.
    package var consumesOnce = false

    package init(
        repeats: Repeat = .off, shuffles: Bool = false, consumes: Bool = false, consumesOnce: Bool = false,
        repeatsLeft: Int? = nil
    ) {
        self.repeats = repeats
        self.repeatsLeft = repeats == .one ? repeatsLeft.map { min(max(1, $0), Self.mostRepeats) } : nil
        self.shuffles = shuffles
        self.consumes = consumes || consumesOnce
        self.consumesOnce = consumesOnce
    }
}

extension QueueModes {
    /// Makes modes that repeat something else.
    init(repeats: Repeat, keeping other: QueueModes, repeatsLeft: Int? = nil) {
        self.init(
            repeats: repeats, shuffles: other.shuffles, consumes: other.consumes, consumesOnce: other.consumesOnce,
            repeatsLeft: repeatsLeft)
    }
}

extension QueueModes {
    private enum Key: String, CodingKey { case repeats, shuffles, consumes, consumesOnce, repeatsLeft }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        // An older state does not have the last ones.
        self.init(
            repeats: try values.decode(Repeat.self, forKey: .repeats), shuffles: try values.decode(Bool.self, forKey: .shuffles),
            consumes: try values.decode(Bool.self, forKey: .consumes),
            consumesOnce: try values.decodeIfPresent(Bool.self, forKey: .consumesOnce) ?? false,
            repeatsLeft: try values.decodeIfPresent(Int.self, forKey: .repeatsLeft))
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(repeats, forKey: .repeats)
        try values.encode(shuffles, forKey: .shuffles)
        try values.encode(consumes, forKey: .consumes)
        try values.encodeIfPresent(repeatsLeft, forKey: .repeatsLeft)
        if consumesOnce { try values.encode(true, forKey: .consumesOnce) }
    }
}
