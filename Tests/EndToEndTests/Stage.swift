import TestSupport
import Testing

/// A sound system, a recording sink, a daemon and one client that sees all events: what most tests here start with.
struct Stage {
    let system: PrivateSoundSystem
    let capture: SinkCapture
    let daemon: DaemonProcess
    let client: ControlClient

    /// PipeWire's names of the places of that many loudspeakers, as WAVE and FLAC order them.
    private static let channels = [
        1: ["MONO"], 2: ["FL", "FR"], 6: ["FL", "FR", "FC", "LFE", "RL", "RR"],
        8: ["FL", "FR", "FC", "LFE", "RL", "RR", "SL", "SR"],
    ]

    /// Sets everything up at one sample rate, with a sink of 1, 2, 6 or 8 channels.
    static func set(
        rate: Int = 44_100, channelCount: Int = 2, quantum: Int? = nil, configuration: String = ""
    ) async throws -> Stage {
        let channels = try #require(channels[channelCount])
        let system = try await PrivateSoundSystem.start(.at(rate: rate))
        if let quantum { try await system.forceQuantum(quantum) }
        let capture = try await SinkCapture.driven(in: system, sampleRate: rate, channels: channels)
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

    /// Ends the recording and answers it, without one thing that is the graph's doing and no player's: now and then, where no
    /// thread has real-time priority and the machine is busy, the graph leaves a player that was only just linked out of
    /// the cycles behind its first one. What is taken out is silence as long as what was heard before, and only where the
    /// daemon was asked for no frame that it did not have.
    func recording() async throws -> PCMAudio {
        let captured = try await capture.stop()
        let sound = captured.soundingRange
        let gap = captured.firstSilence(in: sound)
        guard !gap.isEmpty, gap.count == gap.lowerBound - sound.lowerBound,
            try await client.call("server.statistics").number(at: "result.underruns") == 0
        else { return captured }
        return captured[0..<gap.lowerBound].followed(by: captured[gap.upperBound..<captured.frameCount])
    }

    /// Ends the recording, which must hold exactly `audio` between two silences.
    func expectExactly(_ audio: PCMAudio, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let result = SampleComparison(of: try await recording(), with: audio)
        #expect(
            result.isExact && result.matchingFrames == audio.soundingRange.count, "\(result)\n\(daemon.log)",
            sourceLocation: sourceLocation)
    }
}

extension PCMAudio {
    /// The first frames within `range` in which all samples are 0, as far as they go; empty where there are none.
    func firstSilence(in range: Range<Int>) -> Range<Int> {
        func isSilent(_ frame: Int) -> Bool {
            (frame * channelCount..<(frame + 1) * channelCount).allSatisfy { samples[$0] == 0 }
        }
        guard let start = range.first(where: isSilent) else { return range.upperBound..<range.upperBound }
        return start..<((start..<range.upperBound).first { !isSilent($0) } ?? range.upperBound)
    }
}
