import MediaTypes
import Testing

@Suite("Chapters as a file states them")
struct MediaChapterTests {
    @Test("they are put in order, and none lies over the next one")
    func ordered() {
        let chapters = MediaChapter.ordered([
            MediaChapter(start: 60, end: 90, title: "c"), MediaChapter(start: 0, end: 70, title: "a"),
            MediaChapter(start: 30, end: 40, title: "b"), MediaChapter(start: 30, end: 99, title: "twin"),
        ])
        #expect(chapters.map(\.start) == [0, 30, 60] && chapters.map(\.title) == ["a", "b", "c"])
        #expect(chapters.map(\.end) == [30, 40, 90])
    }

    @Test("times that are no times are left out, and one that begins before the sound begins with it")
    func forged() {
        let chapters = MediaChapter.ordered([
            MediaChapter(start: .nan, end: nil, title: "nan"), MediaChapter(start: .infinity, end: nil, title: "far"),
            MediaChapter(start: -20, end: -10, title: "gone"), MediaChapter(start: -5, end: 5, title: "early"),
            MediaChapter(start: 9, end: 3, title: "backwards"), MediaChapter(start: 20, end: .nan, title: "end"),
        ])
        #expect(chapters == [MediaChapter(start: 0, end: 5, title: "early")])
    }

    @Test("a million chapters are as many as the limit says, and their titles are short")
    func limits() {
        let many = (0..<1_000_000).map { MediaChapter(start: Double($0), end: nil, title: nil) }
        #expect(MediaChapter.ordered(many).count == MediaChapter.limit)
        let long = MediaChapter.ordered([MediaChapter(start: 0, end: nil, title: String(repeating: "é", count: 9_000))])
        #expect((long.first?.title?.utf8.count ?? 0) <= 256)
    }

    @Test("the chapter of a position is found as by looking at each of them")
    func index() {
        let stated = (0..<50).map { number -> MediaChapter in
            let start = Double(number) * 2 + 1
            return MediaChapter(start: start, end: start + 1, title: nil)
        }
        let chapters = MediaChapter.ordered(stated)
        for position in stride(from: 0.0, through: 120, by: 0.25) {
            let expected = chapters.lastIndex { chapter -> Bool in
                let end: Double = chapter.end ?? .infinity
                return chapter.start <= position && position < end
            }
            #expect(chapters.index(at: position) == expected, "\(position)")
        }
    }
}
