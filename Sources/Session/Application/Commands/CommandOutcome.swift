package import PlayerModel

/// The outcome of a command that was carried out.
package struct CommandOutcome: Hashable, Sendable {
    /// What the command did to the queue, as far as only the command knows it.
    package enum Change: Hashable, Sendable {
        case none
        /// Items with these ids were added, in this order.
        case added([Int64])
        /// The items with these ids were removed.
        case removed([Int64])
        /// A change of the queue was taken back, or done again.
        case reverted(QueueStepReport)
    }

    package let change: Change
    /// The entries of playlists and directories that were left out.
    package let skipped: [SkippedEntry]

    /// The ids of the items that were added, in this order.
    package var added: [Int64] { if case .added(let ids) = change { ids } else { [] } }

    /// The ids of the items that were removed.
    package var removed: [Int64] { if case .removed(let ids) = change { ids } else { [] } }

    /// The change of the queue that was taken back or done again; `nil` if none was.
    package var reverted: QueueStepReport? { if case .reverted(let step) = change { step } else { nil } }

    /// Makes the outcome for an answer of the player, or throws the answer's error.
    /// - Parameter skipped: entries that were left out before the player got the command.
    init(_ answer: PlayerAnswer, skipped: [SkippedEntry]) throws(ApplicationError) {
        switch answer {
        case .done: self.init(.none, skipped)
        case .partlyDone(let skipped): self.init(.none, skipped)
        case .added(let ids): self.init(.added(ids), skipped)
        case .removed(let ids): self.init(.removed(ids), skipped)
        case .reverted(let step): self.init(.reverted(step), skipped)
        case .failed(let error): throw .player(error)
        }
    }

    private init(_ change: Change, _ skipped: [SkippedEntry]) {
        self.change = change
        self.skipped = skipped
    }
}
