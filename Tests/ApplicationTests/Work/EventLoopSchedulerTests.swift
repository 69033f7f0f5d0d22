import NIOCore
import NIOPosix
import Testing

@testable import Application
@testable import Playback

@Suite("The event loop as the engine's control thread")
struct EventLoopSchedulerTests {
    @Test("runs a timer's work on the loop, where the work may use what is confined to it")
    func timer() async throws {
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let ran = loop.makePromise(of: Bool.self)
        let timer = try await loop.submit {
            let timer = ControlTimer(EventLoopScheduler(eventLoop: loop))
            timer.set(afterNanoseconds: 1_000) { ran.succeed(loop.inEventLoop) }
            return NIOLoopBound(timer, eventLoop: loop)
        }.get()
        #expect(try await ran.futureResult.get())
        #expect(try await loop.submit { !timer.value.isSet }.get())
    }
}
