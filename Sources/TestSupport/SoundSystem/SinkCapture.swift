import Glibc

/// Records every frame that reaches a sink, by the `pw-record` program.
///
/// There are two ways. A capture that *is* the sink gets the player's frames in the cycle in which the player makes
/// them, and loses none when the graph's quantum changes. A capture of a sink's monitor runs one cycle behind the
/// sink; when the quantum shrinks it cuts the one buffer that was still made for the old quantum, and so loses frames that
/// the player delivered. Decision 0007 has the measurements. Compare samples through ``asSink``; listen to a monitor
/// where the test is about *which* sink gets the sound.
///
/// Neither can record what a graph cycle that missed its time never carried.
package final class SinkCapture: Sendable {
    private let system: PrivateSoundSystem
    private let recorder: ChildProcess
    private let path: String
    private let channelCount: Int
    /// `node.name` of the recorder; of a capture as sink, the name of the sink.
    package let nodeName: String

    private init(
        system: PrivateSoundSystem, recorder: ChildProcess, path: String, channelCount: Int, nodeName: String
    ) {
        self.system = system
        self.recorder = recorder
        self.path = path
        self.channelCount = channelCount
        self.nodeName = nodeName
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
            system: system, recorder: recorder, path: path, channelCount: channelCount, nodeName: name)
    }

    /// Whether the machine lets this user have real-time priority.
    private static func mayBeRealTime(_ system: PrivateSoundSystem) async -> Bool {
        (try? await system.run("chrt", ["-f", "80", "true"])) != nil
    }

    /// How many frames are recorded so far, silence included; a few less than that while the file is open.
    package var frameCount: Int {
        max(0, (fileLength(path) ?? 0) - 80) / (channelCount * MemoryLayout<Float>.size)
    }

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
    package func audioSoFar() throws(TestSupportError) -> PCMAudio { try WaveFile.decodeFloat(try readFile(path)) }

    /// Waits until one largest cycle more is recorded, which carries whatever was still on its way, and ends the
    /// recording.
    package func stop() async throws(TestSupportError) -> PCMAudio {
        try await waitForFrames(frameCount + system.options.maximumQuantum)
        try await recorder.stop(SIGINT)
        return try audioSoFar()
    }

    private func waitUntilRecording() async throws(TestSupportError) { try await waitForFrames(1) }
}
