import AudioTypes
import ControlProtocol
import PlayerModel
import Testing

@testable import Daemon

@Suite("What the service manager shows")
struct ServiceStatusTests {
    private func status(
        _ state: Wire.PlayerState, hasOutput: Bool = true,
        item: Wire.QueueItem? = Wire.QueueItem(id: 1, uri: "file:///a", title: "Tune", artist: "Band")
    ) -> Wire.Status {
        Wire.Status(
            state: state, reason: .user, item: item,
            volume: Wire.Volume(level: 1, muted: false),
            queue: Wire.QueueSummary(
                length: 1, index: 0, revision: 1, modes: Wire.QueueModes(repeat: .off, shuffle: false, consume: false)),
            output: hasOutput ? Wire.OutputSummary(uid: "speaker", name: "Speaker", type: .lineOut) : nil)
    }

    @Test("it names what plays, or is paused")
    func title() {
        #expect(ServiceStatus.line(status(.playing)) == "Playing Band – Tune")
        #expect(ServiceStatus.line(status(.buffering)) == "Waiting for more of Band – Tune")
        #expect(ServiceStatus.line(status(.paused)) == "Paused: Band – Tune")
        #expect(ServiceStatus.line(status(.stopped)) == "Stopped")
    }

    @Test("it says that there is no output where one is needed")
    func noOutput() {
        #expect(ServiceStatus.line(status(.playing, hasOutput: false)) == "Playing Band – Tune, waiting for an output")
        #expect(ServiceStatus.line(status(.paused, hasOutput: false)) == "Paused: Band – Tune")
    }

    @Test("it calls by its address what has no title, and nothing by no name")
    func untitled() {
        #expect(ServiceStatus.line(status(.playing, item: Wire.QueueItem(id: 1, uri: "/b.flac"))) == "Playing /b.flac")
        let anonymous = Wire.QueueItem(id: 1, uri: "/b.flac", artist: "Band")
        #expect(ServiceStatus.line(status(.paused, item: anonymous)) == "Paused: Band – /b.flac")
        #expect(ServiceStatus.line(status(.playing, item: nil)) == "Stopped")
    }
}
