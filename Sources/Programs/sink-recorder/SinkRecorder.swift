import ArgumentParser
import Glibc

/// A sink that records every frame that it gets, or a source that plays numbered frames. Either drives the graph at its own pace.
@main
struct SinkRecorder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sink-recorder",
        abstract: "A sink for tests: records all it gets, and begins a cycle only when the one before is complete.",
        discussion: "With --source it is a source: each sample that it plays tells the number of its frame.")

    @Option(help: "The node's name.")
    var name = "recorder"

    @Option(help: "Frames a second.")
    var rate = 44_100

    @Option(help: "The loudspeakers' places.")
    var positions = "FL,FR"

    @Option(help: "Of the sinks nobody chose, the one with the highest becomes the default.")
    var priority = 9_000

    @Flag(help: "Let the graph sleep, and choose its rate, while nobody plays.")
    var sleeps = false

    @Flag(help: "Be a source, which plays numbered frames.")
    var source = false

    @Flag(help: "Begin each cycle by the clock, also if the one before is not complete.")
    var clocked = false

    @Option(help: "By how many millionths its device is faster than a graph that another sink drives.")
    var drift = 0.0

    @Option(help: "How many milliseconds later than it gets them its device plays frames, as the sink tells.")
    var latency = 0

    @Option(help: "The latency after the signal SIGUSR2, in milliseconds; after the next one it is again as before.")
    var nextLatency: Int?

    @Option(help: "What the sink also takes in bursts of IEC 61937, with commas: ac3, eac3, dts.")
    var codecs = ""

    @Argument(help: "The file for the frames that a sink gets: interleaved 32-bit floats.")
    var path: String?

    func validate() throws {
        for value in [latency, nextLatency ?? 0] where !(0...2_000).contains(value) {
            throw ValidationError("a latency is between 0 and 2000 ms")
        }
        if source == (path != nil) { throw ValidationError("a sink needs a file for its frames, and a source has none") }
    }

    func run() throws {
        guard let numbers = Positions.numbers(positions) else {
            throw ValidationError("'\(positions)' holds a place that is not known")
        }
        guard let codecNumbers = Codecs.numbers(codecs) else {
            throw ValidationError("'\(codecs)' holds a codec that is not known")
        }
        let (ending, forgetting, changing) = (EndingSignals(), OrderSignal(SIGUSR1), OrderSignal(SIGUSR2))
        let description = RecordingStream.Description(
            name: name, sampleRate: rate, positions: numbers, priority: priority, sleeps: sleeps || source, isSource: source,
            isClocked: clocked, codecs: codecNumbers, drift: drift, latency: Int64(latency) * 1_000_000,
            nextLatency: Int64(nextLatency ?? latency) * 1_000_000)
        let recording = try Recording(description, path: path)
        try recording.run(until: ending, forgetting: forgetting, changing: changing)
        if recording.abandonedCycles > 0 {
            print("\(recording.abandonedCycles) cycles were begun again because no answer came")
        }
    }
}
