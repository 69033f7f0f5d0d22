package import PlayerModel

extension PlayerCommand {
    /// Adds an item for each URI before `position`, or at the end if that is nil.
    package static func add(_ uris: [String], position: Int?) -> PlayerCommand {
        .addItems(uris.map { QueueItem(id: 0, uri: $0) }, QueueInsertion(position.map { .index($0) } ?? .end))
    }
}
