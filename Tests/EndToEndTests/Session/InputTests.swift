import Glibc
import TestSupport
import Testing

@Suite("Inputs", .serialized)
struct InputTests {
    /// A desktop with a speaker and a microphone, and a daemon.
    private struct Desk {
        let system: PrivateSoundSystem
        let daemon: DaemonProcess
        let client: ControlClient
        let directory: TemporaryDirectory
        let configuration: String

        static func set() async throws -> Desk {
            let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
            var microphone = NullSink(name: "microphone", description: "Microphone", channels: ["MONO"], priority: 900)
            microphone.isMicrophone = true
            try await system.addSink(microphone)
            let directory = try TemporaryDirectory()
            let configuration = "[recording]\ndirectory = \"\(directory.path)/made\"\n"
            let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
            let client = try daemon.connect()
            try await client.call("events.subscribe")
            let desk = Desk(
                system: system, daemon: daemon, client: client, directory: directory, configuration: configuration)
            try await waitUntil("the input") {
                (try? await client.call("route.inputs"))?.line.contains("microphone") == true
            }
            return desk
        }

        func setCategory(_ mode: String = "default", options: String = "") async throws {
            try await client.call(
                "session.setCategory", #"{"category":"playAndRecord","mode":"\#(mode)","options":[\#(options)]}"#)
        }

        @discardableResult
        func record(_ more: String = "") async throws -> ControlMessage {
            try await client.call("record.start", #"{"format":"wav","bits":"float"\#(more)}"#)
        }

        /// Waits until the first recording comes from `uid`.
        func waitForInput(_ uid: String) async throws {
            try await waitUntil("a recording from \(uid)") {
                (try? await client.call("record.list"))?.string(at: "result.0.from.0") == uid
            }
        }

        func waitForSound(_ seconds: Double) async throws {
            try await waitUntil("\(seconds) s of sound:\n\(daemon.log)") {
                (try? await client.call("record.list"))?.number(at: "result.0.duration") ?? 0 >= seconds
            }
        }

        func stop() async throws -> ControlMessage { try await client.call("record.stop", #"{"recording":1}"#) }

        /// Adds a headset, and waits until the sound goes to it.
        func addHeadset() async throws -> ExportedHeadset {
            let headset = try await ExportedHeadset(socket: system.serverSocket)
            try await waitUntil("the headset") {
                (try? await client.call("route.get"))?.string(at: "result.outputs.0.uid") == headset.sink
            }
            return headset
        }
    }

    @Test("of a card with a socket are one for each port; the chosen one is used, and given back at the end")
    func ports() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
        var headset = ExportedCard.Port.headsetMicrophone
        headset.isAvailable = true
        let card = try await ExportedCard(
            socket: system.serverSocket, name: "card", sink: "analog", ports: [.speaker, .microphone, headset],
            source: "analog-in")
        let configuration = "[recording]\ndirectory = \"\(system.directory.path)/made\"\n"
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        func uid(_ port: ExportedCard.Port) -> String { "analog-in#\(port.name)" }
        try await waitUntil("both inputs") {
            (try? await client.call("route.inputs")).map { $0.line.contains(uid(.microphone)) && $0.line.contains(uid(headset)) }
                == true
        }
        // The session manager may have taken the headset by itself.
        card.setActive(input: ExportedCard.Port.microphone.name)
        try await waitUntil("the microphone to be the input") {
            (try? await client.call("route.inputs"))?.string(at: "result.0.uid") == uid(.microphone)
                && card.activeInput == "analog-input-internal-mic"
        }
        try await client.call("session.setCategory", #"{"category":"playAndRecord"}"#)
        try await client.call("session.setPreferredInput", #"{"input":"\#(uid(headset))"}"#)
        try await waitUntil("the headset to be the input") {
            (try? await client.call("route.get"))?.string(at: "result.inputs.0.type") == "headsetMic"
                // The card hears of it a moment later than the client.
                && card.activeInput == headset.name
        }
        let route = try await client.call("route.get")
        #expect(route.string(at: "result.inputs.0.uid") == uid(headset))
        #expect(route.value(at: "result.inputs.0.channelNames", as: [String].self) == ["FL", "FR"])
        #expect(route.value(at: "result.outputs.0.private", as: Bool.self) == false)
        try await client.call("session.setPreferredInput", #"{"input":null}"#)
        try await waitUntil("the port to be given back") {
            (try? await client.call("route.get"))?.string(at: "result.inputs.0.uid") == uid(.microphone)
        }
        // A recording borrows a port, too.
        try await client.call("record.start", #"{"source":"input","input":"\#(uid(headset))","path":"memo.wav"}"#)
        #expect(card.activeInput == headset.name)
        let refused = try await client.reply(
            to: "record.start", #"{"source":"input","input":"\#(uid(.microphone))","path":"other.wav"}"#)
        #expect(refused.line.contains("\(headset.name) is being recorded"), "\(refused.line)")
        try await client.call("record.stop", #"{"recording":1}"#)
        try await waitUntil("the port to be given back") {
            (try? await client.call("route.get"))?.string(at: "result.inputs.0.uid") == uid(.microphone)
        }
        try await client.call("session.setPreferredInput", #"{"input":"\#(uid(headset))"}"#)
        try await waitUntil("the headset to be the input") { card.activeInput == headset.name }
        try await daemon.stop()
        try await waitUntil("the port to be given back") { card.activeInput == "analog-input-internal-mic" }
    }

    @Test("have the volume that a client sets, as the mixer shows it, and tell what a mixer sets")
    func volume() async throws {
        let desk = try await Desk.set()
        // Until somebody listens, a virtual source of newer servers has no converter, and no program can set its volume.
        let listener = try await desk.system.launch(
            "pw-record", ["--target", "microphone", desk.system.directory.file("listener.wav")])
        defer { withExtendedLifetime(listener) {} }
        try await desk.system.waitForLink(from: "microphone", to: "pw-record")
        let set = try await desk.client.call("route.setInputVolume", #"{"level":0.4,"muted":true}"#)
        #expect(set.number(at: "result.level") == 0.4 && set.value(at: "result.muted", as: Bool.self) == true)
        try await desk.client.waitForEvent("session.inputVolumeChanged") {
            abs(($0.number(at: "params.level") ?? 0) - 0.4) < 1e-3 && $0.value(at: "params.muted", as: Bool.self) == true
        }
        let id = try #require(try await desk.system.graph().node(named: "microphone")?.id)
        #expect(try await desk.system.run("wpctl", ["get-volume", "\(id)"]).contains("0.40 [MUTED]"))
        try await desk.system.run("wpctl", ["set-mute", "\(id)", "0"])
        try await desk.system.run("wpctl", ["set-volume", "\(id)", "0.7"])
        try await desk.client.waitForEvent("session.inputVolumeChanged") {
            abs(($0.number(at: "params.level") ?? 0) - 0.7) < 1e-3 && $0.value(at: "params.muted", as: Bool.self) == false
        }
        try await desk.setCategory()
        let route = try await desk.client.call("route.get")
        #expect(abs((route.number(at: "result.inputs.0.volume") ?? 0) - 0.7) < 1e-3, "\(route.line)")
        let less = try await desk.client.call("route.setInputVolume", #"{"delta":-0.2}"#)
        #expect(abs((less.number(at: "result.level") ?? 0) - 0.5) < 1e-3)
        for wrong in ["{}", #"{"level":0.5,"delta":0.1}"#, #"{"level":"loud"}"#] {
            let refused = try await desk.client.reply(to: "route.setInputVolume", wrong)
            #expect(refused.number(at: "error.code") == -32_602, "\(refused.line)")
        }
    }

    @Test(
        "of a talk, or if the recording wants that, have no echo of what is played, and the canceller lasts as long as the recording",
        arguments: ["voiceChat", "default"])
    func echo(mode: String) async throws {
        let desk = try await Desk.set()
        try await desk.setCategory(mode)
        #expect(try await desk.system.graph().node(named: "fermata-echo-cancel") == nil)
        // A tone that comes and goes: the canceller takes steady noise away, whoever makes it.
        var samples = AudioFixture.sine(frequency: 300, frameCount: 48_000 * 40, sampleRate: 48_000).samples
        for index in samples.indices where (index / 2) % 12_000 < 4_000 { samples[index] = 0 }
        let audio = PCMAudio(sampleRate: 48_000, channelCount: 2, samples: samples)
        let path = desk.system.directory.file("echo.wav")
        try AudioFiles.writeWave(audio, to: path)
        try await desk.client.call("play", "{\"uri\":\"\(path)\"}")
        try await desk.system.waitForLink(from: "fermata", to: "speaker")
        // What is played comes back through the microphone.
        try await desk.system.run("pw-link", ["fermata:output_FL", "microphone:input_MONO"])
        try await desk.record(mode == "default" ? #","echoCancelled":true"# : "")
        try await desk.waitForInput("fermata-echo-cancel")
        let plain = try await desk.record(#","input":"microphone""#)
        try await desk.waitForSound(6)
        let route = try await desk.client.call("route.get")
        let routed = mode == "default" ? "microphone" : "fermata-echo-cancel"
        #expect(route.string(at: "result.inputs.0.uid") == routed, "\(route.line)")
        let clean = try #require(try await desk.stop().string(at: "result.path"))
        let ended = try await desk.client.call("record.stop", #"{"recording":2}"#)
        let echo = try #require(ended.string(at: "result.path"))
        #expect(plain.number(at: "result.recording") == 2)
        let loudness = try await Self.powerOfEnd(of: clean)
        let whole = try await Self.powerOfEnd(of: echo)
        #expect(whole > 0.001 && loudness < whole / 100, "\(loudness) of \(whole)")
        try await waitUntil("the end of the canceller") { () async throws(TestSupportError) -> Bool in
            try await desk.system.graph().node(named: "fermata-echo-cancel") == nil
        }
        #expect(try await desk.client.call("route.get").string(at: "result.inputs.0.uid") == "microphone")
    }

    @Test("of a talk may begin and end many times while something plays")
    func manyTalks() async throws {
        let desk = try await Desk.set()
        try await desk.setCategory("voiceChat")
        let path = desk.system.directory.file("tone.wav")
        try AudioFiles.writeWave(
            AudioFixture.sine(frequency: 300, frameCount: 48_000 * 60, sampleRate: 48_000), to: path)
        try await desk.client.call("play", "{\"uri\":\"\(path)\"}")
        // On a busy machine the recordings may take longer than the tone.
        try await desk.client.call("queue.set", #"{"repeat":"all"}"#)
        try await desk.system.waitForLink(from: "fermata", to: "speaker")
        // On a busy machine a recording may give up the wait for its canceller, and then records without one.
        for number in 1...20 {
            try await desk.record()
            try await desk.waitForSound(0.1)
            try await desk.client.call("record.stop", #"{"recording":\#(number)}"#)
        }
    }

    /// The mean square of the last two seconds.
    private static func powerOfEnd(of path: String) async throws -> Double {
        let audio = try await AudioFiles.decode(path, sampleRate: 48_000, channelCount: 1)
        let end = audio.samples.suffix(96_000)
        return end.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, end.count))
    }

    @Test("of a talk record the plain microphone where PipeWire has no canceller, and the log says why")
    func noCanceller() async throws {
        let desk = try await Desk.set()
        try await desk.daemon.stop()
        // A directory with all plugins of PipeWire but that one.
        let plugins = try desk.directory.makeDirectory("plugins")
        try await desk.system.run("sh", ["-c", "ln -s /usr/lib/*/spa-0.2/* \(plugins)/; rm \(plugins)/aec"])
        let daemon = try await DaemonProcess.start(
            in: desk.system, configuration: desk.configuration, environment: ["SPA_PLUGIN_DIR": plugins])
        let client = try daemon.connect()
        try await waitUntil("the input") { (try? await client.call("route.inputs"))?.line.contains("microphone") == true }
        try await client.call("session.setCategory", #"{"category":"playAndRecord","mode":"voiceChat"}"#)
        let started = try await client.call("record.start", #"{"format":"wav"}"#)
        #expect(started.number(at: "result.channels") == 1)
        #expect(daemon.log.contains("The echo cannot be cancelled, so the plain input is recorded"), "\(daemon.log)")
        try await waitUntil("the plain input") {
            (try? await client.call("record.list"))?.string(at: "result.0.from.0") == "microphone"
        }
    }

    @Test("of a headset are recorded in its profile for calls if the session allows it, and it plays music again afterwards")
    func headset() async throws {
        let desk = try await Desk.set()
        let headset = try await desk.addHeadset()
        try await desk.setCategory(options: #""allowBluetoothHFP""#)
        #expect(headset.profile == "a2dp-sink")
        let started = try await desk.record()
        #expect(headset.profile == "headset-head-unit", "\(started.line)\n\(desk.daemon.log)")
        try await desk.waitForInput(headset.source)
        try await desk.waitForSound(1)
        let stopped = try await desk.stop()
        #expect(stopped.string(at: "result.reason") == "stopped")
        try await waitUntil("music again") { headset.profile == "a2dp-sink" }
    }

    @Test("of a headset stay silent without the option: the microphone of the machine is recorded, and the headset plays on")
    func headsetLeftAlone() async throws {
        let desk = try await Desk.set()
        let headset = try await desk.addHeadset()
        try await desk.setCategory("voiceChat")
        let asked = headset.askedCount
        try await desk.record()
        try await desk.waitForInput("fermata-echo-cancel")
        try await desk.waitForSound(3)
        _ = try await desk.stop()
        #expect(headset.profile == "a2dp-sink" && headset.askedCount == asked)
    }

    @Test("of a headset that a killed daemon had switched are switched back by the next one")
    func headsetAfterCrash() async throws {
        let desk = try await Desk.set()
        let headset = try await desk.addHeadset()
        try await desk.setCategory(options: #""allowBluetoothHFP""#)
        try await desk.record()
        #expect(headset.profile == "headset-head-unit", "\(desk.daemon.log)")
        desk.daemon.process.signal(SIGKILL)
        _ = try await desk.daemon.process.waitForExit()
        #expect(headset.profile == "headset-head-unit")
        let next = try await DaemonProcess.start(in: desk.system, configuration: desk.configuration)
        try await waitUntil("music again") { headset.profile == "a2dp-sink" }
        try await next.stop()
    }

    @Test("of a headset that does not answer are given up, and another one is recorded")
    func deafHeadset() async throws {
        let desk = try await Desk.set()
        let headset = try await desk.addHeadset()
        headset.becomeDeaf()
        try await desk.setCategory(options: #""allowBluetoothHFP""#)
        try await desk.record()
        try await desk.waitForInput("microphone")
        #expect(headset.profile == "a2dp-sink")
        #expect(desk.daemon.log.contains("does not show its microphone"))
    }

    @Test("of a headset that are lost end the recording with that reason, and the headset plays music again")
    func lostMicrophone() async throws {
        let desk = try await Desk.set()
        let headset = try await desk.addHeadset()
        try await desk.setCategory(options: #""allowBluetoothHFP""#)
        try await desk.record()
        try await desk.waitForInput(headset.source)
        try await desk.waitForSound(0.5)
        headset.loseSource()
        let ended = try await desk.client.waitForEvent("recording.ended")
        #expect(ended.string(at: "params.reason") == "inputLost", "\(ended.line)")
        try await waitUntil("music again") { headset.profile == "a2dp-sink" }
    }
}
