import MessageBus
import Testing

@testable import MPRISDoor

@Suite("The paths of tracks")
struct TrackPathTests {
    @Test("a path names the item with that id, and no item has the path of none", arguments: [0, 1, 42, Int64.max])
    func roundTrip(id: Int64) {
        #expect(TrackPath.id(of: TrackPath.path(of: id)) == id)
        #expect(TrackPath.path(of: id) != TrackPath.none)
        #expect(TrackPath.path(of: nil) == TrackPath.none)
    }

    @Test(
        "other paths name no item",
        arguments: [
            "/", "/org/fermata/track", "/org/fermata/track/a", "/org/fermata/track/007", "/org/fermata/track/1/2",
            "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/org/fermata/track/99999999999999999999", "/org/fermata/track/_1",
        ])
    func others(path: String) throws { #expect(TrackPath.id(of: try #require(ObjectPath(checking: path))) == nil) }
}
