import ControlProtocol
import Playback
import Testing

@testable import Daemon

@Suite("Errors of playback as the protocol tells them")
struct TranslationTests {
    @Test("an item that is not there is named for programs, too")
    func missingItem() throws {
        var queue = PlayQueue()
        let error = try #require(throws: PlaybackError.self) { try queue.remove([7]) }
        #expect(ControlError(error).details == ["item": 7])
    }
}
