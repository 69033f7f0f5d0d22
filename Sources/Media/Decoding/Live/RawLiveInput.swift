import AudioTypes
import Media
import MediaTypes
import SystemSupport

/// Raw samples of a client, as floats. FFmpeg's demuxer of raw samples waits for a thousand frames at a time; this waits for one.
final class RawLiveInput: LiveInput {
    /// The most bytes that one read takes.
    private static let readSize = 64 << 10
    /// Samples in floating point beyond this are no sound, but damage, as for any other media: they become silence.
    private static let largest: Float = 64

    let format: StreamFormat
    private let source: PushedSource
    private let samples: RawSamples
    private var bytes: [UInt8]
    /// How many bytes of a frame that is not whole stand at the start of `bytes`.
    private var rest = 0
    private var offset: Int64 = 0
    private(set) var decodeErrorCount = 0

    init(_ source: PushedSource, _ samples: RawSamples, name: String) throws(MediaError) {
        guard let layout = ChannelLayout.standard(channelCount: samples.channelCount) else {
            throw MediaError(.unsupported, "\(name) has \(samples.channelCount) channels, for which there is no usual order")
        }
        self.source = source
        self.samples = samples
        format = StreamFormat(sampleRate: samples.sampleRate, channelLayout: layout)
        bytes = [UInt8](repeating: 0, count: Self.readSize + samples.frameSize)
    }

    func read(
        into frames: HeldFrames, until deadline: Int64?, orSignalOf interruption: EventDescriptor
    ) throws(MediaError) -> LiveReading {
        while true {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[rest..<(rest + Self.readSize)])
                return Result { () throws(MediaError) in
                    unsafe try source.read(into: room, at: offset, until: deadline, orSignalOf: interruption)
                }
            }
            switch try result.get() {
            case .timedOut: return .timedOut
            case .interrupted: return .interrupted
            case .flushed: return .flushed
            case .bytes(0): return .ended
            case .bytes(let count):
                offset += Int64(count)
                let (whole, excess) = (rest + count).quotientAndRemainder(dividingBy: samples.frameSize)
                if whole > 0 { convert(whole, into: frames) }
                let consumed = whole * samples.frameSize
                for index in 0..<excess { bytes[index] = bytes[consumed + index] }
                rest = excess
                if whole > 0 { return .frames(whole) }
            }
        }
    }

    private func convert(_ count: Int, into frames: HeldFrames) {
        frames.makeRoom(for: count)
        let channels = samples.channelCount
        unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: channels) { planes in
            guard let start = planes.baseAddress else { return }
            var done = 0
            while done < count {
                let run = unsafe min(frames.writeRegion(into: start), count - done)
                for channel in 0..<channels {
                    let plane = unsafe start[channel]
                    for frame in 0..<run { unsafe plane[frame] = sample((done + frame) * channels + channel) }
                }
                frames.commit(run)
                done += run
            }
        }
    }

    /// The sample of this number, counted over all channels.
    private func sample(_ number: Int) -> Float {
        let start = number * samples.encoding.sampleSize
        switch samples.encoding {
        case .s16le: return Float(Int16(bitPattern: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8)) * 0x1p-15
        case .s24le: return Float(Int32(bitPattern: word(start, count: 3) << 8)) * 0x1p-31
        case .s32le: return Float(Int32(bitPattern: word(start, count: 4))) * 0x1p-31
        case .f32le:
            let sample = Float(bitPattern: word(start, count: 4))
            return sample.magnitude <= Self.largest ? sample : 0
        }
    }

    /// The little-endian number of `count` bytes.
    private func word(_ start: Int, count: Int) -> UInt32 {
        var word: UInt32 = 0
        for index in 0..<count { word |= UInt32(bytes[start + index]) << (8 * index) }
        return word
    }
}
