import Testing

@testable import PlayerModel

@Suite("Tracks without a frame")
struct EmptyTracksTests {
    @Test("as many in a row as the queue is long are tried, and one more")
    func limit() {
        var empty = EmptyTracks()
        for _ in 0..<3 {
            #expect(empty.allowAnother(ofQueue: 3))
            empty.add(frames: 0)
        }
        #expect(empty.allowAnother(ofQueue: 3))
        empty.add(frames: 0)
        #expect(!empty.allowAnother(ofQueue: 3) && empty.allowAnother(ofQueue: 4))
    }

    @Test("a single frame, or a client's command, starts the count anew", arguments: [true, false])
    func anew(hasFrame: Bool) {
        var empty = EmptyTracks()
        for _ in 0..<9 { empty.add(frames: 0) }
        if hasFrame { empty.add(frames: 1) } else { empty.forget() }
        #expect(empty.allowAnother(ofQueue: 0))
    }
}
