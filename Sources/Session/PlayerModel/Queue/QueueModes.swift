/// How the queue goes on after an item.
package struct QueueModes: Hashable, Sendable, Codable {
    /// What is played again.
    package enum Repeat: String, Hashable, Sendable, Codable, CaseIterable {
        case off, one, all
    }

    package var repeats: Repeat
    /// Whether items are played in random order, each once before any is played again.
    package var shuffles: Bool
    /// Whether an item leaves the queue once it was played.
    package var consumes: Bool
    /// Whether it is only one item that leaves the queue: after it, ``consumes`` is over.
    package var consumesOnce = false

    package init(repeats: Repeat = .off, shuffles: Bool = false, consumes: Bool = false, consumesOnce: Bool = false) {
        self.repeats = repeats
        self.shuffles = shuffles
        self.consumes = consumes || consumesOnce
        self.consumesOnce = consumesOnce
    }
}

extension QueueModes {
    private enum Key: String, CodingKey { case repeats, shuffles, consumes, consumesOnce }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        // An older state does not have the last one.
        self.init(
            repeats: try values.decode(Repeat.self, forKey: .repeats), shuffles: try values.decode(Bool.self, forKey: .shuffles),
            consumes: try values.decode(Bool.self, forKey: .consumes),
            consumesOnce: try values.decodeIfPresent(Bool.self, forKey: .consumesOnce) ?? false)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(repeats, forKey: .repeats)
        try values.encode(shuffles, forKey: .shuffles)
        try values.encode(consumes, forKey: .consumes)
        if consumesOnce { try values.encode(true, forKey: .consumesOnce) }
    }
}
