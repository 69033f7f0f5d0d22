import Testing

@testable import Media

@Suite("Where a decoder is in its track")
struct TrackPositionTests {
    @Test("frames follow one another, and what was taken is behind the position")
    func taking() {
        var position = TrackPosition()
        #expect(position.sample == 0)
        position.place(100, at: 0, length: nil)
        #expect(position.pending == 0..<100 && position.next == 100)
        position.take(30)
        #expect(position.sample == 30)
        position.take(70)
        #expect(position.sample == 100 && position.pending.isEmpty)
    }

    @Test("samples in front of the first audible one and behind the length are not pending")
    func cutting() {
        var position = TrackPosition()
        position.rewind(to: 0, lead: 30)
        #expect(position.next == -30)
        position.place(100, at: -30, length: 50)
        #expect(position.pending == 30..<80 && position.sample == 0 && position.next == 50)
        // A frame behind the end has nothing, and does not move the end.
        position.place(100, at: 70, length: 50)
        #expect(position.pending.isEmpty && position.next == 70)
        // All of it lies in front.
        position.place(10, at: -30, length: 50)
        #expect(position.pending.isEmpty && position.next == -20)
    }

    @Test("a jump forgets the position until a frame tells it, and drops samples up to its target")
    func jumping() {
        var position = TrackPosition()
        position.place(100, at: 0, length: nil)
        position.forget()
        #expect(position.sample == nil && !position.drop(to: 0) && position.reachNextLink() == nil)
        position.place(100, at: 1_000, length: nil)
        #expect(position.drop(to: 1_040) && position.sample == 1_040)
        // What was taken does not come back.
        #expect(position.drop(to: 1_010) && position.sample == 1_040)
        #expect(!position.drop(to: 1_100) && position.sample == 1_100)
    }

    @Test("links begin where those before them end, and are found by their samples")
    func links() {
        var position = TrackPosition()
        position.firstOffset = 5
        position.place(100, at: 0, length: nil)
        position.clear()
        #expect(position.link(of: 500) == 0 && position.reachNextLink() == 1)
        position.rewind(to: 1, lead: 0)
        #expect(position.link == 1 && position.linkStart == 100 && position.next == 100 && position.firstOffset == nil)
        position.place(50, at: 100, length: 20)
        #expect(position.pending == 0..<20 && position.next == 120)
        // The first link again: what was learnt of the second one stays.
        position.rewind(to: 0, lead: 0)
        position.place(100, at: 0, length: nil)
        #expect(position.reachNextLink() == 1 && position.link(of: 99) == 0 && position.link(of: 100) == 1)
    }
}
