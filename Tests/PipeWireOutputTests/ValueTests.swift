import AudioSession
import AudioTypes
import CPipeWire
import Testing

@testable import PipeWireOutput

@Suite("Values of the output")
struct ValueTests {
    @Test(
        "factors are read out of an array of them, and none out of one that lies about the size of its values",
        arguments: [(UInt32(4), 2), (0, 0), (1, 0), (8, 0), (256, 0), (.max, 0)])
    func factors(valueSize: UInt32, count: Int) {
        // An object of properties (SPA pod): its size and type, its object type and id, then one property: key, flags and an array.
        let property: [UInt32] = [0x10008, 0, 16, 13, valueSize, 6, Float(0.5).bitPattern, Float(0.25).bitPattern]
        let words: [UInt32] = [UInt32(8 + property.count * 4), 15, 0x40002, 2] + property
        var factors = [Float](repeating: -1, count: 65)
        let read = words.withUnsafeBytes { bytes in
            var muted: Int32 = -1
            let pod = bytes.baseAddress?.assumingMemoryBound(to: spa_pod.self)
            return fermata_parse_volume(pod, &factors, 64, &muted)
        }
        #expect(Int(read) == count)
        #expect(Array(factors.prefix(count)) == Array([Float(0.5), 0.25].prefix(count)))
        #expect(factors.dropFirst(count).allSatisfy { $0 == -1 }, "nothing else is written")
    }

    @Test("no factors are read out of an array in a choice, which says itself how long it is")
    func factorsInChoice() {
        // The value is a choice of nothing but an array that says that it has 4,096 bytes.
        let property: [UInt32] = [0x10008, 0, 32, 19, 0, 0, 4_096, 13, 4, 6, Float(0.5).bitPattern, Float(0.25).bitPattern]
        let words: [UInt32] = [UInt32(8 + property.count * 4), 15, 0x40002, 2] + property
        var factors = [Float](repeating: -1, count: 65)
        let read = words.withUnsafeBytes { bytes in
            var muted: Int32 = -1
            return fermata_parse_volume(bytes.baseAddress?.assumingMemoryBound(to: spa_pod.self), &factors, 64, &muted)
        }
        #expect(read == 0 && factors.allSatisfy { $0 == -1 })
    }

    @Test(
        "libraries before 1.4 need the real-time configuration",
        arguments: [("0.3.65", true), ("1.0.5", true), ("1.4.0", false), ("2.0", false)])
    func realtimeConfiguration(version: String, isNeeded: Bool) {
        #expect(Library.needsRealtimeConfiguration(version: version) == isNeeded)
    }

    @Test("a ramp ends exactly at its target")
    func ramp() {
        var ramp = VolumeRamp(from: 1, to: 0.3)
        let levels = (0..<VolumeRamp.stepCount).compactMap { _ in ramp.next() }
        #expect(levels.last == 0.3)
        #expect(levels == levels.sorted(by: >))
        #expect(ramp.isFinished)
        #expect(ramp.next() == nil)
    }

    @Test("the volume's scale is cubic, and its balance survives a change of level")
    func volume() throws {
        #expect(Volume(level: 0.5).factors(channelCount: 2) == [0.125, 0.125])
        #expect(Volume(level: 0).factors(channelCount: 1) == [0])
        var volume = try #require(Volume(linear: [0.125, 0.0625]))
        #expect(abs(volume.level - 0.5) < 1e-6)
        volume.level = 1
        #expect(volume.factors(channelCount: 2) == [1, 0.5])
        #expect(Volume(linear: []) == nil)
    }

