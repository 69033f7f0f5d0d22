import AudioTypes
import Network
import PlayerModel
import TestSupport
import Testing

@testable import Application

@Suite("What is asked of sinks for passing sound through")
struct PassthroughWishTests {
    @Test("nothing while the list is empty, and what they take once it is not, from the start or a reload on")
    func wish() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        #expect(stage.output.wantsPassthrough == [false])
        var settings = ApplicationSettings()
        settings.playback.passthrough = [.dop]
        let wanting = settings
        try stage.on { $0.reconfigure(wanting, from: ApplicationSettings(), network: NetworkConfiguration()) }
        #expect(stage.output.wantsPassthrough == [false, true])
        try await stage.end()
        let other = try ApplicationStage(directory, settings: wanting)
        #expect(other.output.wantsPassthrough == [true])
        try await other.end()
    }
}
