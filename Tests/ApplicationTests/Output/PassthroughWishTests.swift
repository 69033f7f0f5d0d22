import AudioTypes
import Network
import PlayerModel
import TestSupport
import Testing

@testable import Application

@Suite("What is asked of sinks for passing sound through")
struct PassthroughWishTests {
    private func choose(_ codecs: Set<PassthroughCodec>, on stage: ApplicationStage) throws {
        try stage.on { application in
            application.perform(.setOptions([.passthrough: .codecs(codecs)]), for: Origin(.control, client: 1)) { _ in }
        }
    }

    @Test("nothing while the list is empty, and what they take once it is not, from the start, a reload or a client's choice on")
    func wish() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        #expect(stage.output.wantsPassthrough == [false])
        var settings = ApplicationSettings()
        settings.playback.options.passthrough = [.dop]
        let wanting = settings
        try stage.on { $0.reconfigure(wanting, from: ApplicationSettings(), network: NetworkConfiguration()) }
        #expect(stage.output.wantsPassthrough == [false, true])
        try choose([], on: stage)
        try await waitUntil("the choice") { stage.output.wantsPassthrough == [false, true, false] }
        try await stage.end()
        let other = try ApplicationStage(directory, settings: wanting)
        #expect(other.output.wantsPassthrough == [true])
        try choose([], on: other)
        try await waitUntil("the choice") { other.output.wantsPassthrough == [true, false] }
        // A reload without a change leaves what the client has chosen.
        try other.on { $0.reconfigure(wanting, from: wanting, network: NetworkConfiguration()) }
        #expect(other.output.wantsPassthrough == [true, false])
        try await other.end()
    }
}
