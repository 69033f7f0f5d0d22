import AudioTypes
import MediaTypes

/// A track that takes sound of another rate than it stores.
final class ConvertedTrack: StoredTrack {
    private let track: any StoredTrack
    private let inputRate: Int64
    private let storedRate: Int64
    private var resampler: Resampler
    /// Samples on their way out of the resampler.
    private let scratch: PlaneBuffer
    /// The number of frames that were appended, and the number that ``track`` got.
    private var (count, storedCount): (Int64, Int64) = (0, 0)

    /// How many frames leave the resampler at once.
    private static let pieceSize = 1_024

    /// Converts from `input` to `rate`. The channels stay as they are, whatever they are called where they are stored.
    init(_ track: any StoredTrack, from input: StreamFormat, to rate: SampleRate, name: String) throws(MediaError) {
        let output = StreamFormat(sampleRate: rate, channelLayout: input.channelLayout)
        resampler = try Resampler(from: input, to: output, name: name)
        scratch = PlaneBuffer(channelCount: input.channelCount, capacity: Self.pieceSize)
        self.track = track
        inputRate = Int64(input.sampleRate.hertz)
        storedRate = Int64(rate.hertz)
    }

    private var isFinished = false

    // Rounded down twice, the last frame of a finished track would be missing.
    var durableCount: Int64 { isFinished ? count : min(count, track.durableCount * inputRate / storedRate) }

    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        var taken = 0
        while taken < count {
            let piece = min(count - taken, resampler.pieceSize)
            unsafe resampler.put(planes, from: start + taken, count: piece)
            taken += piece
            try store(atMost: .max)
        }
        self.count += Int64(count)
    }

    /// Passes on what waits in the resampler, at most `limit` frames; the rest is dropped.
    private func store(atMost limit: Int64) throws(MediaError) {
        let end = limit == .max ? limit : storedCount + limit
        while resampler.waitingCount > 0 {
            let taken = unsafe resampler.take(into: scratch.planes, at: 0, capacity: Self.pieceSize)
            try storeScratch(Int(min(Int64(taken), end - storedCount)))
        }
    }

    private func storeScratch(_ count: Int) throws(MediaError) {
        unsafe try track.append(scratch.planes, from: 0, count: count)
        storedCount += Int64(count)
    }

    func flush() throws(MediaError) { try track.flush() }

    func finish() throws(MediaError) {
        // The filter may end a frame early or late: the end is cut, or filled with silence.
        let length = (count * storedRate + inputRate / 2) / inputRate
        while resampler.end() { try store(atMost: max(0, length - storedCount)) }
        for channel in unsafe 0..<scratch.planes.count {
            unsafe scratch.planes[channel].update(repeating: 0, count: Self.pieceSize)
        }
        while storedCount < length { try storeScratch(Int(min(Int64(Self.pieceSize), length - storedCount))) }
        try track.finish()
        isFinished = true
    }
}
