import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Items in a row that cannot be opened")
struct SkipsTests {
    @Test("a hundred are tried; those that are only passed over do not count as tried")
    func limit() {
        var skips = Skips()
        skips.passOver(1_000)
        for _ in 0..<99 { skips.add(.missing) }
        #expect(!skips.isExhausted && skips.passed == 1_099)
        skips.add(.missing)
        #expect(skips.isExhausted)
    }

    @Test("items below a directory that is gone are known without a try")
    func gone() {
        var skips = Skips()
        skips.add(.missing)
        #expect(!skips.foundGoneDirectory)
        skips.add(PlaybackError(.media(.notFound), "gone", gone: GoneDirectory(path: Array("/disk".utf8))))
        #expect(skips.foundGoneDirectory)
        #expect(skips.include(QueueItem(id: 1, uri: "/disk/a")) && !skips.include(QueueItem(id: 2, uri: "/disks/a")))
    }
}