    @Test("of the factors that are told, those that are no volume are brought to the nearest one")
    func unbelievableVolume() throws {
        #expect(
            ReportedVolume.believable([Float.infinity, -.infinity, .nan, -1, 1e38, 0.125]) == [1_000, 0, 0, 0, 1_000, 0.125])
        #expect(try #require(Volume(linear: ReportedVolume.believable([Float.infinity, .nan]))).level == 10)
        #expect(ReportedVolume.believable([]).isEmpty)
    }

    @Test("of what another program calls its nodes only so much is kept")
    func longProperty() throws {
        let told = try Properties([
            "node.name": "sink", "node.description": String(repeating: "ä", count: 100_000),
            "media.name": String(repeating: "x", count: 4_096),
        ])
        let kept = unsafe [String: String](told.dictionary)
        #expect(kept["node.name"] == "sink" && kept["media.name"]?.utf8.count == 4_096)
        #expect(kept["node.description"] == String(repeating: "ä", count: 2_048))
    }

    @Test("what the graph's clock says of cycles is believed as far as there can be such")
    func unbelievableTiming() {
        #expect(
            OutputTiming(told: 1_024, graphRate: 48_000, delay: 20_000_000)
                == OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 0.02))
        #expect(
            OutputTiming(told: .max, graphRate: Int(UInt32.max), delay: .min)
                == OutputTiming(quantum: 1 << 20, graphRate: 1 << 22, latency: -3_600))
        #expect(OutputTiming(told: -1, graphRate: -1, delay: 0) == OutputTiming(quantum: 0, graphRate: 0, latency: 0))
    }

    @Test(
        "of the wished cycle the graph makes the nearest power of two, whatever rate it runs at",
        arguments: [
            // Rate of the stream, rate of the graph, wish, frames of the graph: its own choices, and that in steady play.
            (44_100, 44_100, 0, 2_048, 4_096), (48_000, 44_100, 0, 2_048, 4_096), (44_100, 48_000, 0, 2_048, 4_096),
            (96_000, 48_000, 0, 2_048, 4_096), (192_000, 192_000, 0, 8_192, 16_384), (8_000, 48_000, 0, 2_048, 4_096),
            // A wish counts in steady play too. 10 ms are 480 frames at 48 kHz, nearer to 512 than to 256.
            (48_000, 48_000, 0.01, 512, 512), (44_100, 48_000, 0.01, 512, 512), (44_100, 44_100, 0.0232, 1_024, 1_024),
            (44_100, 44_100, 0.0199, 1_024, 1_024), (44_100, 44_100, 0.015, 512, 512), (96_000, 44_100, 0.005, 256, 256),
            (48_000, 48_000, 0.03, 1_024, 1_024), (48_000, 48_000, 0.033, 2_048, 2_048), (48_000, 48_000, 0.0001, 4, 4),
        ])
    func latency(rate: Int, graphRate: Int, wish: Double, expected: Int, steady: Int) throws {
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: .stereo)
        for (isSteady, expected) in [(false, expected), (true, steady)] {
            let parts = format.latencyProperty(cycle: OutputOrders.cycle(for: wish, isSteady: isSteady)).split(separator: "/")
                .compactMap { Int($0) }
            try #require(parts.count == 2 && parts[1] == rate)
            // As PipeWire does it.
            let scaled = parts[0] * graphRate / rate
            #expect(1 << (Int.bitWidth - 1 - scaled.leadingZeroBitCount) == expected)
        }
    }

    @Test(
        "sinks are classified by what their properties say",
        arguments: [
            (["device.api": "bluez5", "api.bluez5.profile": "a2dp-sink"], OutputType.bluetoothA2DP),
            (
                ["device.bus": "bluetooth", "api.bluez5.profile": "headset-head-unit", "device.form-factor": "headset"],
                .bluetoothHFP
            ),
            (["device.form-factor": "headphone"], .headphones),
            (["device.form-factor": "internal", "device.bus": "pci"], .builtInSpeaker),
            (["device.profile.name": "hdmi-stereo", "device.bus": "pci"], .hdmi),
            (["device.bus": "usb"], .usbAudio),
            (["factory.name": "support.null-audio-sink"], .virtual),
            (["node.name": "raop_sink.living-room.local"], .airPlay),
            (["device.profile.name": "analog-stereo", "device.bus": "pci"], .lineOut),
            ([:], .unknown),
        ])
    func classification(properties: [String: String], type: OutputType) {
        #expect(OutputType(properties: properties) == type)
    }

    @Test(
        "what PipeWire's modules send elsewhere is an output of the network, although they call it virtual",
        arguments: [
            (["node.name": "raop-sink-1234-36", "node.virtual": "true"], OutputType.airPlay),
            (["node.name": "raop_sink.Kitchen.local.192.168.0.9.7000", "node.virtual": "true"], .airPlay),
            (["node.name": "tunnel.attic.alsa_output", "node.virtual": "true", "node.network": "true"], .network),
            (["node.name": "my-tunnel", "node.virtual": "true", "node.network": "true"], .network),
            (["node.name": "tunnel-sink.attic.local", "node.virtual": "true"], .network),
            (["node.name": "rtp-sink-1234-36", "node.virtual": "true"], .network),
            (["node.name": "rtp_session.PipeWire RTP stream", "node.virtual": "true"], .network),
            (["node.name": "roc-sink", "node.virtual": "true", "node.network": "true"], .network),
            (["node.name": "music", "factory.name": "support.null-audio-sink", "node.virtual": "true"], .virtual),
            (["node.name": "music", "factory.name": "support.null-audio-sink", "node.network": "true"], .network),
        ])
    func network(properties: [String: String], type: OutputType) {
        #expect(OutputType(properties: properties) == type)
    }

    @Test(
        "what PipeWire's modules bring from elsewhere is an input of the network",
        arguments: [
            (["node.name": "tunnel-source.attic.local", "node.virtual": "true"], InputType.network),
            (["node.name": "my-tunnel", "node.virtual": "true", "node.network": "true"], .network),
            (["node.name": "rtp_session.PipeWire RTP stream", "node.virtual": "true"], .network),
            (["node.name": "roc-source", "node.virtual": "true"], .network),
            (["node.name": "music", "node.virtual": "true"], .virtual),
        ])
    func networkInputs(properties: [String: String], type: InputType) {
        #expect(InputType(properties: properties) == type)
    }

    @Test(
        "the type of an input comes from its port, if the card tells it",
        arguments: [
            ("analog-input-internal-mic", "mic", "pci", InputType.builtInMic), ("[In] Mic1", "mic", "pci", .builtInMic),
            ("analog-input-headset-mic", "headset", "pci", .headsetMic), ("analog-input-front-mic", "mic", "pci", .headsetMic),
            ("analog-input-linein", "line", "pci", .lineIn), ("mic", "mic", "usb", .usbAudio),
            ("x", "unknown", "pci", .builtInMic),
        ])
    func inputPorts(name: String, type: String, bus: String, expected: InputType) {
        let port = GraphPort(index: 0, device: 0, name: name, type: type, isAvailable: true, isInput: true)
        #expect(InputType(properties: ["device.bus": bus, "device.form-factor": "internal"], port: port) == expected)
    }

    @Test("LE audio and the earpiece are types of their own, which only the listener hears")
    func newTypes() {
        #expect(OutputType(properties: ["api.bluez5.profile": "bap-sink"]) == .bluetoothLE)
        #expect(InputType(properties: ["api.bluez5.profile": "bap-source"]) == .bluetoothLE)
        #expect(OutputType(properties: [:], port: "earpiece") == .builtInReceiver)
        #expect(OutputType.bluetoothLE.isPrivate && OutputType.builtInReceiver.isPrivate)
    }

    @Test(
        "what is plugged into the active port tells more than the card",
        arguments: [
            ("headphones", "pci", "internal", OutputType.headphones), ("headset", "pci", "internal", .headset),
            ("speaker", "pci", "internal", .builtInSpeaker), ("hdmi", "pci", "", .hdmi), ("line", "pci", "", .lineOut),
            ("analog", "pci", "", .lineOut), ("analog", "pci", "internal", .builtInSpeaker),
            ("analog", "usb", "", .usbAudio), ("headphones", "usb", "", .headphones),
            ("speaker", "usb", "headset", .headset), ("speaker", "usb", "", .usbAudio), ("unknown", "pci", "", .unknown),
        ])
    func ports(port: String, bus: String, formFactor: String, type: OutputType) {
        #expect(OutputType(properties: ["device.bus": bus, "device.form-factor": formFactor], port: port) == type)
    }

    @Test("a headset in its profile for calls is one for calls, whatever its port says")
    func bluetoothPort() {
        let properties = ["device.api": "bluez5", "api.bluez5.profile": "headset-head-unit"]
        #expect(OutputType(properties: properties, port: "headphones") == .bluetoothHFP)
    }

    @Test("an error without any sink is waiting, with one it is a failure, until it streams")
    func streamState() {
        var state = StreamState()
        #expect(state.outputState(isLinked: false, hasEnds: true) == .waiting)
        state.hear(PW_STREAM_STATE_PAUSED, message: "")
        state.hear(PW_STREAM_STATE_ERROR, message: "no node available")
        #expect(state.outputState(isLinked: false, hasEnds: false) == .waiting)
        #expect(state.outputState(isLinked: false, hasEnds: true) == .failed(message: "no node available"))
        #expect(state.outputState(isLinked: true, hasEnds: true) == .paused)
    }

    @Test("a stream is taken once it is unconnected, and by no error")
    func takenStream() {
        var state = StreamState()
        for reported in [PW_STREAM_STATE_CONNECTING, PW_STREAM_STATE_STREAMING, PW_STREAM_STATE_ERROR] {
            state.hear(reported, message: "")
            #expect(!state.isTaken)
        }
        state.hear(PW_STREAM_STATE_UNCONNECTED, message: "")
        #expect(state.isTaken)
    }

    @Test("the session manager's metadata names the default sink")
    func metadata() {
        #expect(BoundMetadata.name(in: #"{"name":"alsa_output.pci"}"#) == "alsa_output.pci")
        #expect(BoundMetadata.name(in: #"{ "other": [1, {"name": "no"}], "name": "a \"b\"" }"#) == #"a "b""#)
        #expect(BoundMetadata.name(in: "{}") == nil)
        #expect(BoundMetadata.name(in: "text") == nil)
    }
}
