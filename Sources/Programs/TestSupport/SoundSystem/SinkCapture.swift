import Glibc

/// Records every frame that reaches a sink. There are three ways; decision 0007 has the measurements.
///
/// - ``driven(in:sampleRate:channels:name:priority:sleeps:)`` is a sink that also drives the graph, by the `sink-recorder`
///   program. It begins a cycle only when the sound of the cycle before has reached it. So it misses nothing, however busy the
///   machine is, and the recording may take longer than the sound. Use it to compare samples.
/// - ``asSink(in:sampleRate:channelCount:name:)`` is a sink on PipeWire's timer, by the `pw-record` program, as real sinks are.
///   If a cycle comes too late, its sound is missing from the recording. Use it if it matters that the clock does not wait for
///   the player.
/// - ``monitoring(_:in:sampleRate:channelCount:)`` records the monitor of another sink, one cycle behind that sink. When the
///   quantum shrinks, it cuts the buffer that was made for the old quantum, and so loses frames that the player delivered. Use
///   it to test *which* sink gets the sound.
package final class SinkCapture: Sendable {
    private let system: PrivateSoundSystem
    private let recorder: ChildProcess
    private let recording: Recording
    /// `node.name` of the recorder. For a capture as sink, this is the name of the sink.
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
    /// The graph runs at the recorder's rate if that rate is allowed. Frames are exact if the player's file has that rate, too.
    /// Forced quanta apply as usual.
    /// - Parameters:
    ///   - channels: by PipeWire's names, such as `["FL", "FR"]`.
    ///   - priority: if nobody has chosen a sink, the one with the highest priority becomes the default.
    ///   - sleeps: whether the sink records only while something plays to it. The graph then chooses its rate, and the recorder
    ///     converts from it. A sound system can have only one sink that does not sleep.
    ///   - codecs: what the sink also takes in bursts of IEC 61937: `ac3`, `eac3`, `dts`. Their words are recorded as fractions of 2¹⁵.
    package static func driven(
        in system: PrivateSoundSystem, sampleRate: Int, channels: [String] = ["FL", "FR"], name: String = "recorder",
        priority: Int = 9_000, sleeps: Bool = false, codecs: [String] = []
    ) async throws(TestSupportError) -> SinkCapture {
        let path = system.directory.file("\(name).f32")
        let program = try BuiltProgram.path(of: "sink-recorder")
        // PipeWire may run a newly linked player before the recorder's thread learns about the link. Each cycle between the two
        // is lost.
        let command = await mayBeRealTime(system) ? ["chrt", "-f", "80", program] : [program]
        let options = [
            "--name", name, "--rate", "\(sampleRate)", "--positions", channels.joined(separator: ","), "--priority",
            "\(priority)", "--codecs", codecs.joined(separator: ","), path,
        ]
        let recorder = try await system.launch(
            command[0], Array(command.dropFirst()) + options + (sleeps ? ["--sleeps"] : []))
        let recording = Recording(path: path, content: .samples(rate: sampleRate), channelCount: channels.count)
        let capture = SinkCapture(
            system: system, recorder: recorder, recording: recording, nodeName: name, sleeps: sleeps)
        if system.options.hasSessionManager { try await system.waitForDefaultSink(name) }
        if !sleeps { try await capture.waitUntilRecording() }
        return capture
    }

    /// Adds a sink that records, makes it the default, and waits until it records.
    ///
    /// The graph runs at the recorder's rate if that rate is allowed. Frames are exact if the player's file has that rate, too.
    package static func asSink(
        in system: PrivateSoundSystem, sampleRate: Int, channelCount: Int = 2, name: String = "recorder"
    ) async throws(TestSupportError) -> SinkCapture {
        // The recorder always runs, so that it records before the first player comes and after the last one has gone.
        let capture = try await start(
            in: system, sampleRate: sampleRate, channelCount: channelCount, name: name, target: "0",
            properties: "media.class=Audio/Sink node.always-process=true priority.session=9000")
        if system.options.hasSessionManager { try await system.waitForDefaultSink(name) }
        try await capture.waitUntilRecording()
        return capture
    }

    /// Records the monitor of the sink `sink`, and waits until the recording runs.
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
        // The largest latency, so that the recorder does not make the graph's quantum small. The recorder takes the graph's
        // frames in an ordinary thread, and drops whole cycles if that thread comes too late. Its role is no player's, which a
        // session manager may have a sink for.
        let command = await mayBeRealTime(system) ? ["chrt", "-f", "80", "pw-record"] : ["pw-record"]
        let recorder = try await system.launch(
            command[0],
            command.dropFirst() + [
                "--target", target, "--rate", "\(sampleRate)", "--channels", "\(channelCount)", "--format", "f32",
                "--media-role", "Test",
                "--latency", "\(system.options.maximumQuantum)",
                "-P", "{ node.name=\(name) node.description=\(name) \(properties) }", path,
            ])
        return SinkCapture(
            system: system, recorder: recorder,
            recording: Recording(path: path, content: .wave, channelCount: channelCount), nodeName: name)
    }

    /// Returns whether the machine allows this user real-time priority.
    private static func mayBeRealTime(_ system: PrivateSoundSystem) async -> Bool {
        (try? await system.run("chrt", ["-f", "80", "true"])) != nil
    }

    /// How many frames are recorded so far, including silence; while the file is open, this may be a few too low.
    package var frameCount: Int { recording.frameCount }

    /// Waits until `count` frames are recorded.
    package func waitForFrames(_ count: Int, deadline: Duration = generousDeadline) async throws(TestSupportError) {
        try await waitUntil("\(nodeName) to record \(count) frames", deadline: deadline, poll: .milliseconds(10)) {
            () async throws(TestSupportError) -> Bool in
            guard recorder.isRunning else {
                throw TestSupportError(.programFailed, "the recorder has ended:\n\(system.log)")
            }
            return frameCount >= count
        }
    }

    /// Has the sink take no bursts any more, as if another receiver was plugged in.
    package func forgetCodecs() { recorder.signal(SIGUSR1) }

    /// Reads everything that is recorded so far.
    package func audioSoFar() throws(TestSupportError) -> PCMAudio { try recording.audio() }

    /// Waits until all frames that were on their way are recorded, and ends the recording. It waits for one more cycle of the
    /// largest size, or, if the sink sleeps while nobody plays, until it sleeps.
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
