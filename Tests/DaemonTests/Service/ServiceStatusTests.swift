import PlayerModel
import Testing

@testable import Daemon

@Suite("What the service manager shows")
struct ServiceStatusTests {
    private func line(
        _ state: PlaybackState, title: String? = "Tune", artist: String? = "Band", hasOutput: Bool = true
    ) -> String {
        let item = QueueItem(id: 1, uri: "/b.flac", title: title, artist: artist)
        return ServiceStatus.line(state, item, hasOutput: hasOutput)
    }

    @Test("it names what plays, or is paused")
    func title() {
        #expect(line(.playing) == "Playing Band – Tune")
        #expect(line(.buffering) == "Waiting for more of Band – Tune")
        #expect(line(.paused) == "Paused: Band – Tune")
        #expect(line(.stopped) == "Stopped")
    }

    @Test("it says that there is no output where one is needed")
    func noOutput() {
        #expect(line(.playing, hasOutput: false) == "Playing Band – Tune, waiting for an output")
        #expect(line(.paused, hasOutput: false) == "Paused: Band – Tune")
    }

    @Test("it calls by its address what has no title, and nothing by no name")
    func untitled() {
        #expect(line(.playing, title: nil, artist: nil) == "Playing /b.flac")
        #expect(line(.paused, title: nil) == "Paused: Band – /b.flac")
        #expect(ServiceStatus.line(.playing, nil, hasOutput: true) == "Stopped")
    }
}
