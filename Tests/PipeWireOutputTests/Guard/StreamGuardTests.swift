import Logging
import RealtimeAudio
import Testing

@testable import PipeWireOutput

@Suite("The guard of a stream")
struct StreamGuardTests {
    @Test("the end of the server ends the silence that the callback has made, and not the owner's")
    func serverEnds() throws {
        Library.initialize()
        let connection = try Connection(remote: nil, privateOutputs: HeadphonePatterns([]), logger: Logger(label: "test"))
        let guarding = StreamGuard(connection, outbox: EventOutbox(connection))
        let renderer = TestPlayer.renderer(frames: 480)
        guarding.setRenderer(renderer)
        // The callback does so in a cycle that another driver runs.
        renderer.setCut(true)
        guarding.serverEnded()
        #expect(!renderer.isCut)
        guarding.setCut(true)
        guarding.serverEnded()
        #expect(renderer.isCut)
    }
}
