import AudioTypes
package import Decoding
package import Loudness
import Media
package import MediaTypes
package import PlayerModel

/// How loud media are, and how they begin and end.
package enum MediaLoudness: Sendable {
    /// They have these blocks, and this largest value where 1 is full scale, and begin and end like this; `nil` for silence.
    case measured(LoudnessHistogram, peak: Double?, ends: SoundEnds?)
    /// They state a loudness: of them, only the beginning and the end were decoded; `nil` for silence, and for what cannot be decoded.
    case stated(SoundEnds?)
    /// Nobody wants to know any more.
    case ended

    /// How many frames are decoded at once: samples of stereo stay in a core's cache.
    private static let pieceSize = 4_096
    /// How much counts, in seconds: a file of a few bytes may say that it goes on for ever.
    private static let mostSeconds: Int64 = 24 * 60 * 60
    /// How much is decoded at the beginning and at the end of media that state a loudness, in seconds: more than tracks may overlap, with
    /// the silence that is left out.
    private static let endSeconds = 60.0

    /// Measures the media at `uri` as they are heard, unless they state a loudness. If a file is cut off, the part that is there counts. Waits
    /// for the disk; any thread may call it.
    /// - Parameter goesOn: whether somebody still wants to know. It is asked after each piece, on this thread, and may wait.
    /// - Throws: why the media cannot be opened, decoded or measured.
    package static func of(
        _ uri: String, media: some MediaOpening, while goesOn: () -> Bool
    ) throws(PlaybackError) -> MediaLoudness {
        let source = try media.open(uri, cancellation: CancellationToken())
        // Nobody takes them, and they would be kept for as long as the source is there.
        source.keepPackets(false)
        guard source.description.replayGain.isEmpty else { return endsAlone(of: source, while: goesOn) }
        let format = source.description.format
        let buffer = PlaneBuffer(channelCount: format.channelCount, capacity: pieceSize)
        var failure: PlaybackError?
        do throws(MediaError) {
            var meter = try TrackLoudnessMeter(format)
            var ends = SoundEndsMeter(format)
            var rest = mostSeconds * Int64(format.sampleRate.hertz)
            while rest > 0 {
                guard goesOn() else { return .ended }
                let read = unsafe Self.read(source, into: buffer.planes)
                guard case .success(let count) = read, count > 0 else {
                    if case .failure(let error) = read, error.code != .media(.incomplete) { failure = error }
                    break
                }
                unsafe try meter.add(buffer.planes, count: count)
                unsafe ends.add(buffer.planes, count: count)
                rest -= Int64(count)
            }
            if failure == nil { return .measured(meter.blocks, peak: meter.peak, ends: ends.ends) }
        } catch {
            throw PlaybackError(error, uri: uri)
        }
        throw failure ?? PlaybackError(.superseded, "the loudness is no longer wanted", uri: uri)
    }

    /// Measures how media begin and end that state a loudness. Where one cannot seek, or nobody knows where the end is, all is decoded.
    private static func endsAlone(of source: any MediaSource, while goesOn: () -> Bool) -> MediaLoudness {
        let (description, format) = (source.description, source.description.format)
        let buffer = PlaneBuffer(channelCount: format.channelCount, capacity: pieceSize)
        var meter = SoundEndsMeter(format)
        let rate = Int64(format.sampleRate.hertz)
        var (position, most) = (Int64(0), mostSeconds * rate)
        var jump: Int64?
        if description.isSeekable, let end = description.knownEnd, end > 2 * endSeconds {
            jump = FrameCount(seconds: end - endSeconds, at: format.sampleRate).value
            most = Int64(endSeconds) * rate
        }
        while true {
            guard goesOn() else { return .ended }
            if position >= most {
                guard let place = jump.take() else { break }
                do throws(PlaybackError) {
                    try source.seek(to: FrameCount(place)) { true }
                } catch {
                    return .stated(nil)
                }
                meter.jump(to: place)
                (position, most) = (place, mostSeconds * rate)
            }
            guard case .success(let count) = unsafe read(source, into: buffer.planes) else { return .stated(nil) }
            guard count > 0 else { break }
            unsafe meter.add(buffer.planes, count: count)
            position += Int64(count)
        }
        // Media that end before their middle are not what they say.
        return .stated(jump == nil ? meter.ends : nil)
    }

    private static func read(_ source: any MediaSource, into planes: LoudnessMeter.Planes) -> Result<Int, PlaybackError> {
        guard let base = planes.baseAddress else { return .success(0) }
        return Result { () throws(PlaybackError) in
            unsafe try source.read(into: UnsafeMutablePointer(mutating: base), capacity: pieceSize)
        }
    }
}
