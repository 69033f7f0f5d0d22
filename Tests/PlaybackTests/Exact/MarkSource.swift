import AudioTypes
import Decoding
import Media
import MediaTypes
import Network
import PlayerModel

/// Media that no sound can be: every sample of it is far above full scale, in whatever format is asked for. Behind other
/// media it shows the frame at which those end.
final class MarkSource: MediaSource {
    /// Under this name it is opened.
    static let uri = "/mark"
    static let level: Float = 4_096
    /// More than the longest cycle, so that a cycle that holds the end of what is before it can always be filled.
    static let frameCount = 8_192

    private var channelCount = 2
    private var position = 0

    let description = SourceDescription(
        format: StreamFormat(sampleRate: .cd, channelLayout: .stereo), codec: "mark", bitsPerSample: nil, duration: nil,
        isSeekable: false, tags: [:])
    let decodeErrorCount = 0

    func convert(to format: StreamFormat) { channelCount = format.channelCount }

    func read(
        into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, capacity: Int
    ) throws(PlaybackError) -> Int {
        let count = min(capacity, Self.frameCount - position)
        for channel in 0..<channelCount { planes[channel].update(repeating: Self.level, count: count) }
        position += count
        return count
    }

    func seek(to frame: FrameCount, while isWanted: @escaping () -> Bool) throws(PlaybackError) {
        position = Int(frame.value)
    }
}

/// Opens the mark, and everything else as the daemon does.
struct MarkedOpening: MediaOpening {
    private let media = AnyMediaOpening(network: NetworkConfiguration())

    func isRemote(_ uri: String) -> Bool { media.isRemote(uri) }

    func open(_ uri: String, cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        uri == MarkSource.uri ? MarkSource() : try media.open(uri, cancellation: cancellation)
    }
}
