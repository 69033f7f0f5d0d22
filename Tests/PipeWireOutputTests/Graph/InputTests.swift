import AudioSession
import AudioTypes
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    /// Adds a microphone that is a null source.
    private func addMicrophone(_ system: SoundSystem, _ name: String = "mic", description: String = "Mic") {
        system.shell(
            """
            pw-cli create-node adapter '{ factory.name=support.null-audio-sink node.name=\(name) \
            node.description="\(description)" media.class=Audio/Source/Virtual audio.position=[FL FR] object.linger=true }'
            """)
    }

    private func id(of node: String, _ system: SoundSystem) -> String {
        system.shell("pw-cli ls Node | awk '/^.id /{ id = $2 } /node.name = \"\(node)\"/{ print id }'").filter(\.isNumber)
    }

    @Test("an input takes a volume and a mute switch as mixers set them, keeps its balance, and tells both")
    func inputVolume() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        addMicrophone(system)
        #expect(wait("the microphone") { player.graph?.source("mic")?.level != nil })
        let node = id(of: "mic", system)
        // Until somebody listens, a virtual source of newer servers has no converter, and no program can set its volume.
        system.spawn("listener", "pw-record --target mic listener.wav")
        #expect(wait("the listener") { system.shell("pw-link --links").contains("mic:") })
        player.output.setVolume(0.5, isMuted: nil, ofInput: "mic")
        #expect(wait("the volume") { abs((player.graph?.source("mic")?.level ?? 0) - 0.5) < 1e-3 })
        #expect(system.shell("wpctl get-volume \(node)").contains("0.50"))
        player.output.setVolume(nil, isMuted: true, ofInput: "mic")
        #expect(wait("the switch") { player.graph?.source("mic")?.isMuted == true })
        #expect(system.shell("wpctl get-volume \(node)").contains("0.50 [MUTED]"))
        // In the other direction, with a balance, and another volume, so that it is known when the balance has come.
        system.shell("wpctl set-mute \(node) 0; pw-cli s \(node) Props '{ channelVolumes: [ 0.064, 0.032 ] }'")
        #expect(
            wait("the mixer's volume") {
                player.graph?.source("mic").map { abs(($0.level ?? 0) - 0.4) < 1e-3 && !$0.isMuted } == true
            })
        player.output.setVolume(1, isMuted: nil, ofInput: "mic")
        #expect(
            wait("the balance") { system.shell("pw-dump \(node)").filter { !$0.isWhitespace }.contains("[1.000000,0.500000]") })
        player.output.setVolume(0.1, isMuted: true, ofInput: "nobody")
        withExtendedLifetime(player) {}
    }

    @Test("a headset tells its profiles, changes them when it is asked to, and not to those that it does not have")
    func headsetProfiles() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let headset = try await ExportedHeadset(socket: system.remote)
        #expect(wait("the headset") { player.graph?.sink(headset.sink)?.type == .bluetoothA2DP })
        #expect(wait("its profiles") { player.graph?.devices.first?.profiles.count == 3 })
        let device = try #require(player.graph?.devices.first)
        #expect(device.name == headset.device && device.profile == "a2dp-sink")
        #expect(device.profiles.map(\.name) == ["off", "a2dp-sink", "headset-head-unit"])
        #expect(device.profiles.map(\.hasInput) == [false, false, true])
        #expect(device.profiles.map(\.hasOutput) == [false, true, true])
        let asked = headset.askedCount
        player.output.setProfile("hands-free", ofDevice: headset.device)
        player.output.setProfile("off", ofDevice: "no such device")
        player.output.setProfile("headset-head-unit", ofDevice: headset.device)
        #expect(wait("the microphone") { player.graph?.source(headset.source)?.device.type == .bluetoothHFP })
        #expect(player.graph?.source(headset.source)?.card == headset.device)
        #expect(wait("the profile") { player.graph?.devices.first?.profile == "headset-head-unit" })
        #expect(wait("the sink") { player.graph?.sink(headset.sink)?.type == .bluetoothHFP })
        #expect(headset.askedCount == asked + 1)
        // A card keeps the volume of its port, as mixers set it; the node would lose it.
        // With each new profile the session manager sets the volume that it remembers, at a time of its own: what is asked before is lost.
        #expect(
            wait("the volume") {
                player.output.setVolume(0.5, isMuted: false, ofInput: headset.source)
                return headset.microphoneFactor == 0.125
            })
        #expect(
            wait("the switch") {
                player.output.setVolume(0.5, isMuted: nil, ofInput: headset.source)
                player.output.setVolume(nil, isMuted: true, ofInput: headset.source)
                return headset.microphoneFactor == -0.125
            })
        // The end does not overtake the last wish.
        player.output.setProfile("a2dp-sink", ofDevice: headset.device)
        player.output.shutDown()
        #expect(wait("music") { headset.profile == "a2dp-sink" })
    }

    @Test("a canceller of echo makes a source, is linked to its input and to what is played, and leaves nothing behind")
    func echoCanceller() throws {
        let system = SoundSystem(sinks: ["speaker", "other"])
        let player = try TestPlayer(system)
        // Whatever an input is called, it stays a name.
        addMicrophone(system, description: "Mic } sink.props = { node.name = evil")
        #expect(wait("the microphone") { player.graph?.source("mic") != nil })
        let failures = EventLog<String>()
        player.output.setEchoCanceller(EchoCanceller(input: "mic", output: nil)) { failures.append($0) }
        #expect(wait("the source") { player.graph?.source(EchoCanceller.uid)?.cancelsEcho == true })
        #expect(player.graph?.source(EchoCanceller.uid)?.device.channelCount == 1)
        #expect(player.graph?.source(EchoCanceller.uid)?.device.name.contains("evil without echo") == true)
        let name = EchoCanceller.uid
        #expect(
            wait("its links") {
                let links = system.shell("pw-link -l -I")
                return links.contains("\(name)-input:") && links.contains("\(name)-reference:")
            })
        #expect(wait("the link to the input") { system.shell("pw-link -l mic").contains("\(name)-input:") })
        player.output.setEchoCanceller(EchoCanceller(input: "mic", output: "other")) { failures.append($0) }
        #expect(wait("the other output") { system.shell("pw-link -l other").contains("\(name)-reference:") })
        #expect(player.graph?.others.isEmpty == true)
        player.output.setEchoCanceller(nil) { failures.append($0) }
        #expect(wait("the end") { player.graph?.source(name) == nil && !system.shell("pw-cli ls Node").contains(name) })
        #expect(failures.all.isEmpty)
    }

    @Test("two daemons have a canceller of echo each, under names of their own")
    func echoCancellersOfTwo() throws {
        let system = SoundSystem()
        let (first, second) = (try TestPlayer(system), try TestPlayer(system) { $0.nodeName = "fermata-kitchen" })
        addMicrophone(system)
        let names = [EchoCanceller.uid, EchoCanceller.uid(of: "fermata-kitchen")]
        for player in [first, second] {
            #expect(wait("the microphone") { player.graph?.source("mic") != nil })
            player.output.setEchoCanceller(EchoCanceller(input: "mic", output: nil)) { _ in }
        }
        for (player, name) in zip([first, second], names) {
            #expect(wait("both sources") { names.allSatisfy { player.graph?.source($0)?.cancelsEcho == true } })
            #expect(player.graph?.canceller == name)
        }
        second.output.setEchoCanceller(nil) { _ in }
        #expect(wait("the end of one") { first.graph?.source(names[1]) == nil && first.graph?.source(names[0]) != nil })
    }

    @Test("a canceller of echo says when its input is not there, and when it ends with it, and can be made anew")
    func echoCancellerFails() throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let failures = EventLog<String>()
        addMicrophone(system)
        #expect(wait("the microphone") { player.graph?.source("mic") != nil })
        player.output.setEchoCanceller(EchoCanceller(input: "nobody", output: nil)) { failures.append($0) }
        #expect(wait("a failure") { failures.all.count == 1 })
        player.output.setEchoCanceller(EchoCanceller(input: "mic", output: nil)) { failures.append($0) }
        #expect(wait("the source") { player.graph?.source(EchoCanceller.uid) != nil })
        system.shell("pw-cli destroy \(id(of: "mic", system))")
        #expect(wait("the end") { failures.all.count == 2 && player.graph?.source(EchoCanceller.uid) == nil })
        addMicrophone(system, "mic2")
        #expect(wait("another microphone") { player.graph?.source("mic2") != nil })
        player.output.setEchoCanceller(EchoCanceller(input: "mic2", output: nil)) { failures.append($0) }
        #expect(wait("the source again") { player.graph?.source(EchoCanceller.uid) != nil })
        // The server takes it along, and the next one finds us well.
        system.kill()
        #expect(wait("the loss") { player.events.all.contains { if case .serverLost = $0 { true } else { false } } })
        player.output.shutDown()
    }
}
