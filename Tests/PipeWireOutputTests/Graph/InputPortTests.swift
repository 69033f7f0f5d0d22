import AudioSession
import AudioTypes
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test(
        "a card's microphones are told with their kinds, follow what is plugged in, and another one is used when it is asked for")
    func inputPorts() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let card = try await ExportedCard(
            socket: system.remote, name: "laptop", sink: "laptop-out", ports: [.speaker, .microphone, .headsetMicrophone],
            source: "laptop-in")
        #expect(wait("the port") { player.graph?.source("laptop-in")?.port == "analog-input-internal-mic" })
        let source = try #require(player.graph?.source("laptop-in"))
        #expect(source.device.type == .builtInMic && source.device.channelNames == ["FL", "FR"])
        #expect(source.ports.map(\.type) == [.builtInMic, .headsetMic] && source.ports.map(\.isAvailable) == [true, false])
        #expect(source.inputs.map(\.uid) == ["laptop-in#analog-input-internal-mic"])

        card.setAvailable(true, port: "analog-input-headset-mic")
        #expect(wait("the headset") { player.graph?.source("laptop-in")?.inputs.count == 2 })
        // The session manager may take it by itself.
        player.output.setPort("analog-input-headset-mic", ofSource: "laptop-in")
        #expect(wait("its microphone") { player.graph?.source("laptop-in")?.device.type == .headsetMic })
        #expect(card.activeInput == "analog-input-headset-mic" && card.activePort == "speaker-out")
        player.output.setPort("analog-input-internal-mic", ofSource: "laptop-in")
        #expect(wait("the other one") { player.graph?.source("laptop-in")?.device.type == .builtInMic })
        #expect(card.activeInput == "analog-input-internal-mic" && card.activePort == "speaker-out")
    }
}
