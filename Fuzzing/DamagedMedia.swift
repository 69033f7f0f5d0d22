import AudioTypes
import Glibc
import Media
import MediaTypes

/// Runs demuxer, decoder, seeking, passthrough and tags over the files whose paths it reads from standard input, and prints a line for each:
/// the path, frames heard, packets left out, the largest sample, how many samples are not finite, a sum of all bits, and what
/// went wrong, separated by tabs. A line before each file names it, for whoever looks where a crash was.
///
/// Beside the targets, for `scripts/mutate-media/run`: what is damaged there are whole files, by seeds.
enum DamagedMedia {
    static func run() {
        while let path = readLine() {
            print("> \(path)")
            fflush(nil)
            print(outcome(of: path).line)
            fflush(nil)
        }
    }

    private static func outcome(of path: String) -> Outcome {
        var outcome = Outcome(path: path)
        do throws(MediaError) {
            let location = try MediaLocation(uri: path)
            _ = try? MediaProbe.describe(location)
            _ = try? MediaProbe.picture(FileSource(location), name: location.name)
            var reader = try AudioReader(location)
            defer { outcome.errors = reader.decodeErrorCount }
            for (key, value) in reader.info.description.tags.sorted(by: { $0.key < $1.key }) { outcome.add("\(key)=\(value)") }
            try outcome.read(&reader, atMost: .max)
            guard reader.isSeekable else { return outcome }
            let frames = outcome.frames
            try visit(&reader, frames, &outcome)
            if let format = reader.codedFormat {
                reader.convert(to: format)
                try reader.seek(to: .zero)
                outcome.frames = 0
                try outcome.read(&reader, atMost: .max)
                try visit(&reader, outcome.frames, &outcome)
            }
            outcome.frames = frames
        } catch {
            outcome.failure = "\(error.code): \(error.message)"
        }
        return outcome
    }

    /// Seeks to places all over `frames`, and reads what is there.
    private static func visit(_ reader: inout AudioReader, _ frames: Int, _ outcome: inout Outcome) throws(MediaError) {
        for part in [2, 5, 9, 1, 12] {
            try reader.seek(to: FrameCount(Int64(frames * part / 10)))
            try outcome.read(&reader, atMost: 4_096)
            _ = reader.takeTagChanges()
        }
    }
}

/// What became of a file.
private struct Outcome {
    let path: String
    var frames = 0
    var errors = 0
    var failure = ""
    private var largest: Float = 0
    private var unnumbered = 0
    private var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    /// A damaged header may promise days of silence.
    private static let mostFrames = 20_000_000

    init(path: String) { self.path = path }

    var line: String { "\(path)\t\(frames)\t\(errors)\t\(largest)\t\(unnumbered)\t\(sum)\t\(failure)" }

    /// Mixes a number into the sum (FNV-1a).
    mutating func add(_ number: some BinaryInteger) { sum = (sum ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01B3 }

    /// Mixes a text into the sum.
    mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

    /// Reads on and looks at every sample.
    mutating func read(_ reader: inout AudioReader, atMost limit: Int) throws(MediaError) {
        let (channels, capacity) = (reader.outputFormat.channelCount, 4_096)
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: channels * capacity)
        let planes = UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels)
        for channel in 0..<channels { planes[channel] = samples + channel * capacity }
        defer {
            samples.deallocate()
            planes.deallocate()
        }
        var left = min(limit, Self.mostFrames)
        while left > 0 {
            let count = try reader.read(into: AudioReader.Planes(planes), capacity: min(capacity, left))
            if count == 0 { return }
            left -= count
            frames += count
            for channel in 0..<channels {
                for frame in 0..<count {
                    let sample = planes[channel][frame]
                    if sample.isFinite { largest = max(largest, abs(sample)) } else { unnumbered += 1 }
                    add(sample.bitPattern)
                }
            }
        }
    }
}
