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

    package init(repeats: Repeat = .off, shuffles: Bool = false, consumes: Bool = false) {
        self.repeats = repeats
        self.shuffles = shuffles
        self.consumes = consumes
    }
}
