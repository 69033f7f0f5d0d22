import TestSupport
import Testing

/// A desktop with a speaker, perhaps headphones, a daemon that plays a file on the better one, and a client that sees all
/// events.
struct SessionStage {
    let system: PrivateSoundSystem
    let daemon: DaemonProcess
    let client: ControlClient
    /// What the file holds.
    let audio: PCMAudio
    let path: String
    /// What records every frame that reaches the speaker, where that was asked for.
    var speaker: SinkCapture?

    /// Frames of a 10 ms fade.
    static let fade = 441

    /// Sets everything up with a file of 44.1 kHz, in a graph that runs at `rate` by itself, and plays on `sink`, which is added where it is not the
    /// speaker. The daemon gets `environment` besides that of the sound system.
    static func playing(
        on sink: NullSink = .speaker, seconds: Int = 60, configuration: String = "", sinks: [NullSink] = [.speaker],
        rate: Int = 44_100, recordsSpeaker: Bool = false, environment: [String: String] = [:]
    ) async throws -> SessionStage {
        let stage = try await set(
            on: sink, seconds: seconds, configuration: configuration, sinks: sinks, rate: rate, recordsSpeaker: recordsSpeaker,
            environment: environment)
        try await stage.play()
        try await stage.system.waitForLink(from: "fermata", to: sink.name)
        return stage
    }

    /// The same without playing yet. Where `recordsSpeaker`, the speaker is ``speaker``, the sink that every frame is compared in,
    /// and not on a timer.
    static func set(
        on sink: NullSink = .speaker, seconds: Int = 60, configuration: String = "", sinks: [NullSink] = [.speaker],
        rate: Int = 44_100, recordsSpeaker: Bool = false, environment: [String: String] = [:], sessionManager: String = ""
    ) async throws -> SessionStage {
        var options = SoundSystemOptions.at(rate: rate)
        options.sessionManagerFragment = sessionManager
        options.sinks = recordsSpeaker ? [] : sinks
        let system = try await PrivateSoundSystem.start(options)
        var speaker: SinkCapture?
        if recordsSpeaker {
            speaker = try await SinkCapture.driven(
                in: system, sampleRate: rate, name: NullSink.speaker.name, priority: NullSink.speaker.priority, sleeps: true)
        }
        if !sinks.contains(sink) { try await system.addSink(sink) }
        let hasOutput = !options.sinks.isEmpty || speaker != nil || sink != .speaker
        if hasOutput { try await system.waitForDefaultSink(sink.name) }
        let audio = AudioFixture.unique(frameCount: 44_100 * seconds)
        let path = system.directory.file("fixture.wav")
        try AudioFiles.writeWave(audio, to: path)
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration, environment: environment)
        let client = try daemon.connect()
        // It answers before it has seen the graph; what it sees first is no change.
        if hasOutput {
            try await waitUntil("the daemon to know \(sink.name)") { () async throws(TestSupportError) -> Bool in
                try await client.call("route.get").string(at: "result.outputs.0.uid") == sink.name
            }
        }
        try await client.call("events.subscribe")
        return SessionStage(system: system, daemon: daemon, client: client, audio: audio, path: path, speaker: speaker)
    }

    /// Plays the file, and waits for its first frame.
    func play() async throws {
        try await client.call("play", "{\"uri\":\"\(path)\"}")
        try await client.waitForEvent("player.itemChanged")
    }

    /// Waits until more than so many seconds were heard.
    func waitForPosition(_ seconds: Double) async throws {
        try await waitUntil("\(seconds) seconds to be heard") { () async throws(TestSupportError) in
            let status = try await client.call("status")
            return status.number(at: "result.position.seconds").map { $0 > seconds } ?? false
        }
    }

    /// Waits until the player says that it is in that state.
    @discardableResult
    func waitForState(_ state: String, reason: String? = nil) async throws -> ControlMessage {
        try await client.waitForEvent("player.stateChanged") {
            $0.string(at: "params.state") == state && (reason == nil || $0.string(at: "params.reason") == reason)
        }
    }

    /// Chooses an output for the sound, once the daemon knows it: another program may see a new sink before.
    @discardableResult
    func select(_ output: String) async throws -> ControlMessage {
        try await waitUntil("the daemon to know \(output)") { () async throws(TestSupportError) -> Bool in
            let outputs = try await client.call("route.outputs")
            return (0..<8).contains { outputs.string(at: "result.\($0).uid") == output }
        }
        return try await client.call("route.select", "{\"output\":\"\(output)\"}")
    }

    @discardableResult
    func waitForRouteChange(_ reason: String) async throws -> ControlMessage {
        let event = try await client.waitForEvent("session.routeChanged")
        #expect(event.string(at: "params.reason") == reason, "\(event.line)\n\(daemon.log)")
        return event
    }

    /// The position of a player that stands, in frames.
    func standingFrame() async throws -> Int {
        let status = try await client.call("status")
        return Int(((status.number(at: "result.position.seconds") ?? -1) * 44_100).rounded())
    }

    func state() async throws -> String? { try await client.call("status").string(at: "result.state") }

    /// Starts a stream of that role, as a program that calls, rings or plays beside us does; it ends when it is stopped.
    func startStream(role: String, volume: Double = 1) async throws -> ChildProcess {
        let before = try await system.graph().playbackStreams.map(\.id)
        let stream = try await system.launch("pw-play", ["--media-role", role, "--volume", "\(volume)", path])
        let _: Int = try await system.waitForGraph("a \(role) stream to run") { graph in
            graph.playbackStreams.first { !before.contains($0.id) && $0.state == "running" }?.id
        }
        return stream
    }

    /// Whether what was recorded behind the silence is the file from `frame` on, up to the end of the record, apart from
    /// the ramp at its beginning and at its end.
    func continues(_ captured: PCMAudio, from frame: Int) -> Bool {
        let sounding = captured.soundingRange
        let length = sounding.count - 2 * Self.fade
        guard length > 4 * Self.fade else { return false }
        let heard = captured[(sounding.lowerBound + Self.fade)..<(sounding.lowerBound + Self.fade + length)]
        // The fixture's first frame may be as good as silent: what is looked for is the place where the rest fits.
        return (frame - 2...frame + 2).contains { start in
            start >= 0 && audio[(start + Self.fade)..<(start + Self.fade + length)].samples == heard.samples
        }
    }
}
