import TestSupport

/// A sound system with a microphone whose samples are the numbers of their frames, and a daemon.
struct RecordingStudio {
    let system: PrivateSoundSystem
    let daemon: DaemonProcess
    let client: ControlClient
    let microphone: ChildProcess
    let directory: TemporaryDirectory
    let configuration: String

    /// - Parameter positions: the channels of the microphone. Every second one has the numbers below zero.
    static func set(positions: String = "FL,FR", recording: String = "") async throws -> RecordingStudio {
        let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
        let directory = try TemporaryDirectory()
        let microphone = try await system.launch(
            try BuiltProgram.path(of: "sink-recorder"),
            ["--source", "--name", "microphone", "--rate", "48000", "--positions", positions])
        let configuration = "[recording]\ndirectory = \"\(directory.path)/made\"\n\(recording)\n"
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        try await waitUntil("the input") {
            (try? await client.call("route.inputs"))?.string(at: "result.0.uid") == "microphone"
        }
        return RecordingStudio(
            system: system, daemon: daemon, client: client, microphone: microphone, directory: directory,
            configuration: configuration)
    }

    /// Waits until a recording is `seconds` long.
    func waitForSound(_ seconds: Double) async throws {
        try await waitUntil("\(seconds) s of sound") {
            (try? await client.call("record.list"))?.number(at: "result.0.duration") ?? 0 >= seconds
        }
    }

    func stop(_ id: Int) async throws -> ControlMessage {
        try await client.call("record.stop", #"{"recording":\#(id)}"#)
    }
}
