import ArgumentParser
import AudioTypes
import Glibc
import Logging
import PipeWireOutput
import RealtimeAudio
import SystemSupport

/// Plays samples from standard input over the output of the daemon, and nothing else, for whoever looks for a fault in one stage.
@main
struct RunOutput: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run-output", abstract: "Play raw samples over Fermata's output, and say how the graph ran.",
        discussion: """
            Standard input has 32-bit floats, one frame behind the other, as run-decoder --raw writes them. All of it is read before the
            first frame is played, so that nothing but the output can be late.

            EXAMPLES
              run-decoder --raw song.flac | run-output --rate 44100 --sink speaker
            """)

    /// How much is read at most, in seconds: the ring holds all of it.
    private static let longest = 60
    /// For how long the sound system may take nothing, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    @Option(help: "Frames a second.") var rate = 48_000
    @Option(help: "The number of channels.") var channels = 2
    @Option(help: "The node.name of the sink; the default one if left out.") var sink: String?
    @Option(help: "The length of a cycle to ask for, in milliseconds.") var cycle = 0.0

    func run() throws {
        guard let sampleRate = SampleRate(hertz: rate), let layout = ChannelLayout.standard(channelCount: channels) else {
            throw ValidationError("a rate of \(rate) Hz with \(channels) channels is none that can be played")
        }
        let samples = Self.read(atMost: rate * channels * Self.longest)
        let frames = samples.count / channels
        guard frames > 0 else { throw ValidationError("standard input has no frame") }
        let renderer = try Self.renderer(samples, frames, StreamFormat(sampleRate: sampleRate, channelLayout: layout))
        var configuration = OutputConfiguration()
        configuration.orders.preferredBufferDuration = cycle / 1_000
        let output = PipeWireOutput(configuration: configuration, logger: Logger(label: "run-output"))
        let hasEnded = Monitor(false)
        try output.start(
            events: { _ in },
            renderEvents: { event in if event.kind == .ended { hasEnded.withLock { $0 = true } } },
            graphChanged: { _ in })
        defer { output.shutDown() }
        output.setTarget(uid: sink)
        output.open(renderer)
        output.setActive(true)
        // A graph that has only just linked the stream may leave it out of a cycle. The callback tells nobody of a cycle, so it is asked.
        let deadline = MonotonicClock.nanoseconds + Self.patience
        while renderer.statistics.callbacks <= 4 {
            guard MonotonicClock.nanoseconds < deadline else {
                throw ValidationError("no sink has taken sound within 10 seconds: wpctl status lists those that there are")
            }
            _ = hasEnded.wait(until: MonotonicClock.nanoseconds + 1_000_000) { $0 ? true : nil }
        }
        renderer.setPlays(true)
        let end = MonotonicClock.nanoseconds + Self.patience + Int64(Self.longest) * 1_000_000_000
        guard hasEnded.wait(until: end, { $0 ? true : nil }) == true else {
            throw ValidationError("the sink has taken only a part of the sound: it stands still, or is gone")
        }
        let (timing, counts) = (output.timing(), renderer.statistics)
        let late = counts.underruns
        print("\(frames) frames at \(timing.graphRate) Hz, \(counts.callbacks) cycles of \(timing.quantum), \(late) underruns")
    }

    /// Reads samples until the end, or as many as there may be.
    private static func read(atMost count: Int) -> [Float] {
        unsafe [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var size = 0
            while size < bytes.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[size...])
                let taken = unsafe Glibc.read(STDIN_FILENO, rest.baseAddress, rest.count)
                if taken <= 0 { break }
                size += taken
            }
            filled = size / MemoryLayout<Float>.stride
        }
    }

    /// Makes a renderer that holds all samples, and is silent until it is told to play.
    private static func renderer(_ samples: [Float], _ frames: Int, _ format: StreamFormat) throws -> Renderer {
        let channels = format.channelCount
        let renderer = try Renderer(
            format: format, bufferSeconds: Double(frames) / Double(format.sampleRate.hertz) + 0.1, fadeSeconds: 0,
            workerDescriptor: EventDescriptor())
        _ = renderer.producer.push(
            SegmentMarker(ringFrame: 0, segment: 1, mediaFrame: 0, generation: 0, kind: .begin, rampsIn: false))
        _ = renderer.producer.push(
            SegmentMarker(
                ringFrame: UInt64(frames), segment: 1, mediaFrame: Int64(frames), generation: 0, kind: .end, rampsIn: false))
        let fits = unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>.self, capacity: channels) { planes in
            guard let base = planes.baseAddress, unsafe renderer.producer.writeRegion(after: 0, into: base) >= frames else {
                return false
            }
            for channel in 0..<channels {
                for frame in 0..<frames { unsafe planes[channel][frame] = samples[frame * channels + channel] }
            }
            return true
        }
        guard fits else { throw ValidationError("\(frames) frames of \(channels) channels are more than the ring holds") }
        renderer.producer.commit(frames)
        return renderer
    }
}
