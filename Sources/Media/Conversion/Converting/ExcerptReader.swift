import AudioTypes
import Media
import MediaTypes

/// Reads a part of a recording into planes of its own. One thread at a time.
struct ExcerptReader: ~Copyable {
    private var reader: AudioReader
    private let buffer: PlaneBuffer
    /// The frames that are still to be read.
    private var rest: Int64
    private let total: Double?
    private let base: Double
    /// The frames that were read, and the number at which the progress is told next.
    private var (done, reported): (Int64, Int64) = (0, 0)
    /// Why the media ended before its stated end.
    private(set) var shortage: MediaError?

    /// How many samples are read at once, of all channels together: they stay in a core's cache, and what they become goes to the
    /// disk in pieces that it likes.
    private static let mostAtOnce = 32_768

    /// Opens the media and moves to the beginning of the part.
    /// - Parameters:
    ///   - pass: how often the part was read before, of `passes` times in all; only the progress depends on it.
    init(
        _ source: any ByteSource, name: String, _ transcoding: Transcoding, _ cancellation: CancellationToken, pass: Int,
        of passes: Int
    ) throws(MediaError) {
        var reader = try AudioReader(source, name: name, samples: transcoding.rawInput, cancellation: cancellation)
        let own = reader.outputFormat
        let format = StreamFormat(
            sampleRate: transcoding.sampleRate ?? own.sampleRate, channelLayout: transcoding.channelLayout ?? own.channelLayout)
        if format != own { reader.convert(to: format) }
        let buffer = PlaneBuffer(
            channelCount: format.channelCount, capacity: max(1, Self.mostAtOnce / max(1, format.channelCount)))
        let part = transcoding.excerpt.frames(at: format.sampleRate)
        let seconds = transcoding.excerpt.seconds(of: reader.info.description.duration)
        if part.lowerBound > 0 {
            if reader.isSeekable {
                try reader.seek(to: FrameCount(part.lowerBound))
            } else {
                try Self.drop(part.lowerBound, &reader, buffer)
            }
        }
        rest = part.upperBound == .max ? .max : part.upperBound - part.lowerBound
        total = seconds.map { $0 * Double(passes) }
        base = (seconds ?? 0) * Double(pass)
        self.buffer = buffer
        self.reader = reader
    }

    private static func drop(_ count: Int64, _ reader: inout AudioReader, _ buffer: borrowing PlaneBuffer) throws(MediaError) {
        var rest = count
        while rest > 0 {
            let read = unsafe try reader.read(into: buffer.planes, capacity: Int(min(rest, Int64(buffer.capacity))))
            if read == 0 { return }
            rest -= Int64(read)
        }
    }

    /// The format of the samples in ``planes``.
    var format: StreamFormat { reader.outputFormat }
    /// The bits of a sample where the sound comes from; `nil` if it was coded with losses.
    var bits: Int? { reader.info.track.depth }
    /// The tags of the media.
    var tags: [String: String] { reader.info.description.tags }
    /// The number of packets that were damaged so far.
    var damagedPacketCount: Int { reader.decodeErrorCount }
    /// The frames of the last read.
    var planes: AudioReader.Planes { unsafe buffer.planes }

    /// Reads the next frames into ``planes`` and returns how many; 0 is the end.
    mutating func read(_ progress: (Progress) -> Void) throws(MediaError) -> Int {
        guard shortage == nil, rest > 0 else { return 0 }
        let count: Int
        do throws(MediaError) {
            count = unsafe try reader.read(into: buffer.planes, capacity: Int(min(rest, Int64(buffer.capacity))))
        } catch {
            guard error.code == .incomplete else { throw error }
            shortage = error
            count = 0
        }
        if rest < .max { rest -= Int64(count) }
        done += Int64(count)
        let rate = Int64(format.sampleRate.hertz)
        if count == 0 || done - reported >= rate {
            reported = done
            progress(Progress(done: base + Double(done) / Double(rate), total: total))
        }
        return count
    }

    /// Multiplies the `count` frames in ``planes`` by `factor`.
    mutating func amplify(by factor: Float, count: Int) {
        for channel in 0..<format.channelCount {
            let plane = unsafe buffer.planes[channel]
            for index in 0..<count { unsafe plane[index] *= factor }
        }
    }
}
