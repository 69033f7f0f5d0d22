// The media that the player needs.
extension Player {
    /// The media in use at one moment. If two values are equal, the player needs the same media.
    package struct MediaInUse: Hashable, Sendable {
        fileprivate let revision: Int64
        fileprivate let opening: SourceToken?
        fileprivate let current: SourceToken?
    }

    /// The media that the player needs now.
    package var mediaInUse: MediaInUse {
        MediaInUse(revision: queue.revision, opening: opening?.token, current: current?.token)
    }

    /// Returns whether the media is in the queue, is being opened, or is still heard although it left the queue.
    package func uses(_ uri: String) -> Bool {
        opening?.uri == uri || current?.item.uri == uri || queue.items.contains { $0.uri == uri }
    }

    /// The address of the current item, once its first frame was heard; `nil` before that.
    package var heardURI: String? { current.flatMap { $0.wasHeard ? $0.item.uri : nil } }
}
