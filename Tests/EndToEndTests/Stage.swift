import TestSupport
import Testing

/// A sound system, a recording sink, a daemon and one client that sees all events: what most tests here start with.
struct Stage {
    let system: PrivateSoundSystem
    let capture: SinkCapture
    let daemon: DaemonProcess
    let client: ControlClient

    /// Sets everything up at one sample rate.
    static func set(
        rate: Int = 44_100, channelCount: Int = 2, quantum: Int? = nil, configuration: String = ""
    ) async throws -> Stage {
        let system = try await PrivateSoundSystem.start(.at(rate: rate))
        if let quantum { try await system.forceQuantum(quantum) }
        let capture = try await SinkCapture.asSink(in: system, sampleRate: rate, channelCount: channelCount)
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        return Stage(system: system, capture: capture, daemon: daemon, client: client)
    }

    /// Writes a fixture to a file of that suffix and answers its path.
    func write(_ audio: PCMAudio, bits: Int = 16, suffix: String = "wav", name: String = "fixture") async throws -> String {
        let path = system.directory.file("\(name).\(suffix)")
        if suffix == "wav" {
            try AudioFiles.writeWave(audio, bits: bits, to: path)
        } else {
            try await AudioFiles.encode(audio, bits: bits, to: path)
        }
        return path
    }

    /// Plays one file.
    func play(_ path: String) async throws { try await client.call("play", "{\"uri\":\"\(path)\"}") }

    /// Waits until the queue has been heard to its end.
    func waitForEnd() async throws {
        try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
    }

    /// Ends the recording and compares it with `audio`.
    func comparison(with audio: PCMAudio) async throws -> SampleComparison {
        SampleComparison(of: try await capture.stop(), with: audio)
    }
}

/// Plays up to three times, until the sink got exactly `audio`, and answers the last comparison.
///
/// On a busy machine without a core to spare the graph, or the recorder, misses a cycle now and then; what such a cycle
/// never carried is no fault of the player's, and it does not happen three times in a row. A fault of the player's does.
func exactWithinThreeTries(
    _ audio: PCMAudio, _ play: () async throws -> (SampleComparison, log: String)
) async throws -> (result: SampleComparison, log: String) {
    var last = try await play()
    for _ in 0..<2 where !(last.0.isExact && last.0.matchingFrames == audio.frameCount) { last = try await play() }
    return (last.0, last.log)
}
