import AudioTypes
import Filters
import Glibc
import RealtimeAudio
import Testing

@testable import PipeWireOutput

/// What filters hold of the sound when it is silenced, and when it ends.
extension SoundSystemTests {
    @Test("what a delayed channel holds is not heard during a cut, nor behind it")
    func cutWithDelays() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["cap": .parts { $0.delays = [100, 0] }]) }
        try player.play(TestPlayer.renderer(of: [Float](repeating: 0.5, count: 480_000))) {
            system.waitForFrames(96_000)
            player.output.setCut(true)
            system.waitForFrames(48_000)
            player.output.setCut(false)
            system.waitForFrames(48_000)
        }
        let heard = system.recorded()
        let begin = try #require(heard[1].firstIndex { $0 != 0 })
        let cut = try #require(heard[1][begin...].firstIndex(of: 0))
        let end = try #require(heard[1][cut...].firstIndex { $0 != 0 })
        #expect(end - cut > 20_000)
        #expect(heard[0][(cut - 1_000)..<cut].allSatisfy { $0 != 0 })
        #expect(heard[0][cut..<(end + 4_800)].allSatisfy { $0 == 0 })
        #expect(heard[0][(end + 4_800)..<(end + 9_600)].contains(0.5))
    }

    @Test("at a pause, what a delayed channel holds is heard before the stream rests")
    func restWithDelays() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        player.output.order { $0.filters = OutputFilters(["cap": .parts { $0.delays = [100, 0] }]) }
        let renderer = try TestPlayer.renderer(of: [Float](repeating: 0.5, count: 960_000))
        try player.pause(renderer, behind: 96_000, system) { player.output.setActive(false) }
        let heard = system.recorded()
        let counts = heard.map { $0.count { $0 != 0 } }
        #expect(counts[0] == counts[1] && counts[1] > 48_000, "\(counts)")
    }

    @Test("what filters still hold of a sound when the stream has rested is not heard when it starts again")
    func startWithoutMemory() throws {
        let system = SoundSystem(sinks: [])
        try system.record()
        let player = try TestPlayer(system)
        let echo = system.impulse("echo", [[1] + [Float](repeating: 0, count: 47_999) + [1]])
        player.output.order { $0.filters = OutputFilters(["cap": .parts { $0.impulse = echo }]) }
        let renderer = try TestPlayer.renderer(of: [Float](repeating: 0.5, count: 960_000))
        // Without the wait for what is held.
        try player.pause(renderer, behind: 96_000, system) { player.output.withLock { $0.streams.main.stream.setActive(false) } }
        let before = system.recordedFrames
        player.output.withLock { $0.streams.main.stream.setActive(true) }
        #expect(wait("cycles") { renderer.cycles(after: 60) })
        let heard = system.recorded()
        // What was on its way by then is heard soon, also on a busy machine; the room of a second is longer than that.
        let late = heard[0].dropFirst(before + 32_768)
        #expect(heard[0].contains { $0 > 0.1 } && late.count > 16_384)
        #expect(late.allSatisfy { abs($0) < 1e-6 }, "\(late.count { $0 != 0 })")
    }
}

extension TestPlayer {
    /// Plays, pauses some frames later, and waits until the stream rests, to which `rest` leads.
    fileprivate func pause(_ renderer: Renderer, behind frames: Int, _ system: SoundSystem, rest: () -> Void) throws {
        renderer.setPlays(false)
        output.open(renderer)
        #expect(wait("the link") { events.all.contains(.streamChanged(.paused)) })
        output.setActive(true)
        #expect(wait("the first cycles") { renderer.statistics.callbacks > 4 })
        renderer.setPlays(true)
        system.waitForFrames(frames)
        events.clear()
        // There was a pause before it began.
        renderEvents.clear()
        renderer.setPlays(false)
        #expect(wait("the pause") { renderEvents.all.contains { $0.kind == .paused } })
        rest()
        #expect(wait("the rest") { events.all.contains(.streamChanged(.paused)) })
    }
}

@Suite("The workshop of filters")
struct FilterWorkshopTests {
    private func request(_ number: Int) -> FilterLibrary.Request {
        let choice = OutputFilters.Choice.text("GraphicEQ: 20 0; 1000 \(Double(number % 100) / 10); 20000 3")
        return FilterLibrary.Request(
            choice: choice, hasCrossfeed: false, format: StreamFormat(sampleRate: .video, channelLayout: .stereo))
    }

    @Test("drops what is too much, and what nobody wants any more")
    func bounded() {
        let workshop = FilterWorkshop()
        defer { workshop.end() }
        let count = 3 * FilterWorkshop.mostWaiting
        var dropped: [FilterLibrary.Request] = []
        for number in 0..<count { dropped += workshop.begin(request(number), isAwaited: false) ?? [] }
        let kept = count - dropped.count
        #expect((FilterWorkshop.mostWaiting...(FilterWorkshop.mostWaiting + 8)).contains(kept), "\(kept)")
        #expect(!dropped.contains(request(0)))
        workshop.forget(Set((0..<count).map(request)))
        var made = workshop.takeMade().count
        // The threads end what they are at, which may be nothing yet.
        #expect(workshop.begin(request(99), isAwaited: true) != nil)
        var found = false
        #expect(
            wait("the new one") {
                let new = workshop.takeMade()
                found = found || new.contains { $0.0 == request(99) }
                if !found { made += new.count }
                return found
            })
        #expect(made <= 8, "\(made)")
    }

    @Test("makes what is awaited before the rest")
    func awaited() {
        let workshop = FilterWorkshop()
        defer { workshop.end() }
        for number in 0..<12 { _ = workshop.begin(request(number), isAwaited: false) }
        workshop.hurry(request(11))
        _ = workshop.begin(request(50), isAwaited: true)
        var made: [FilterLibrary.Request] = []
        #expect(
            wait("all") {
                made += workshop.takeMade().map(\.0)
                return made.count == 13
            })
        #expect(made.prefix(7).contains(request(50)) && made.prefix(8).contains(request(11)))
    }
}
