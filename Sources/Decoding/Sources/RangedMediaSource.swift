package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel

/// A part of a source, which looks like a whole one: a track of a disc that is stored as one file.
package final class RangedMediaSource: MediaSource {
    package let description: SourceDescription
    private let source: any MediaSource
    private let range: MediaRange
    /// The part's first frame, and the frame behind its last, counted in the source at the rate it gives now.
    private var start: Int64
    private var end: Int64
    private var rate: SampleRate
    /// The frame that is read next, counted from the part's first.
    private var position: Int64 = 0
    /// The source is to be moved to ``position`` before the next read: at the beginning, and when its rate has changed.
    private var isElsewhere = true
    /// Whether the last read came to the end of the part.
    private var hasEnded = false

    /// Makes the part of `source` that `range` says. A part that lies behind the end of the source is empty.
    package init(_ source: any MediaSource, range: MediaRange) {
        self.source = source
        self.range = range
        let whole = source.description
        rate = whole.format.sampleRate
        start = range.start.frame(at: rate)
        end = range.end?.frame(at: rate) ?? .max
        let (seconds, isEstimate) = Self.seconds(of: range, in: whole)
        description = SourceDescription(
            format: whole.format, codec: whole.codec, bitsPerSample: whole.bitsPerSample, duration: seconds,
            durationIsEstimate: isEstimate, isSeekable: whole.isSeekable,
            // The title of the file is that of the disc.
            tags: whole.tags.filter { $0.key != "title" && $0.key != "track" },
            // And so is its loudness.
            replayGain: ReplayGain(album: whole.replayGain.album ?? whole.replayGain.track))
    }

    package var decodeErrorCount: Int { source.decodeErrorCount }

    /// That of the part: as far as it goes, or as the source does.
    package var heardDuration: Double? {
        guard hasEnded else { return nil }
        let seconds = FrameCount(position).seconds(at: rate)
        // Whoever went to behind the end of the source has heard nothing there.
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

    package func heed(_ order: CancellationToken) { source.heed(order) }

    package func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        // Bounded, so that nothing overflows behind the end of a file.
        position = min(max(0, frame.value), min(max(0, end - start), 1 << 48))
        isElsewhere = true
        try source.seek(to: FrameCount(start + position), while: isWanted)
        isElsewhere = false
        hasEnded = false
    }

    /// How long the part is, and whether that is an estimate: it is where the end of the source is one, and may come first.
    private static func seconds(of range: MediaRange, in whole: SourceDescription) -> (Double?, isEstimate: Bool) {
        let rate = whole.format.sampleRate
        let start = range.start.frame(at: rate)
        let end = range.end?.frame(at: rate)
        let length = whole.duration.map { FrameCount(seconds: $0, at: rate).value }
        let isEstimate = whole.durationIsEstimate && length.map { length in end.map { $0 > length } ?? true } ?? false
        // Whoever wrote the list knew the end better than who guessed it.
        guard let end = isEstimate && end != nil ? end : [end, length].compactMap({ $0 }).min() else { return (nil, false) }
        return (FrameCount(max(0, end - start)).seconds(at: rate), isEstimate)
    }
}
