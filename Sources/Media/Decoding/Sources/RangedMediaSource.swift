package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel

/// A part of a source that looks like a whole one, such as one track of a disc that is stored as one file.
package final class RangedMediaSource: MediaSource {
    package let description: SourceDescription
    private let source: any MediaSource
    private let range: MediaRange
    /// The tags of the part alone.
    private let tags: [String: String]
    /// The part's first frame, and the frame behind its last one, counted in the source at the rate that it gives now.
    private var start: Int64
    private var end: Int64
    private var rate: SampleRate
    /// The number of the next frame to read, counted from the part's first one.
    private var position: Int64 = 0
    /// Whether the source has to be moved to ``position`` before the next read: at the beginning, and after its rate has
    /// changed.
    private var isElsewhere = true
    /// Whether the last read came to the end of the part.
    private var hasEnded = false

    /// Makes the part of `source` that `range` names. A part behind the end of the source is empty.
    package convenience init(_ source: any MediaSource, range: MediaRange) {
        self.init(source, range: range, tags: [:], replayGain: source.description.replayGain.ofPart)
    }

    /// Makes the part that is a track of a CUE sheet, with the tags that the sheet has for it.
    package convenience init(_ source: any MediaSource, track: SheetTrack) {
        let whole = MediaRange(start: MediaTime(value: 0, timescale: 1), end: nil)
        self.init(
            source, range: track.range ?? whole, tags: track.tags, replayGain: track.replayGain(in: source.description.replayGain)
        )
    }

    private init(_ source: any MediaSource, range: MediaRange, tags: [String: String], replayGain: ReplayGain) {
        self.source = source
        self.range = range
        self.tags = tags
        let whole = source.description
        rate = whole.format.sampleRate
        start = range.start.frame(at: rate)
        end = range.end?.frame(at: rate) ?? .max
        let (seconds, isEstimate) = Self.seconds(of: range, in: whole)
        description = SourceDescription(
            format: whole.format, codec: whole.codec, bitsPerSample: whole.bitsPerSample, bitRate: whole.bitRate,
            duration: seconds, durationIsEstimate: isEstimate, isSeekable: whole.isSeekable,
            tags: Self.tags(whole.tags, with: tags), hasPicture: whole.hasPicture, replayGain: replayGain,
            tracks: whole.tracks, trackIndex: whole.trackIndex)
    }

    package var decodeErrorCount: Int { source.decodeErrorCount }

    /// The true length of the part in seconds: up to its end or the end of the source, whichever is first.
    package var heardDuration: Double? {
        guard hasEnded else { return nil }
        let seconds = FrameCount(position).seconds(at: rate)
        // After a seek to behind the end of the source, nothing was heard there.
        return source.heardDuration.map { max(0, min(seconds, $0 - FrameCount(start).seconds(at: rate))) } ?? seconds
    }

    package func convert(to format: StreamFormat) throws(PlaybackError) {
        try source.convert(to: format)
        rate = format.sampleRate
        start = range.start.frame(at: format.sampleRate)
        end = range.end?.frame(at: format.sampleRate) ?? .max
        isElsewhere = true
    }

    package func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        if isElsewhere { try seek(to: FrameCount(position)) { true } }
        let rest = max(0, end - start - position)
        let count = unsafe rest > 0 ? try source.read(into: planes, capacity: Int(min(Int64(capacity), rest))) : 0
        position += Int64(count)
        hasEnded = count == 0
        return count
    }

    package func keepPackets(_ isWanted: Bool) { source.keepPackets(isWanted) }

    package func takePackets() -> [PlayedPacket] {
        source.takePackets().map { packet in
            var packet = packet
            let range = packet.heard
            packet.heard = (range.lowerBound - start)..<(range.upperBound - start)
            packet.tags = Self.tags(packet.tags, with: tags)
            return packet
        }
    }

    /// Returns the tags of the file with those of the part. The title of the file is the title of the disc.
    private static func tags(_ whole: [String: String], with own: [String: String]) -> [String: String] {
        whole.filter { $0.key != "title" && $0.key != "track" }.merging(own) { $1 }
    }

    package func heed(_ order: CancellationToken) { source.heed(order) }

    package func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        // The position is limited, so that nothing overflows behind the end of a file.
        position = min(max(0, frame.value), min(max(0, end - start), 1 << 48))
        isElsewhere = true
        try source.seek(to: FrameCount(start + position), while: isWanted)
        isElsewhere = false
        hasEnded = false
    }

    /// Returns the length of the part in seconds, and whether that is an estimate: it is one if the source's length is an
    /// estimate and the source may end before the part does.
    private static func seconds(of range: MediaRange, in whole: SourceDescription) -> (Double?, isEstimate: Bool) {
        let rate = whole.format.sampleRate
        let start = range.start.frame(at: rate)
        let end = range.end?.frame(at: rate)
        let length = whole.duration.map { FrameCount(seconds: $0, at: rate).value }
        let isEstimate = whole.durationIsEstimate && length.map { length in end.map { $0 > length } ?? true } ?? false
        // The author of the list knew the end better than an estimate does.
        guard let end = isEstimate && end != nil ? end : [end, length].compactMap({ $0 }).min() else { return (nil, false) }
        return (FrameCount(max(0, end - start)).seconds(at: rate), isEstimate)
    }
}
