/// How the queue goes on after an item.
package struct QueueModes: Hashable, Sendable, Codable {
    /// What is played again.
    package enum Repeat: String, Hashable, Sendable, Codable, CaseIterable {
        case off, one, all
    }

    /// What a queue that shuffles puts into a random order.
    package enum ShuffleUnit: String, Hashable, Sendable, Codable, CaseIterable {
        /// Each item by itself.
        case songs
        /// Whole albums: the items of each keep their order.
        case albums
    }

    /// The largest count of ``repeatsLeft``.
    package static let mostRepeats = 1_000

    package var repeats: Repeat
    /// How many times an item that repeats itself is still heard, the present time included, before the queue goes on; `nil` without
    /// end.
    package var repeatsLeft: Int?
    /// Whether items are played in random order, each once before any is played again.
    package var shuffles: Bool
    /// What is put into a random order if ``shuffles``. It stays while the queue does not shuffle, for clients that only switch.
    package var shufflesBy: ShuffleUnit
    /// Whether an item leaves the queue once it was played.
    package var consumes: Bool
    /// Whether it is only one item that leaves the queue: after it, ``consumes`` is over.
    package var consumesOnce = false

    package init(
        repeats: Repeat = .off, shuffles: Bool = false, consumes: Bool = false, consumesOnce: Bool = false,
        repeatsLeft: Int? = nil, shufflesBy: ShuffleUnit = .songs
    ) {
        self.shufflesBy = shufflesBy
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
            repeatsLeft: repeatsLeft, shufflesBy: other.shufflesBy)
    }

    /// Whether the queue plays one whole album after the other, in random order.
    var shufflesAlbums: Bool { shuffles && shufflesBy == .albums }
}

extension QueueModes {
    private enum Key: String, CodingKey { case repeats, shuffles, consumes, consumesOnce, repeatsLeft, shufflesBy }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        // An older state does not have the last ones.
        self.init(
            repeats: try values.decode(Repeat.self, forKey: .repeats), shuffles: try values.decode(Bool.self, forKey: .shuffles),
            consumes: try values.decode(Bool.self, forKey: .consumes),
            consumesOnce: try values.decodeIfPresent(Bool.self, forKey: .consumesOnce) ?? false,
            repeatsLeft: try values.decodeIfPresent(Int.self, forKey: .repeatsLeft),
            shufflesBy: try values.decodeIfPresent(ShuffleUnit.self, forKey: .shufflesBy) ?? .songs)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(repeats, forKey: .repeats)
        try values.encode(shuffles, forKey: .shuffles)
        try values.encode(consumes, forKey: .consumes)
        try values.encodeIfPresent(repeatsLeft, forKey: .repeatsLeft)
        if consumesOnce { try values.encode(true, forKey: .consumesOnce) }
        if shufflesBy != .songs { try values.encode(shufflesBy, forKey: .shufflesBy) }
    }
}
