import MediaTypes

/// The beginning and the end of an Ogg stream by the numbers on its pages. They count frames.
package struct OggSpan: Equatable {
    /// The number of the first frame that the decoder gives; negative if the first page has more frames than its number says.
    private let first: Int64
    /// The number after the last frame.
    private let end: Int64
    /// Whether all sound is on one page. Its number then gives the end, and cannot give the beginning too.
    private let isOnePage: Bool

    /// Makes the span from the first decoded frame, whose packet stands at `offset`; `nil` if no frame ends on the last page.
    package init?(from timestamp: Int64?, at offset: Int64, last: OggPages.Page) {
        guard let end = last.number, let timestamp, abs(timestamp) < ByteCount.largest else { return nil }
        first = timestamp
        self.end = end
        isOnePage = last.endsStream && offset >= last.offset
    }

    /// By Vorbis I, section A.2: excess frames on the first page are cut at the beginning, those on the last page at the end.
    package var ofVorbis: Audible {
        isOnePage ? Audible(length: end) : Audible(lead: max(0, -first), length: end - max(0, first))
    }

    /// As in `speexdec`: if the first page has too many frames, they include an encoder's delay, and the decoder's own delay is
    /// cut with them. On a single page they cannot be told from excess frames in the last packet.
    package func ofSpeex(mode: Int) -> Audible {
        let decoderDelay = Self.speexDelay << Int64(mode)
        guard !isOnePage else { return Audible(length: end + decoderDelay) }
        let lead = first < 0 ? min(decoderDelay - first, Self.speexFrame << Int64(mode)) : 0
        return Audible(lead: lead, length: end - first + decoderDelay - lead)
    }

    /// The delay of a narrow band decoder; each higher band doubles it, together with the rate.
    private static let speexDelay: Int64 = 40
    /// The length of a Speex frame of narrow band, in samples: no more than the first one is cut.
    private static let speexFrame: Int64 = 160
}
