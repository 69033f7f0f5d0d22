/// What the numbers on the pages of an Ogg stream say about its beginning and its end. They count frames.
struct OggSpan: Equatable {
    /// The number of the first frame that the decoder gives; negative where the first page has more frames than its number says.
    private let first: Int64
    /// The number behind the last frame.
    private let end: Int64
    /// Whether all sound is on one page. Its number then tells the end, and cannot tell the beginning too.
    private let isOnePage: Bool

    /// `nil` where nothing ends on the last page.
    init?(_ beginning: Beginning, last: OggPages.Page) {
        guard let end = last.number, let timestamp = beginning.timestamp, abs(timestamp) < ByteCount.largest else { return nil }
        first = timestamp
        self.end = end
        isOnePage = last.endsStream && beginning.offset >= last.offset
    }

    /// Vorbis I, section A.2: what is too much on the first page was cut off at the beginning, on the last one at the end.
    var ofVorbis: Audible {
        isOnePage ? Audible(length: end) : Audible(lead: max(0, -first), length: end - max(0, first))
    }

    /// As `speexdec` does it: a first page with too many frames is one that an encoder's delay is part of, and the decoder's own
    /// goes with it. On a lone page that is not to be told apart from what the last packet has too much.
    func ofSpeex(mode: Int) -> Audible {
        let decoderDelay = Self.speexDelay << Int64(mode)
        guard !isOnePage else { return Audible(length: end + decoderDelay) }
        let lead = first < 0 ? min(decoderDelay - first, Self.speexFrame << Int64(mode)) : 0
        return Audible(lead: lead, length: end - first + decoderDelay - lead)
    }

    /// What a narrow band decoder is late by; each band above doubles it, as it does the rate.
    private static let speexDelay: Int64 = 40
    /// The frames of a piece of narrow band: of no more than the first one something is left out.
    private static let speexFrame: Int64 = 160
}
