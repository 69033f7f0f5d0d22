import AudioTypes
package import Decoding
package import Loudness
import Media
import MediaTypes
package import PlayerModel

/// How loud media are.
package enum MediaLoudness: Sendable {
    /// They have these blocks, and this largest value where 1 is full scale; `nil` for silence.
    case measured(LoudnessHistogram, peak: Double?)
    /// They state a loudness, and were not decoded.
    case stated
    /// Nobody wants to know any more.
    case ended

    /// How many frames are decoded at once: samples of stereo stay in a core's cache.
    private static let pieceSize = 4_096
    /// How much counts, in seconds: a file of a few bytes may say that it goes on for ever.
    private static let mostSeconds: Int64 = 24 * 60 * 60

    /// Measures the media at `uri` as they are heard, unless they state a loudness. If a file is cut off, the part that is there counts. Waits
    /// for the disk; any thread may call it.
    /// - Parameter goesOn: whether somebody still wants to know. It is asked after each piece, on this thread, and may wait.
    /// - Throws: why the media cannot be opened, decoded or measured.
    package static func of(
        _ uri: String, media: some MediaOpening, while goesOn: () -> Bool
    ) throws(PlaybackError) -> MediaLoudness {
        let source = try media.open(uri, cancellation: CancellationToken())
        guard source.description.replayGain.isEmpty else { return .stated }
        // Nobody takes them, and they would be kept for as long as the source is there.
        source.keepPackets(false)
        let format = source.description.format
        let buffer = PlaneBuffer(channelCount: format.channelCount, capacity: pieceSize)
        var failure: PlaybackError?
        do throws(MediaError) {
            var meter = try TrackLoudnessMeter(format)
            var rest = mostSeconds * Int64(format.sampleRate.hertz)
            while rest > 0 {
                guard goesOn() else { return .ended }
                let read = unsafe Self.read(source, into: buffer.planes)
                guard case .success(let count) = read, count > 0 else {
                    if case .failure(let error) = read, error.code != .media(.incomplete) { failure = error }
                    break
                }
                unsafe try meter.add(buffer.planes, count: count)
                rest -= Int64(count)
            }
            if failure == nil { return .measured(meter.blocks, peak: meter.peak) }
        } catch {
            throw PlaybackError(error, uri: uri)
        }
        throw failure ?? PlaybackError(.superseded, "the loudness is no longer wanted", uri: uri)
    }

    private static func read(_ source: any MediaSource, into planes: LoudnessMeter.Planes) -> Result<Int, PlaybackError> {
        guard let base = planes.baseAddress else { return .success(0) }
        return Result { () throws(PlaybackError) in
            unsafe try source.read(into: UnsafeMutablePointer(mutating: base), capacity: pieceSize)
        }
    }
}
