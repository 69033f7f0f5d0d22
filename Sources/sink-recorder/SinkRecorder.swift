import ArgumentParser
import Glibc

/// A sink that records every frame that it gets, and drives the graph at its own pace.
@main
struct SinkRecorder: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sink-recorder",
        abstract: "A sink for tests: records all it gets, and begins a cycle only when the one before is complete.")

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

    @Argument(help: "The file for the frames: interleaved 32-bit floats.")
    var path: String

    func run() throws {
        guard let numbers = Positions.numbers(positions) else {
            throw ValidationError("'\(positions)' holds a place that is not known")
        }
        let ending = EndingSignals()
        let description = RecordingStream.Description(
            name: name, sampleRate: rate, positions: numbers, priority: priority, sleeps: sleeps)
        let recording = try Recording(description, path: path)
        try recording.run(until: ending)
        if recording.abandonedCycles > 0 {
            print("\(recording.abandonedCycles) cycles were begun again because no answer came")
        }
    }
}
