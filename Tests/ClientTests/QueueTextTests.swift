import ControlProtocol
import Testing

@testable import fermata

@Suite("The list of the queue")
struct QueueTextTests {
    private func item(
        _ id: Int64, _ title: String, artist: String? = "Ann", album: String? = nil, disc: Int? = nil, discs: Int? = nil,
        duration: Double? = 61
    ) -> Wire.QueueItem {
        Wire.QueueItem(
            id: id, uri: "/\(id)", title: title, artist: artist, album: album, discNumber: disc, discTotal: discs,
            duration: duration)
    }

    private func list(_ items: [Wire.QueueItem], current: Int64? = nil, columns: Int? = nil, offset: Int = 0) -> [String] {
        let page = Wire.QueuePage(items: items, length: items.count, revision: 1)
        return QueueText.list([page], offset: offset, current: current, columns: columns)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("has places beside ids, marks the current item, and aligns durations")
    func columns() {
        let lines = list(
            [item(7, "A", duration: 5), item(108, "Longer", duration: 3_723), item(9, "C", duration: nil)], current: 108)
        #expect(
            lines == [
                "  #   id", "  1    7  Ann – A          0:05", "> 2  108  Ann – Longer  1:02:03", "  3    9  Ann – C",
            ])
        #expect(list([item(7, "A")], offset: 41).last == "  42   7  Ann – A  1:01")
    }

    @Test("titles albums and discs where they change, and leaves the artist of an album to its title")
    func albums() {
        let lines = list([
            item(1, "A", album: "Blue", disc: 1, discs: 2), item(2, "B", album: "Blue", disc: 1, discs: 2),
            item(3, "C", album: "Blue", disc: 2, discs: 2), item(4, "D", artist: nil),
            item(5, "E", album: "Red", disc: 1, discs: 1),
        ])
        #expect(
            lines == [
                "  #  id", "  Blue – Ann, disc 1 of 2", "  1   1  A  1:01", "  2   2  B  1:01", "  Blue – Ann, disc 2 of 2",
                "  3   3  C  1:01", "  without an album", "  4   4  D  1:01", "  Red – Ann", "  5   5  E  1:01",
            ])
    }

    @Test("has no titles of albums where each item is of another one")
    func noAlbums() {
        #expect(list([item(1, "A", album: "Blue"), item(2, "B", album: "Red"), item(3, "C")]).count == 4)
    }

    @Test("keeps the artist of an item that is not that of its album")
    func guests() {
        var items = [item(1, "A", album: "All"), item(2, "B", artist: "Ben", album: "All")]
        #expect(list(items)[1...3] == ["  All", "  1   1  Ann – A  1:01", "  2   2  Ben – B  1:01"])
        for index in items.indices { items[index].albumArtist = "Ann" }
        #expect(list(items)[1...3] == ["  All – Ann", "  1   1  A        1:01", "  2   2  Ben – B  1:01"])
    }

    @Test("fits into a terminal, also with wide text, and cuts nothing elsewhere", arguments: [30, 40, 80])
    func narrow(columns: Int) {
        let title = String(repeating: "長い", count: 40)
        var long = item(1_234, title, album: title, duration: 3_723)
        (long.priority, long.range) = (10, Wire.ItemRange(start: 60, end: 90))
        let plain = item(2, title, album: title)
        for line in list([plain, plain], current: 2, columns: columns) { #expect(Terminal.width(line) <= columns, "\(line)") }
        let lines = list([plain, item(3, "e\u{301}🎵"), long], columns: columns)
        if columns >= 60 { for line in lines { #expect(Terminal.width(line) <= columns, "\(line)") } }
        #expect(list([long])[1].contains(title))
    }

    @Test("keeps numbers in their places beside text from right to left on a terminal, and adds nothing elsewhere")
    func rightToLeft() {
        let hebrew = item(1, "שיר", artist: nil)
        #expect(list([hebrew], columns: 80)[1] == "  1   1  \u{2068}שיר\u{2069}  1:01")
        #expect(list([hebrew])[1] == "  1   1  שיר  1:01")
        #expect(Terminal.width("\u{2068}שיר\u{2069}") == 3)
    }

    @Test(
        "counts columns of pictures and of marks over letters",
        arguments: [("e\u{301}", 1), ("🎵", 2), ("🇩🇪", 2), ("⌚", 2), ("\u{200B}", 0)])
    func width(text: String, columns: Int) { #expect(Terminal.width(text) == columns) }

    @Test("undo and redo say what they have done, for each kind of change and for one item or more")
    func reversions() {
        func reversion(_ change: Wire.QueueChangeKind, _ count: Int) -> Wire.QueueReversion {
            Wire.QueueReversion(change: change, count: count, undoable: 0, redoable: 0, revision: 7)
        }
        #expect(QueueText.undone(reversion(.removed, 12)) == "brought back 12 items")
        #expect(QueueText.undone(reversion(.added, 1)) == "took out 1 item again")
        #expect(QueueText.undone(reversion(.several, 1)) == "took back 1 change")
        #expect(QueueText.redone(reversion(.removed, 12)) == "removed 12 items again")
        #expect(QueueText.redone(reversion(.several, 3)) == "made 3 changes again")
        for change in Wire.QueueChangeKind.allCases {
            #expect(
                QueueText.undone(reversion(change, 2)).contains("2 ") && QueueText.redone(reversion(change, 2)).contains("again"))
        }
    }
}
