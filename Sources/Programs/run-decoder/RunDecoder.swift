import ArgumentParser
import AudioTypes
import Glibc
import Media
import MediaTypes
import SystemSupport

/// Decodes a file as playback does, and nothing else, for whoever looks for a fault in one stage.
@main
struct RunDecoder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-decoder", abstract: "Decode a file as playback does, and say what came of it.",
        discussion: """
            The hash is that of all samples in their order: of two files with the same sound it is the same.

            EXAMPLES
              run-decoder song.flac
              run-decoder --raw song.flac | run-output --rate 44100
            """)

    @Flag(help: "Write the samples to standard output: 32-bit floats, one frame behind the other.") var raw = false
    @Option(help: "Begin at this second.") var start = 0.0
    @Argument(help: "The file.") var file: String

    func run() throws {
        guard (0...31_536_000).contains(start) else { throw ValidationError("--start is 0 to 31,536,000 seconds") }
        guard let path = unsafe realpath(file, nil) else { throw ValidationError("there is no file \(file)") }
        defer { unsafe free(path) }
        var reader = try AudioReader(MediaLocation(path: unsafe String(cString: path).utf8))
        if start > 0 { try reader.seek(to: FrameCount(seconds: start, at: reader.outputFormat.sampleRate)) }
        let channels = reader.outputFormat.channelCount
        let buffer = PlaneBuffer(channelCount: channels, capacity: 4_096)
        var sound = DecodedSound(channels: channels)
        var shortage = ""
        do throws(MediaError) {
            while case let count = unsafe try reader.read(into: buffer.planes, capacity: buffer.capacity), count > 0 {
                let samples = unsafe sound.take(buffer.planes, count: count)
                let bytes = unsafe samples.withUnsafeBytes { unsafe [UInt8]($0) }
                if raw, AtomicFile.write(bytes, to: STDOUT_FILENO, isSynced: false) != 0 { break }
            }
        } catch {
            guard error.code == .incomplete else { throw error }
            shortage = "; \(error)"
        }
        let track = reader.info.track
        let bits = track.bitsPerSample.map { ", \($0) bits" } ?? ""
        let lines = """
            \(track.codec), \(reader.outputFormat.sampleRate.hertz) Hz, \(channels) channels\(bits)
            \(sound.frames) frames, peak \(sound.peak), hash \(String(sound.hash, radix: 16))
            \(reader.decodeErrorCount) damaged packets\(shortage)

            """
        _ = AtomicFile.write(Array(lines.utf8), to: raw ? STDERR_FILENO : STDOUT_FILENO, isSynced: false)
    }
}

/// What is known of samples once they are decoded.
private struct DecodedSound {
    private(set) var frames = 0
    private(set) var peak: Float = 0
    /// FNV-1a (Fowler, Noll and Vo) over the bits of all samples.
    private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    private let channels: Int

    init(channels: Int) { self.channels = channels }

    /// Takes in `count` frames, and returns them one behind the other.
    mutating func take(_ planes: AudioReader.Planes, count: Int) -> [Float] {
        var samples: [Float] = []
        samples.reserveCapacity(count * channels)
        for frame in 0..<count {
            for channel in 0..<channels {
                let sample = unsafe planes[channel][frame]
                peak = max(peak, abs(sample))
                hash = (hash ^ UInt64(sample.bitPattern)) &* 0x100_0000_01B3
                samples.append(sample)
            }
        }
        frames += count
        return samples
    }
}
