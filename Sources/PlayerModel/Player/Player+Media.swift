// Which media the player needs open.
extension Player {
    /// The media in use at one moment. Two that are equal need the same media.
    package struct MediaInUse: Hashable, Sendable {
        fileprivate let revision: Int64
        fileprivate let opening: SourceToken?
        fileprivate let current: SourceToken?
    }

    /// What the player uses now.
    package var mediaInUse: MediaInUse {
        MediaInUse(revision: queue.revision, opening: opening?.token, current: current?.token)
    }

    /// Whether the queue has the media, or it is being opened, or it is still heard though it left the queue.
    package func uses(_ uri: String) -> Bool {
        opening?.uri == uri || current?.item.uri == uri || queue.items.contains { $0.uri == uri }
    }

    /// The address of the current item, once its first frame was heard.
    package var heardURI: String? { current.flatMap { $0.wasHeard ? $0.item.uri : nil } }
}
