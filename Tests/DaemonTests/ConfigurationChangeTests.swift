import Application
import Configuration
import PlayerModel
import Testing

@testable import Daemon

@Suite("A configuration that is read again")
struct ConfigurationChangeTests {
    private func change(_ text: String, from previous: String) throws -> ConfigurationChange {
        ConfigurationChange(
            to: try Configuration(parsing: text, file: "c.toml"), from: try Configuration(parsing: previous, file: "c.toml"),
            atStart: Configuration())
    }

    @Test("what counts at once is told once, what waits for a restart until it is taken back")
    func keys() throws {
        let text = "server = { clients = 7 }\nplayback = { fade_seconds = 0.5, restore = \"off\" }"
        let first = try change(text, from: "")
        #expect(first.taken == ["playback.fade_seconds"])
        #expect(first.waiting == ["server.clients", "playback.restore"])
        let again = try change(text, from: text)
        #expect(again.taken.isEmpty)
        #expect(again.waiting == first.waiting)
        let back = try change("", from: text)
        #expect(back.taken == first.taken)
        #expect(back.waiting.isEmpty)
    }

    @Test("what waits for a restart stays as it was at the start, for everybody")
    func values() throws {
        let text = "server = { clients = 7 }\nplayback = { buffer_seconds = 9, fade_seconds = 0.5 }\nqueue = { shuffle = true }"
        let change = try change(text, from: "")
        #expect(change.waiting == ["server.clients", "playback.buffer_seconds", "queue.shuffle"])
        #expect(change.configuration.changedKeys(since: Configuration()).map(\.path) == ["playback.fade_seconds"])
        #expect(DaemonSettings(change.configuration).application.playback.bufferSeconds == PlaybackConfiguration().bufferSeconds)
    }
}
