package import Media

/// What is to be copied out of media: the packets of one audio track, without decoding and encoding them again.
package struct Extraction: Hashable, Sendable {
    /// The number of the stream; `nil` for the best audio track.
    package var track: Int?
    /// The part of the recording. A cut is made between packets, so more may be copied; ``ExtractionResult`` tells how much.
    package var excerpt: Excerpt
    /// What holds the packets; `nil` for the usual container of the codec.
    package var container: PacketContainer?

    /// Makes an extraction.
    package init(track: Int? = nil, excerpt: Excerpt = .everything, container: PacketContainer? = nil) {
        self.track = track
        self.excerpt = excerpt
        self.container = container
    }
}
