import Glibc

/// Records every frame that reaches a sink. There are three ways; decision 0007 has the measurements.
///
/// - ``driven(in:sampleRate:channels:name:priority:sleeps:)`` is a sink that also drives the graph, by the `sink-recorder` program.
///   It begins a cycle only when the one before has reached it, so nothing is missed however busy the machine is, and
///   the sound may take longer than its length. Compare samples through this.
/// - ``asSink(in:sampleRate:channelCount:name:)`` is a sink on PipeWire's timer, by the `pw-record` program, as real
///   sinks are. What a cycle that missed its time never carried is not in it. Use it where it matters that the clock does
///   not wait for the player.
/// - ``monitoring(_:in:sampleRate:channelCount:)`` records another sink's monitor, one cycle behind that sink. When the
///   quantum shrinks it cuts the buffer that was made for the old one, and so loses frames that the player delivered. Use
///   it where the test is about *which* sink gets the sound.
package final class SinkCapture: Sendable {
    private let system: PrivateSoundSystem
    private let recorder: ChildProcess
    private let recording: Recording
    /// `node.name` of the recorder; of a capture as sink, the name of the sink.
    package let nodeName: String
    /// Whether it records only while something plays.
    private let sleeps: Bool

    private init(
        system: PrivateSoundSystem, recorder: ChildProcess, recording: Recording, nodeName: String, sleeps: Bool = false
    ) {
        self.system = system
        self.recorder = recorder
        self.recording = recording
        self.nodeName = nodeName
        self.sleeps = sleeps
    }

    /// Adds a sink that records and drives the graph, makes it the default, and waits until it records.
    ///
    /// The graph's rate is the recorder's if that is among the allowed rates; frames are exact when the player's file has
    /// that rate too. Forced quanta hold here as everywhere.
    /// - Parameters:
    ///   - channels: by PipeWire's names, such as `["FL", "FR"]`.
    ///   - priority: of the sinks nobody chose, the one with the highest becomes the default.
    ///   - sleeps: whether it records only while something plays to it, at a rate of the graph's choice that the recorder
    ///     converts from. Only one sink that does not can be in a sound system.
    package static func driven(
        in system: PrivateSoundSystem, sampleRate: Int, channels: [String] = ["FL", "FR"], name: String = "recorder",
        priority: Int = 9_000, sleeps: Bool = false
    ) async throws(TestSupportError) -> SinkCapture {
        let path = system.directory.file("\(name).f32")
        let program = try BuiltProgram.path(of: "sink-recorder")
        // A player that was linked to it may be ahead of the thread in which it hears of the link, by a cycle that is lost.
        let command = await mayBeRealTime(system) ? ["chrt", "-f", "80", program] : [program]
        let options = [
            "--name", name, "--rate", "\(sampleRate)", "--positions", channels.joined(separator: ","), "--priority",
            "\(priority)", path,
        ]
        let recorder = try await system.launch(
            command[0], command.dropFirst() + options + (sleeps ? ["--sleeps"] : []))
        let recording = Recording(path: path, content: .samples(rate: sampleRate), channelCount: channels.count)
        let capture = SinkCapture(
            system: system, recorder: recorder, recording: recording, nodeName: name, sleeps: sleeps)
        if system.options.hasSessionManager { try await system.waitForDefaultSink(name) }
        if !sleeps { try await capture.waitUntilRecording() }
        return capture
    }

    /// Adds a sink that records, makes it the default, and waits until it records.
    ///
    /// The graph's rate follows the recorder's if it is among the allowed rates; frames are exact when the player's
    /// file has that rate too.
    package static func asSink(
        in system: PrivateSoundSystem, sampleRate: Int, channelCount: Int = 2, name: String = "recorder"
    ) async throws(TestSupportError) -> SinkCapture {
        // It always runs, so that it records before the first player comes and after the last has gone.
        let capture = try await start(
            in: system, sampleRate: sampleRate, channelCount: channelCount, name: name, target: "0",
            properties: "media.class=Audio/Sink node.always-process=true priority.session=9000")
        if system.options.hasSessionManager { try await system.waitForDefaultSink(name) }
        try await capture.waitUntilRecording()
        return capture
    }

    /// Records the monitor of the sink `sink`, and waits until it does.
    package static func monitoring(
        _ sink: String, in system: PrivateSoundSystem, sampleRate: Int, channelCount: Int = 2
    ) async throws(TestSupportError) -> SinkCapture {
        let name = "monitor-of-\(sink)"
        let capture = try await start(
            in: system, sampleRate: sampleRate, channelCount: channelCount, name: name, target: sink,
            properties: "stream.capture.sink=true")
        try await system.waitForLink(from: sink, to: name)
        try await capture.waitUntilRecording()
        return capture
    }

    private static func start(
        in system: PrivateSoundSystem, sampleRate: Int, channelCount: Int, name: String, target: String,
        properties: String
    ) async throws(TestSupportError) -> SinkCapture {
        let path = system.directory.file("\(name).wav")
        // The largest latency: a recorder must not be what makes the graph's quantum small.
        // It takes what the graph gives it in an ordinary thread, and drops whole cycles where that one comes too late.
        let command = await mayBeRealTime(system) ? ["chrt", "-f", "80", "pw-record"] : ["pw-record"]
        let recorder = try await system.launch(
            command[0],
            command.dropFirst() + [
                "--target", target, "--rate", "\(sampleRate)", "--channels", "\(channelCount)", "--format", "f32",
                "--latency", "\(system.options.maximumQuantum)",
                "-P", "{ node.name=\(name) node.description=\(name) \(properties) }", path,
            ])
        return SinkCapture(
            system: system, recorder: recorder,
            recording: Recording(path: path, content: .wave, channelCount: channelCount), nodeName: name)
    }

    /// Whether the machine lets this user have real-time priority.
    private static func mayBeRealTime(_ system: PrivateSoundSystem) async -> Bool {
        (try? await system.run("chrt", ["-f", "80", "true"])) != nil
    }

    /// How many frames are recorded so far, silence included; a few less than that while the file is open.
    package var frameCount: Int { recording.frameCount }

    /// Waits until `count` frames are recorded.
    package func waitForFrames(_ count: Int, deadline: Duration = patience) async throws(TestSupportError) {
        try await waitUntil("\(nodeName) to record \(count) frames", deadline: deadline, poll: .milliseconds(10)) {
            () async throws(TestSupportError) -> Bool in
            guard recorder.isRunning else {
                throw TestSupportError(.programFailed, "the recorder has ended:\n\(system.log)")
            }
            return frameCount >= count
        }
    }

    /// Everything that is recorded so far.
    package func audioSoFar() throws(TestSupportError) -> PCMAudio { try recording.audio() }

    /// Waits until whatever was still on its way has been recorded, and ends the recording: for one largest cycle more or,
    /// where the sink sleeps while nobody plays, until it does.
    package func stop() async throws(TestSupportError) -> PCMAudio {
        if sleeps {
            let name = nodeName
            let _: Bool = try await system.waitForGraph("\(name) to sleep") {
                $0.node(named: name)?.state == "running" ? nil : true
            }
        } else {
            try await waitForFrames(frameCount + system.options.maximumQuantum)
        }
        try await recorder.stop(SIGINT)
        return try audioSoFar()
    }

    private func waitUntilRecording() async throws(TestSupportError) { try await waitForFrames(1) }
}
