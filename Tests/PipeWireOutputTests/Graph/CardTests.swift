import AudioSession
import AudioTypes
import Glibc
import RealtimeAudio
import Synchronization
import TestSupport
import Testing

@testable import PipeWireOutput

extension SoundSystemTests {
    @Test("a card's port is told with its kind, and follows what is plugged in")
    func cardPorts() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let card = try await ExportedCard(socket: system.remote, name: "laptop", sink: "laptop-out")
        #expect(wait("the card") { player.graph?.defaultSink == "laptop-out" })
        #expect(wait("its port") { player.graph?.sink("laptop-out")?.type == .builtInSpeaker })
        let sink = try #require(player.graph?.sink("laptop-out"))
        #expect(sink.device?.name == "laptop")
        #expect(sink.device?.profile == "output:analog-stereo")
        #expect(sink.device?.port == "speaker-out")
        #expect(sink.isAvailable)

        card.setAvailable(true, port: "headphones-out")
        #expect(wait("the headphones") { player.graph?.sink("laptop-out")?.device?.port == "headphones-out" })
        #expect(player.graph?.sink("laptop-out")?.type == .headphones)
        #expect(player.graph?.sink("laptop-out")?.serial == sink.serial)
        // Between the two, nothing is plugged into the active port. That lasts until the session manager has chosen another.
        system.signal("wireplumber", SIGSTOP)
        card.setAvailable(false, port: "headphones-out")
        #expect(
            wait("the empty socket") {
                player.graph?.sink("laptop-out").map { $0.type == .headphones && !$0.isAvailable } == true
            })
        system.signal("wireplumber", SIGCONT)
        #expect(wait("the speaker") { player.graph?.sink("laptop-out")?.type == .builtInSpeaker })
    }

    @Test("another port is played through when it is asked for, as long as there is one of that name")
    func chosenPort() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let card = try await ExportedCard(
            socket: system.remote, name: "laptop", sink: "laptop-out",
            ports: [.speaker, .init(name: "headphones-out", type: "headphones", isAvailable: true)])
        #expect(wait("the headphones") { player.graph?.sink("laptop-out")?.type == .headphones })
        let ports = try #require(player.graph?.sink("laptop-out")?.ports)
        #expect(ports.map(\.name) == ["speaker-out", "headphones-out"])
        #expect(ports.map(\.title) == ["speaker-out", "headphones-out"])
        #expect(ports.map(\.type) == [.builtInSpeaker, .headphones])
        #expect(ports.allSatisfy { $0.isAvailable })
        player.output.setPort("line-out", ofSink: "laptop-out")
        player.output.setPort("speaker-out", ofSink: "laptop-out")
        #expect(wait("the speaker") { player.graph?.sink("laptop-out")?.type == .builtInSpeaker })
        #expect(card.activePort == "speaker-out")
        // The end does not overtake the last wish.
        player.output.setPort("headphones-out", ofSink: "laptop-out")
        player.output.shutDown()
        #expect(wait("the headphones") { card.activePort == "headphones-out" })
    }

    @Test("when the plug is drawn from a guarded port, the sound stops before the session manager chooses the speaker")
    func guardedPort() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let card = try await ExportedCard(
            socket: system.remote, name: "laptop", sink: "laptop-out",
            ports: [.speaker, .init(name: "headphones-out", type: "headphones", isAvailable: true)])
        #expect(wait("the headphones") { player.graph?.sink("laptop-out")?.type == .headphones })
        let renderer = TestPlayer.renderer(frames: 480_000)
        player.output.open(renderer)
        #expect(wait("the link") { player.graph?.stream?.reaches == ["laptop-out"] })
        player.output.setActive(true)
        #expect(wait("the beginning") { player.renderEvents.all.contains { $0.kind == .began } })
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })
        card.setAvailable(false, port: "headphones-out")
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
        let isCut = renderer.isCut
        #expect(isCut)
        #expect(wait("the speaker") { player.graph?.sink("laptop-out")?.type == .builtInSpeaker })
        // While nothing is plugged into its active port, no sink is the session manager's default.
        #expect(wait("the link") { player.graph?.stream?.reaches == ["laptop-out"] })
        #expect(player.events.all.filter { $0 == .soundCut }.count == 1)
    }

    @Test("the card of a guarded sink going is a sign, though its sink is still there")
    func guardedCard() async throws {
        let system = SoundSystem()
        let player = try TestPlayer(system)
        let card = try await ExportedCard(
            socket: system.remote, name: "usb", sink: "usb-out", bus: "usb",
            ports: [.init(name: "headphones-out", type: "headphones", isAvailable: true)])
        #expect(wait("the headphones") { player.graph?.sink("usb-out")?.type == .headphones })
        player.output.open(TestPlayer.renderer(frames: 480_000))
        #expect(wait("the link") { player.graph?.stream?.reaches == ["usb-out"] })
        player.output.order { $0.isGuarded = true }
        #expect(wait("the guard") { player.isGuarding })
        card.removeCard()
        #expect(wait("the sign") { player.events.all.contains(.soundCut) })
    }
}
