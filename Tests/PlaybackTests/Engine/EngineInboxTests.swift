import AudioTypes
import Testing

@testable import Playback

@Suite("The engine's inbox")
struct EngineInboxTests {
    @Test("only the first event has somebody come for it, and all are given out in order")
    func order() {
        let inbox = EngineInbox()
        #expect(inbox.append(.output(.serverConnected(version: "1"))))
        #expect(!inbox.append(.output(.serverConnected(version: "2"))))
        let versions = inbox.takeAll().map { if case .output(.serverConnected(let version)) = $0 { version } else { "" } }
        #expect(versions == ["1", "2"])
        #expect(inbox.takeAll().isEmpty)
        #expect(inbox.append(.output(.soundCut)))
    }
}
