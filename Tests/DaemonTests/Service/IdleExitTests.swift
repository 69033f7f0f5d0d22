import NIOCore
import NIOEmbedded
import Testing

@testable import Daemon

@Suite("the exit of an idle daemon")
struct IdleExitTests {
    /// What the daemon does, and how often it was ended.
    private final class Stage {
        let loop = EmbeddedEventLoop()
        var isIdle = true
        var nextLook: TimeAmount?
        var ends = 0

        func idleExit(seconds: Double = 10) -> IdleExit {
            IdleExit(
                seconds: seconds, eventLoop: loop, isIdle: { [unowned self] in isIdle },
                nextLook: { [unowned self] in nextLook }, end: { [unowned self] in ends += 1 })
        }
    }

    @Test("after the time without use the daemon ends, once")
    func ends() {
        let stage = Stage()
        let idleExit = stage.idleExit()
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(9))
        #expect(stage.ends == 0)
        stage.loop.advanceTime(by: .seconds(1))
        #expect(stage.ends == 1)
        stage.loop.advanceTime(by: .seconds(100))
        #expect(stage.ends == 1)
    }

    @Test("each use starts the time anew")
    func startsAnew() {
        let stage = Stage()
        let idleExit = stage.idleExit()
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(9))
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(9))
        #expect(stage.ends == 0)
        stage.loop.advanceTime(by: .seconds(1))
        #expect(stage.ends == 1)
    }

    @Test("a use whose end nobody reports keeps the daemon only until then")
    func silentEnd() {
        let stage = Stage()
        stage.isIdle = false
        stage.nextLook = .seconds(60)
        let idleExit = stage.idleExit()
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(59))
        stage.isIdle = true
        stage.loop.advanceTime(by: .seconds(10))
        #expect(stage.ends == 0)
        stage.loop.advanceTime(by: .seconds(1))
        #expect(stage.ends == 1)
    }

    @Test("a daemon in use does not end, also if the use began unseen")
    func inUse() {
        let stage = Stage()
        let idleExit = stage.idleExit()
        stage.isIdle = false
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(100))
        stage.isIdle = true
        idleExit.look()
        stage.isIdle = false
        stage.loop.advanceTime(by: .seconds(100))
        #expect(stage.ends == 0)
    }

    @Test("a changed time counts from now on, and none means never")
    func changes() {
        let stage = Stage()
        let idleExit = stage.idleExit(seconds: 0)
        idleExit.look()
        stage.loop.advanceTime(by: .seconds(1_000))
        #expect(stage.ends == 0)
        idleExit.seconds = 5
        stage.loop.advanceTime(by: .seconds(4))
        idleExit.seconds = 0
        stage.loop.advanceTime(by: .seconds(100))
        #expect(stage.ends == 0)
        idleExit.seconds = 5
        stage.loop.advanceTime(by: .seconds(5))
        #expect(stage.ends == 1)
    }
}
