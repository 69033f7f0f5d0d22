import AudioTypes
import MediaTypes
import Testing

@testable import Media

@Suite("Tags that change while the media goes on")
struct TagTimelineTests {
    private func segment(_ title: String, at offset: Int64, time: Double? = nil, delay: Double = 0) -> SegmentTags {
        SegmentTags(offset: offset, time: time, delay: delay, tags: ["title": title])
    }

    @Test("only what differs is a change, and none goes back")
    func changes() {
        var tags = TagTimeline()
        tags.begin(["title": "A"], lasting: nil, isList: false)
        #expect(tags.changes.isEmpty && tags.latest == ["title": "A"])
        tags.change(to: ["title": "A"], at: 5)
        tags.change(to: ["title": "B"], at: 10)
        tags.change(to: ["title": "C"], at: 7)
        #expect(tags.changes.map(\.frame) == [10, 10] && tags.changes.map { $0.tags["title"] } == ["B", "C"])
        tags.removeChanges()
        #expect(tags.changes.isEmpty && tags.latest == ["title": "C"])
    }

    @Test("the tags at the opening hold from the first frame on, if not for the whole of the media")
    func opening() {
        var song = TagTimeline()
        song.begin(["title": "A", "name": "Radio"], lasting: ["name": "Radio"], isList: false)
        #expect(song.changes.map(\.frame) == [0] && song.changes[0].tags["title"] == "A")
        // Of the tags of a list's first segment, only those that say what is on the air hold.
        var list = TagTimeline()
        list.begin(["title": "A", "encoder": "x"], lasting: ["name": "Radio"], isList: true)
        #expect(list.latest == ["title": "A", "name": "Radio"])
    }

    @Test("a title holds from the first packet behind it, and of several the last")
    func titles() {
        var tags = TagTimeline()
        let titles = [(100, "A"), (150, "B"), (400, "C")].map { StreamTitle(offset: $0, title: $1) }
        #expect(tags.takeTitle(among: titles, at: 99) == nil && !tags.hasTitles)
        #expect(tags.takeTitle(among: [], at: 200) == "B" && tags.hasTitles)
        #expect(tags.takeTitle(among: [], at: 300) == nil && tags.takeTitle(among: [], at: 400) == "C")
        let many = (0..<1_000).map { StreamTitle(offset: 500, title: "\($0)") }
        #expect(tags.takeTitle(among: many, at: 500) == "999" && tags.takeTitle(among: [], at: 500) == nil)
    }

    @Test("a packet without an offset, or with that of the piece it was cut out of, stands behind the one before")
    func offsets() {
        var tags = TagTimeline()
        #expect(tags.offset(stated: 1_000, size: 400) == 1_000)
        #expect(tags.offset(stated: -1, size: 400) == 1_400 && tags.offset(stated: 1_000, size: 400) == 1_800)
        // Another place is believed.
        #expect(tags.offset(stated: 50_000, size: 400) == 50_000 && tags.offset(stated: 7, size: 400) == 7)
    }

    @Test("the tags of a segment wait for their time, and begin earlier if they come late")
    func segments() {
        var tags = TagTimeline()
        tags.note([segment("A", at: 0, time: 5)], at: 10, now: 4, frame: 400, rate: .cd)
        #expect(tags.changes.isEmpty)
        tags.note([], at: 20, now: 5.5, frame: 44_100, rate: .cd)
        #expect(tags.changes.map(\.frame) == [22_050])
        // Without a time, a delay counts from the first packet; a clock that was set anew counts for nothing.
        tags.note([segment("B", at: 30, delay: 2)], at: 30, now: 6, frame: 50_000, rate: .cd)
        #expect(tags.changes.count == 1)
        tags.note([], at: 40, now: 8, frame: 60_000, rate: .cd)
        tags.note([segment("C", at: 40, time: 900)], at: 50, now: 8, frame: 70_000, rate: .cd)
        #expect(tags.changes.map(\.frame) == [22_050, 60_000, 70_000])
        // A jump forgets what waits.
        tags.note([segment("D", at: 60, time: 12)], at: 60, now: 8, frame: 80_000, rate: .cd)
        tags.jump()
        tags.note([], at: 70, now: 13, frame: 90_000, rate: .cd)
        #expect(tags.latest["title"] == "C")
    }
}
