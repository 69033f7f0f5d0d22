import NIOCore
import NIOEmbedded
import RealtimeAudio
import Testing

@testable import Application
@testable import Daemon

@Suite("the watchdog")
struct WatchdogTests {
    /// A daemon whose signs of life the test sets, watched with a time-out of ten seconds.
    private final class Stage {
        let loop = EmbeddedEventLoop()
        var statistics = RenderStatistics()
        var reads: UInt64 = 0
        var waits = false
        var decoderAnswers = true
        var notices: [Watchdog.Notice] = []
        private(set) var watchdog: Watchdog?

        init() {
            let subject = Watchdog.Subject(
                signs: { [unowned self] in SignsOfLife(statistics: statistics, reads: reads, waits: waits) },
                askDecoder: { [unowned self] answer in
                    if decoderAnswers { answer() }
                })
            watchdog = Watchdog(microseconds: 10_000_000, eventLoop: loop, subject: subject) { [unowned self] notice in
                notices.append(notice)
            }
        }

        /// Lets the time of one look pass; returns the notices of this time.
        func pass() -> [Watchdog.Notice] {
            notices = []
            loop.advanceTime(by: .seconds(5))
            return notices
        }
    }

    @Test("a daemon at rest ends the watch, once, and then no timer runs")
    func rest() {
        let stage = Stage()
        stage.watchdog?.watch(false)
        stage.watchdog?.watch(false)
        #expect(stage.notices == [.watch(microseconds: 0)])
        #expect(stage.pass().isEmpty)
    }

    @Test("while something plays, it is told twice in each time-out that the daemon works")
    func playing() {
        let stage = Stage()
        stage.watchdog?.watch(true)
        stage.watchdog?.watch(true)
        #expect(stage.notices == [.watch(microseconds: 10_000_000)])
        for _ in 1...3 {
            stage.statistics.callbacks += 200
            #expect(stage.pass() == [.works])
        }
        stage.watchdog?.watch(false)
        #expect(stage.pass().isEmpty)
    }

    @Test("it hears nothing from a daemon whose sound stands still, or is silence, and whose decode thread does not answer")
    func hangs() {
        let stage = Stage()
        stage.decoderAnswers = false
        stage.watchdog?.watch(true)
        #expect(stage.pass().isEmpty)
        stage.statistics.callbacks += 200
        stage.statistics.underrunFrames += 4_800
        #expect(stage.pass().isEmpty)
    }

    @Test("sound that stands still is fine if the decode thread answers")
    func noOutput() {
        let stage = Stage()
        stage.watchdog?.watch(true)
        #expect(stage.pass() == [.works])
    }

    @Test("a daemon that waits for a stream or a disk, or reads on, works")
    func waits() {
        let stage = Stage()
        stage.decoderAnswers = false
        stage.watchdog?.watch(true)
        stage.waits = true
        #expect(stage.pass() == [.works])
        stage.waits = false
        stage.reads += 1
        #expect(stage.pass() == [.works])
        #expect(stage.pass().isEmpty)
    }
}
