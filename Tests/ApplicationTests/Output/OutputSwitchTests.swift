import AudioSession
import AudioTypes
import Playback
import RealtimeAudio
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("the switch between the sound server's output and one beside it")
struct OutputSwitchTests {
    private static let sound = StreamFormat(sampleRate: .video, channelLayout: .stereo)
    private static let coded = StreamFormat(
        sampleRate: .video, channelLayout: .stereo, coding: SampleCoding(codec: .ac3, unitFrames: 1_536))

    private let main = TestOutput()
    private let rooms = FakeRooms()

    private func makeSwitch() throws -> OutputSwitch {
        let both = OutputSwitch(main, and: rooms)
        try both.start(events: { _ in }, renderEvents: { _ in }, graphChanged: { _ in })
        return both
    }

    private func renderer(_ format: StreamFormat) throws -> Renderer {
        try Renderer(format: format, bufferSeconds: 1, fadeSeconds: 0, generation: 0, workerDescriptor: EventDescriptor())
    }

    @Test("the stream goes on at the output that is chosen, and runs there")
    func goesOn() throws {
        let both = try makeSwitch()
        both.open(try renderer(Self.sound))
        both.setActive(true)
        both.setTarget(uid: "rooms")
        #expect(main.stream.renderer == nil)
        #expect(rooms.stream.renderer?.format == Self.sound && rooms.stream.isStreaming)
        both.setTarget(uid: nil)
        #expect(rooms.stream.renderer == nil)
        #expect(main.stream.renderer?.format == Self.sound && main.stream.isStreaming)
    }

    @Test("each of the two gets to know the equalisers, and the one that plays tells what its own does")
    func filters() throws {
        let both = try makeSwitch()
        var orders = OutputOrders()
        orders.filters = OutputFilters(["rooms": .off])
        both.apply(orders)
        #expect(rooms.chosen.withLock { $0 } == orders.filters && both.filterReports.isEmpty)
        both.open(try renderer(Self.sound))
        both.setTarget(uid: "rooms")
        #expect(both.filterReports.mapValues(\.rule) == ["rooms": "rooms"])
        both.setTarget(uid: nil)
        #expect(both.filterReports["rooms"] == nil)
    }

    @Test("coded sound never gets to the output beside the sound server's, which would play it as noise")
    func coded() throws {
        let both = try makeSwitch()
        both.open(try renderer(Self.coded))
        both.setActive(true)
        #expect(main.stream.isStreaming)
        both.setTarget(uid: "rooms")
        #expect(main.stream.renderer == nil && rooms.stream.renderer == nil)
        // The player has not heard of the choice yet.
        both.open(try renderer(Self.coded))
        both.setActive(true)
        #expect(rooms.stream.renderer == nil && !rooms.stream.isStreaming)
        both.open(try renderer(Self.sound))
        both.setActive(true)
        #expect(rooms.stream.renderer?.format == Self.sound && rooms.stream.isStreaming)
        both.open(try renderer(Self.coded))
        #expect(rooms.stream.renderer == nil && rooms.formats == [Self.sound])
        both.setTarget(uid: nil)
        #expect(main.stream.renderer?.format == Self.coded)
    }
}

/// An output beside the sound server's, without a server.
private final class FakeRooms: FurtherOutput {
    let stream = FakeOutput()
    let device = OutputDevice(uid: "rooms", name: "Rooms", type: .network, channelCount: 2)
    let format = StreamFormat(sampleRate: .video, channelLayout: .stereo)

    /// The formats of the streams that were opened, in order.
    var formats: [StreamFormat] {
        stream.calls.compactMap { if case .open(let format) = $0 { format } else { nil } }
    }

    func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) { stream.start(events: events, renderEvents: renderEvents) }
    let heldSeconds = 0.0
    func setMaximum(_ maximum: Double) {}
    func serverFound(on host: String?) {}
    let chosen = Mutex(OutputFilters())
    func setFilters(_ choices: OutputFilters) { chosen.withLock { $0 = choices } }
    var filterReport: OutputFilterReport? {
        guard stream.renderer != nil, let rule = chosen.withLock({ $0.rule(sink: "rooms", port: nil) }) else { return nil }
        var report = OutputFilterReport()
        report.rule = rule.name
        return report
    }
    func open(_ renderer: Renderer) { stream.open(renderer) }
    func setActive(_ isActive: Bool) { stream.setActive(isActive) }
    func setVolume(_ level: Double) { stream.setVolume(level) }
    func setMuted(_ isMuted: Bool) { stream.setMuted(isMuted) }
    func setTitle(_ title: String?) { stream.setTitle(title) }
    func close() { stream.close() }
    func timing() -> OutputTiming { OutputTiming(quantum: 1_024, graphRate: 48_000, latency: 1) }
    func shutDown() { stream.shutDown() }
}
