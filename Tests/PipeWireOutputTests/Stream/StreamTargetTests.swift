import Testing

@testable import PipeWireOutput

@Suite("A chosen output")
struct StreamTargetTests {
    /// A choice that the session manager has taken down.
    private func held() -> StreamTarget {
        var target = StreamTarget()
        target.choose("tv")
        #expect(target.look(at: TargetEntries()) == [.write])
        #expect(target.look(at: TargetEntries(object: "tv")) == [])
        return target
    }

    @Test("is written once for each stream, and anew for a session manager that has forgotten it")
    func written() {
        var target = held()
        #expect(target.look(at: TargetEntries(object: "tv")) == [])
        target.streamEnded()
        #expect(target.look(at: nil) == [])
        #expect(target.look(at: TargetEntries()) == [.write])
        #expect(target.look(at: TargetEntries()) == [], "it takes a moment")
        #expect(target.look(at: TargetEntries(object: "tv")) == [])
        #expect(target.look(at: nil) == [])
        #expect(target.look(at: TargetEntries()) == [.write])
    }

    @Test("of the configuration is written too, and none is not")
    func configured() {
        var target = StreamTarget(uid: "tv")
        #expect(target.look(at: TargetEntries(node: "-1")) == [.write])
        var none = StreamTarget()
        #expect(none.look(at: TargetEntries(object: "77")) == [])
    }

    @Test("is given up for somebody's who chose another", arguments: ["77", "-1", "speaker", nil])
    func taken(object: String?) {
        var target = held()
        #expect(target.look(at: TargetEntries(object: object)) == [.tellTaken("tv")])
        #expect(target.uid == nil)
        #expect(target.look(at: TargetEntries(object: object)) == [])
    }

    @Test("is given up for somebody's who chose another in the old way, which it would outdo")
    func takenOldWay() {
        var target = held()
        #expect(target.look(at: TargetEntries(object: "tv", node: "31")) == [.remove, .tellTaken("tv")])
        #expect(target.uid == nil)
    }

    @Test("is given up for somebody's also where the news of our own word does not come", arguments: ["77", nil])
    func takenAtOnce(before: String?) {
        var target = StreamTarget()
        target.choose("tv")
        #expect(target.look(at: TargetEntries(object: before)) == [.write])
        #expect(target.look(at: TargetEntries(object: before)) == [])
        #expect(target.look(at: TargetEntries(object: "78")) == [.tellTaken("tv")])
        var again = held()
        again.choose("tv")
        #expect(again.look(at: TargetEntries(object: "tv")) == [.write])
        #expect(again.look(at: TargetEntries(object: "77")) == [.tellTaken("tv")])
    }

    @Test("is not given up for what the session manager notes for itself, or what was there before")
    func notes() {
        var target = held()
        #expect(target.look(at: TargetEntries(object: "tv", node: "-1")) == [])
        #expect(target.look(at: TargetEntries(object: "tv")) == [])
        #expect(target.uid == "tv")
        var later = StreamTarget()
        later.choose("tv")
        #expect(later.look(at: TargetEntries(node: "31")) == [.write])
        #expect(later.look(at: TargetEntries(object: "tv", node: "31")) == [])
        #expect(later.look(at: TargetEntries(object: "tv", node: "31")) == [])
        #expect(later.uid == "tv")
    }

    @Test("and another and the first again are not taken for somebody else's when the news of them come")
    func toAndFro() {
        var target = held()
        target.choose("speaker")
        #expect(target.look(at: TargetEntries(object: "tv")) == [.write])
        target.choose(nil)
        #expect(target.look(at: TargetEntries(object: "tv")) == [])
        target.choose("tv")
        #expect(target.look(at: TargetEntries(object: "tv")) == [.write])
        for news in ["tv", "speaker", nil, "tv"] { #expect(target.look(at: TargetEntries(object: news)) == []) }
        #expect(target.uid == "tv")
        #expect(target.look(at: TargetEntries(object: "77")) == [.tellTaken("tv")])
    }
}
