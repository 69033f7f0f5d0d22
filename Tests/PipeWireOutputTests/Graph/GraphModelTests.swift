import AudioSession
import AudioTypes
import Testing

@testable import PipeWireOutput

@Suite("The graph as a value")
struct GraphModelTests {
    /// A graph with a speaker (10), our stream (20) and a session manager.
    private func desktop() -> GraphModel {
        var graph = GraphModel()
        graph.ownClient = 5
        graph.setMetadata(MetadataContent())
        graph.add(10, ["object.serial": "100", "node.name": "speaker", "media.class": "Audio/Sink"])
        graph.add(20, ["object.serial": "200", "media.class": "Stream/Output/Audio", "client.id": "5"])
        return graph
    }

    @Test("nothing is told while an object has not told everything of itself")
    func completeness() {
        var graph = desktop()
        graph.addNode(30, properties: ["object.serial": "300", "node.name": "new", "media.class": "Audio/Sink"])
        #expect(graph.snapshot(stream: 20) == nil)
        graph.setProperties(
            ["node.name": "new", "media.class": "Audio/Sink", "audio.position": "[ FL FR LFE ]"], of: 30)
        graph.setAnswered(30)
        #expect(graph.snapshot(stream: 20)?.sinks.map(\.uid) == ["speaker", "new"])
        #expect(graph.snapshot(stream: 20)?.sink("new")?.channelCount == 3)
    }

    @Test("the names of devices and programs cannot hide anything")
    func cleanNames() {
        var graph = desktop()
        let hidden = "A\u{1b}]0;x\u{202e}b"
        graph.add(11, ["object.serial": "101", "node.name": "s", "node.description": hidden, "media.class": "Audio/Sink"])
        graph.add(12, ["object.serial": "102", "node.name": "m", "node.nick": hidden, "media.class": "Audio/Source"])
        graph.add(
            13, ["object.serial": "103", "application.name": hidden, "media.class": "Stream/Output/Audio", "client.id": "9"])
        let snapshot = graph.snapshot(stream: 20)
        #expect(snapshot?.sink("s")?.name == "A ]0;xb" && snapshot?.sources.map(\.device.name) == ["A ]0;xb"])
        #expect(snapshot?.others.map(\.name) == ["A ]0;xb"])
    }

    @Test("a sink whose name is one of those counts as headphones, unless its device says of itself that it is private")
    func privateOutputs() {
        var graph = desktop()
        graph.add(
            11,
            [
                "object.serial": "101", "node.name": "alsa_output.usb-Maker_USB-C_to_3.5mm_Adapter-00.analog-stereo",
                "node.description": "Maker Adapter", "media.class": "Audio/Sink", "device.bus": "usb",
            ])
        graph.add(12, ["object.serial": "102", "node.name": "buds", "media.class": "Audio/Sink", "device.api": "bluez5"])
        func types(_ patterns: [String]) -> [OutputType]? {
            graph.privateOutputs = HeadphonePatterns(patterns)
            return graph.snapshot(stream: 20)?.sinks.map(\.type)
        }
        let plain: [OutputType] = [.unknown, .usbAudio, .bluetoothA2DP]
        let asHeadphones: [OutputType] = [.unknown, .headphones, .bluetoothA2DP]
        for patterns in [
            ["*3.5MM*"], ["*usb-c*adapter*stereo"], ["maker adapter"], ["x", "maker*"], ["*adapter"],
            ["*a*b*", "buds", "*m*a*e*"],
        ] {
            #expect(types(patterns) == asHeadphones, "\(patterns)")
        }
        for patterns in [[], ["3.5mm"], ["maker"], ["*adapter*usb-c*"], ["*3.5mm"], ["adapter*"], ["maker*maker adapter"]] {
            #expect(types(patterns) == plain, "\(patterns)")
        }
        #expect(types(["*"]) == [.headphones, .headphones, .bluetoothA2DP])
    }

