import AudioTypes
import Glibc
import PlayerModel
import TestSupport
import Testing

@Suite("A full table of descriptors")
struct DescriptorTests {
    /// Leaves none of them, and gives one a number back when it is closed. In a process of its own only.
    private static func takeAllDescriptors() {
        var limit = rlimit(rlim_cur: 512, rlim_max: 512)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while dup(0) >= 0 {}
    }

    @Test("is an error of the item that needs a stream of its own, and ends nothing")
    func newFormat() async {
        await #expect(processExitsWith: .success) {
            let stage = await EngineStage(
                ["/a": .init(frameCount: 400_000), "/b": .init(frameCount: 500, rate: .video)], followsFormat: true)
            await stage.ask(.playURI("/a"))
            try await stage.hear(2_000)
            Self.takeAllDescriptors()
            #expect(await stage.ask(.playURI("/b")) == .done)
            try await stage.runCycles(until: "the player to stop") { await stage.player.state == .stopped }
            let failures = stage.events.compactMap { event -> PlaybackError? in
                if case .itemFailed(_, let error) = event { error } else { nil }
            }
            #expect(failures.map(\.code) == [.limitExceeded])
            #expect(failures.first?.message.contains("no file descriptor is left") == true)
            // What has the format of the stream that is there can still be heard.
            #expect(await stage.ask(.playURI("/a")) == .done)
            #expect(await stage.player.state == .playing)
        }
    }
}