    @Test("a reused number is another object")
    func reuse() {
        var graph = desktop()
        graph.addLink(50, GraphLink(output: 20, input: 10))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["speaker"])
        graph.setMetadata(subject: 20, key: "target.object", value: "100")
        graph.setMetadata(subject: 10, key: "target.object", value: "100")
        graph.remove(10)
        #expect(graph.snapshot(stream: 20)?.stream == GraphStream(serial: 200, reaches: [], target: nil))
        graph.add(10, ["object.serial": "400", "node.name": "other", "media.class": "Audio/Sink"])
        #expect(graph.snapshot(stream: 20)?.stream?.target == nil)
        #expect(graph.snapshot(stream: 20)?.sink("other")?.serial == 400)
        #expect(graph.snapshot(stream: 10)?.stream?.target == nil)
    }

    @Test("a stream is wholly linked only while sound passes from each of its ports")
    func wholeLinks() {
        var graph = desktop()
        #expect(!graph.isWhollyLinked(20), "it has no ports yet")
        graph.addOwnPort(60, ofNode: 20)
        graph.addOwnPort(61, ofNode: 20)
        graph.addLink(50, GraphLink(output: 20, input: 10, port: 60))
        graph.setActive(true, link: 50)
        #expect(!graph.isWhollyLinked(20), "the right channel is not linked")
        graph.addLink(51, GraphLink(output: 20, input: 10, port: 61))
        #expect(!graph.isWhollyLinked(20), "no sound passes on the right")
        graph.setActive(true, link: 51)
        #expect(graph.isWhollyLinked(20))
        graph.setActive(false, link: 50)
        #expect(!graph.isWhollyLinked(20), "no sound passes on the left any more")
        graph.remove(60)
        #expect(graph.isWhollyLinked(20), "a port that has gone needs no link")
        graph.remove(51)
        #expect(!graph.isWhollyLinked(20))
    }

    @Test("links are followed through filters to the sink behind them, also where a filter feeds itself")
    func filters() {
        var graph = desktop()
        graph.add(30, ["object.serial": "300", "media.class": "Stream/Input/Audio", "node.link-group": "eq"])
        graph.add(31, ["object.serial": "301", "media.class": "Stream/Output/Audio", "node.link-group": "eq"])
        graph.add(32, ["object.serial": "302", "media.type": "Audio", "node.name": "a filter of one node"])
        graph.addLink(50, GraphLink(output: 20, input: 30))
        graph.addLink(51, GraphLink(output: 31, input: 32))
        graph.addLink(52, GraphLink(output: 32, input: 30))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == [])
        graph.addLink(53, GraphLink(output: 32, input: 10))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["speaker"])
        #expect(graph.snapshot(stream: 20)?.others == [], "the end of a filter is no program's stream")
    }

    @Test("a virtual sink that leads on is no end, one that leads nowhere is")
    func virtualSink() {
        var graph = desktop()
        graph.add(
            30, ["object.serial": "300", "node.name": "eq", "media.class": "Audio/Sink", "node.link-group": "eq"])
        graph.add(31, ["object.serial": "301", "media.class": "Stream/Output/Audio", "node.link-group": "eq"])
        graph.addLink(50, GraphLink(output: 20, input: 30))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["eq"])
        graph.addLink(51, GraphLink(output: 31, input: 10))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["speaker"])
    }

    @Test("the monitor of a sink without a device leads on, as Easy Effects has it; that of a device leads nowhere")
    func monitors() {
        var graph = GraphModel.laptop()
        graph.setPort(.headphones(isAvailable: true), card: 60)
        graph.setActivePort(.headphones(isAvailable: true), card: 60)
        graph.add(20, ["object.serial": "200", "media.class": "Stream/Output/Audio"])
        graph.add(30, ["object.serial": "300", "node.name": "easyeffects_sink", "media.class": "Audio/Sink"])
        graph.add(31, ["object.serial": "301", "node.name": "equalizer", "media.type": "Audio"])
        graph.add(40, ["object.serial": "400", "node.name": "second", "media.class": "Audio/Sink"])
        graph.add(41, ["object.serial": "401", "media.class": "Stream/Input/Audio"])
        graph.addLink(50, GraphLink(output: 20, input: 30))
        graph.addLink(51, GraphLink(output: 30, input: 41))
        #expect(graph.snapshot(stream: 20)?.stream == GraphStream(serial: 200, reaches: ["easyeffects_sink"]))
        graph.addLink(52, GraphLink(output: 30, input: 31))
        graph.addLink(53, GraphLink(output: 31, input: 10))
        graph.addLink(54, GraphLink(output: 10, input: 40))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["out"])

        // So the headphones are private, and guarded, behind it.
        var guarding = OutputGuard()
        guarding.set(true)
        _ = guarding.look(at: graph, stream: 20)
        #expect(guarding.isWatching)
        graph.setActivePort(.speaker, card: 60)
        let isSign = guarding.look(at: graph, stream: 20)
        #expect(isSign)
    }

    @Test("what takes the sound and is no sink is told, a filter on its way to one is not")
    func otherEnds() {
        var graph = desktop()
        #expect(graph.snapshot(stream: 20)?.stream?.feedsOthers == false)
        graph.add(30, ["object.serial": "300", "media.class": "Stream/Input/Audio", "node.link-group": "eq"])
        graph.add(31, ["object.serial": "301", "media.class": "Stream/Output/Audio", "node.link-group": "eq"])
        graph.addLink(50, GraphLink(output: 20, input: 30))
        #expect(graph.snapshot(stream: 20)?.stream?.feedsOthers == false)
        graph.add(40, ["object.serial": "400", "media.class": "Stream/Input/Audio"])
        graph.addLink(51, GraphLink(output: 20, input: 40))
        #expect(graph.snapshot(stream: 20)?.stream == GraphStream(serial: 200, reaches: [], feedsOthers: true))
    }

    @Test("a sink is shared with who plays to it or records it, as long as they run, and not with filters")
    func sharing() {
        var graph = desktop()
        graph.addLink(50, GraphLink(output: 20, input: 10))
        #expect(!graph.isShared(20))
        graph.add(30, ["object.serial": "300", "media.class": "Stream/Output/Audio"])
        graph.add(31, ["object.serial": "301", "media.class": "Stream/Input/Audio"])
        graph.add(32, ["object.serial": "302", "media.class": "Stream/Output/Audio", "node.link-group": "eq"])
        graph.addLink(51, GraphLink(output: 30, input: 10))
        graph.addLink(52, GraphLink(output: 10, input: 31))
        graph.addLink(53, GraphLink(output: 32, input: 10))
        graph.setRunning(true, node: 32)
        #expect(!graph.isShared(20))
        for id: UInt32 in [30, 31] {
            graph.setRunning(true, node: id)
            #expect(graph.isShared(20))
            graph.setRunning(false, node: id)
        }
        graph.setRunning(true, node: 10)
        #expect(!graph.isShared(20), "the sink itself runs for us")
    }

    @Test("a rate is granted where the server allows it and forces none")
    func rates() {
        var graph = desktop()
        #expect(!graph.clock.grant(44_100), "unknown")
        graph.setSetting("clock.allowed-rates", value: "[ 44100, 48000 ]")
        #expect(graph.clock.grant(44_100) && graph.clock.grant(48_000) && !graph.clock.grant(96_000))
        graph.setSetting("clock.force-rate", value: "48000")
        #expect(!graph.clock.grant(44_100))
        graph.setSetting("clock.force-rate", value: "0")
        graph.setSetting("clock.quantum", value: "1024")
        #expect(graph.clock.grant(44_100))
        graph.setSetting("clock.allowed-rates", value: nil)
        #expect(!graph.clock.grant(44_100))
    }

    @Test("several sinks are told in the order of the sinks")
    func severalSinks() {
        var graph = desktop()
        graph.add(9, ["object.serial": "300", "node.name": "second", "media.class": "Audio/Sink"])
        graph.addLink(50, GraphLink(output: 20, input: 9))
        graph.addLink(51, GraphLink(output: 20, input: 10))
        #expect(graph.snapshot(stream: 20)?.stream?.reaches == ["speaker", "second"])
    }

    @Test("the target is the sink that the metadata names by serial, name or number, and none where it says so")
    func target() {
        var graph = desktop()
        func target() -> String? { graph.snapshot(stream: 20)?.stream?.target }
        graph.setProperties(["media.class": "Stream/Output/Audio", "target.object": "speaker"], of: 20)
        #expect(target() == "speaker")
        graph.setMetadata(subject: 20, key: "target.object", value: "-1")
        #expect(target() == nil)
        graph.setMetadata(subject: 20, key: "target.object", value: "100")
        #expect(target() == "speaker")
        graph.setMetadata(subject: 20, key: nil, value: nil)
        graph.setProperties(["media.class": "Stream/Output/Audio"], of: 20)
        #expect(target() == nil)
        graph.setMetadata(subject: 20, key: "target.node", value: "10")
        #expect(target() == "speaker")
        graph.setMetadata(subject: 20, key: "target.object", value: "speaker")
        #expect(target() == "speaker")
    }

    @Test("the metadata's defaults come and go with the session manager")
    func sessionManager() {
        var graph = desktop()
        graph.setMetadata(subject: 0, key: "default.audio.sink", value: #"{"name":"speaker"}"#)
        graph.setMetadata(subject: 0, key: "default.configured.audio.sink", value: #"{"name":"gone"}"#)
        let known = graph.snapshot(stream: nil)
        #expect(known?.defaultSink == "speaker")
        #expect(known?.configuredDefault == "gone")
        #expect(known?.hasSessionManager == true)
        #expect(known?.stream == nil)
        graph.setMetadata(nil)
        let alone = graph.snapshot(stream: nil)
        #expect(alone?.defaultSink == nil)
        #expect(alone?.configuredDefault == nil)
        #expect(alone?.hasSessionManager == false)
        #expect(alone?.sinks == known?.sinks)
    }

    @Test("a sink is what its active port is, and there as long as something is plugged in")
    func ports() throws {
        var graph = GraphModel.laptop()
        func sink() throws -> GraphSink { try #require(graph.snapshot(stream: nil)?.sinks.first) }
        #expect(try sink().type == .builtInSpeaker)
        #expect(try sink().device?.port == "speaker-out")
        #expect(try sink().device?.profile == "HiFi")
        #expect(try sink().device?.name == "card")
        graph.setPort(.headphones(isAvailable: true), card: 60)
        graph.setActivePort(.headphones(isAvailable: true), card: 60)
        #expect(try sink().type == .headphones)
        #expect(try sink().isAvailable)
        graph.setPort(.headphones(isAvailable: false), card: 60)
        #expect(try !sink().isAvailable)
        #expect(try sink().device?.unavailablePorts == ["headphones-out"])
        #expect(graph.snapshot(stream: nil)?.devices.map { Optional($0) } == [try sink().device])
        graph.setActivePort(.speaker, card: 60)
        #expect(try sink().isAvailable)
        #expect(try sink().type == .builtInSpeaker)
    }

    @Test("a sink can play through the ports of its part of the card that its profile allows")
    func choosablePorts() throws {
        var graph = GraphModel.laptop()
        func ports() throws -> [String] { try #require(graph.snapshot(stream: nil)?.sinks.first).ports.map(\.name) }
        #expect(try ports() == [], "which part they are of is not known")
        for (index, name) in ["speaker", "headphones", "hdmi", "other"].enumerated() {
            graph.setPort(
                GraphPort(
                    index: index, device: -1, name: name, type: name, isAvailable: index != 1,
                    parts: name == "hdmi" ? [7] : [3, 7], profiles: name == "other" ? [2] : [1, 4]), card: 60)
        }
        graph.setProfile("HiFi", index: 4, card: 60)
        #expect(try ports() == ["speaker", "headphones"])
        let sink = try #require(graph.snapshot(stream: nil)?.sinks.first)
        #expect(sink.ports.map(\.isAvailable) == [true, false])
        graph.setProfile("Pro", index: 2, card: 60)
        #expect(try ports() == ["other"])
    }

    @Test("a port that says it is a speaker is none that its owner calls private by the name of the sink, only by its own")
    func privatePorts() throws {
        var graph = GraphModel.laptop()
        graph.setProperties(
            [
                "object.serial": "100", "node.name": "out", "node.description": "Speaker + Headphones",
                "media.class": "Audio/Sink", "device.id": "60", "card.profile.device": "3",
            ], of: 10)
        for (index, type) in ["speaker", "analog"].enumerated() {
            graph.setPort(
                GraphPort(index: index, device: -1, name: type, type: type, isAvailable: true, title: "", parts: [3]), card: 60)
        }
        func types(_ patterns: [String]) throws -> [OutputType] {
            graph.privateOutputs = HeadphonePatterns(patterns)
            return try #require(graph.snapshot(stream: nil)?.sinks.first).ports.map(\.type)
        }
        #expect(try types([]) == [.builtInSpeaker, .builtInSpeaker])
        #expect(try types(["*headphone*"]).first == .builtInSpeaker)
        #expect(try types(["out#speaker"]) == [.headphones, .builtInSpeaker])
    }

    @Test("an active port of another part of the card says nothing about the sink")
    func otherPart() throws {
        var graph = GraphModel.laptop()
        graph.setActivePort(GraphPort(index: 7, device: 8, name: "hdmi", type: "hdmi", isAvailable: false), card: 60)
        let sink = try #require(graph.snapshot(stream: nil)?.sinks.first)
        #expect(sink.device?.port == "speaker-out")
        #expect(sink.isAvailable)
    }

    @Test("Bluetooth keeps its profile and its codec")
    func bluetooth() throws {
        var graph = GraphModel()
        graph.addCard(60, properties: ["object.serial": "600", "device.name": "bluez_card.1", "device.api": "bluez5"])
        graph.setProfile("a2dp-sink", card: 60)
        graph.setAnswered(60)
        graph.add(
            10,
            [
                "object.serial": "100", "node.name": "bluez_output.1", "media.class": "Audio/Sink", "device.id": "60",
                "api.bluez5.profile": "a2dp-sink", "api.bluez5.codec": "ldac",
            ])
        let sink = try #require(graph.snapshot(stream: nil)?.sinks.first)
        #expect(sink.type == .bluetoothA2DP)
        #expect(sink.device?.codec == "ldac")
        #expect(sink.device?.profile == "a2dp-sink")
    }

    @Test("the dummy sink of the session manager is known as one")
    func dummy() {
        var graph = GraphModel()
        graph.add(
            10,
            [
                "object.serial": "1", "node.name": "auto_null", "media.class": "Audio/Sink",
                "wireplumber.is-fallback": "true",
            ])
        #expect(graph.snapshot(stream: nil)?.sinks.first?.isDummy == true)
        #expect(desktop().snapshot(stream: nil)?.sinks.first?.isDummy == false)
    }

    @Test("a sink's volume is told on the scale of mixers")
    func sinkVolume() {
        var graph = desktop()
        #expect(graph.snapshot(stream: nil)?.sinks.first?.level == nil)
        graph.setVolumes([0.125, 0.125], node: 10)
        graph.setMuted(true, node: 10)
        #expect(graph.snapshot(stream: nil)?.sinks.first?.level.map { abs($0 - 0.5) < 1e-9 } == true)
        #expect(graph.snapshot(stream: nil)?.sinks.first?.isMuted == true)
    }

    @Test("other programs' streams are told with role and state, our own is not")
    func others() {
        var graph = desktop()
        graph.add(
            30,
            [
                "object.serial": "300", "media.class": "Stream/Output/Audio", "client.id": "6", "application.name": "Phone",
                "media.role": "Communication",
            ])
        graph.setRunning(true, node: 30)
        let phone = OtherStream(serial: 300, name: "Phone", role: "Communication", isRunning: true)
        #expect(graph.snapshot(stream: 20)?.others == [phone])
    }
}

extension GraphModel {
    /// Adds a node that has told everything of itself.
    mutating func add(_ id: UInt32, _ properties: [String: String]) {
        addNode(id, properties: properties)
        setProperties(properties, of: id)
        setAnswered(id)
    }

    /// A card (60) with a speaker and a socket for headphones, of which the speaker is active, and its only sink (10).
    static func laptop() -> GraphModel {
        var graph = GraphModel()
        let card = [
            "object.serial": "600", "device.name": "card", "device.bus": "pci", "device.form-factor": "internal",
        ]
        graph.addCard(60, properties: card)
        graph.setProfile("HiFi", card: 60)
        graph.setPort(.speaker, card: 60)
        graph.setPort(.headphones(isAvailable: false), card: 60)
        graph.setActivePort(.speaker, card: 60)
        graph.setAnswered(60)
        graph.add(
            10,
            [
                "object.serial": "100", "node.name": "out", "media.class": "Audio/Sink", "device.id": "60",
                "card.profile.device": "3",
            ])
        return graph
    }
}

extension GraphPort {
    static let speaker = GraphPort(index: 0, device: 3, name: "speaker-out", type: "speaker", isAvailable: true)
    static func headphones(isAvailable: Bool) -> GraphPort {
        GraphPort(index: 1, device: 3, name: "headphones-out", type: "headphones", isAvailable: isAvailable)
    }
}
