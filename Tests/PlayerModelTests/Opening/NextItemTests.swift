import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The item that is prepared to follow")
struct NextItemTests {
    private let item = QueueItem(id: 7, uri: "/g")

    private var opening: NextItem {
        var next = NextItem()
        next.open(item, 3, distance: 2)
        return next
    }

    private func waiting() throws -> NextItem {
        var next = opening
        next.wait(try #require(next.opening), .song(rate: .video))
        return next
    }

    @Test("an item is being opened or waits, never both")
    func stages() throws {
        #expect(NextItem().place == nil)
        #expect(opening.opening?.token == 3 && opening.waiting == nil)
        let waiting = try waiting()
        #expect(waiting.opening == nil && waiting.waiting?.token == 3)
        #expect(waiting.waiting?.description.format.sampleRate == .video)
        var begun = waiting
        begun.endWait()
        #expect(begun.place == nil)
    }

    @Test("its distance shrinks when the player goes on")
    func distance() throws {
        for var next in [opening, try waiting()] {
            next.advance(by: 1)
            #expect(next.place?.id == 7 && next.place?.distance == 1)
        }
    }

    @Test("to cancel it cancels the opening, or closes the source that waits; nothing else is left")
    func cancel() throws {
        var (next, waiting, idle) = (opening, try waiting(), NextItem())
        #expect(next.cancel() == [.cancelOpening(3)] && waiting.cancel() == [.close(3)] && idle.cancel() == [])
        #expect(next == NextItem() && waiting == NextItem())
    }

    @Test("failures add up until an item opens, or until the queue changes while none is being opened")
    func failures() throws {
        var next = opening
        next.fail(.missing)
        next.passOver(4)
        #expect(next.place == nil && next.skips.passed == 5)
        next.open(item, 4, distance: 7)
        next.tryFailuresAgain()
        #expect(next.skips.passed == 5, "an item behind them is being opened")
        var (waiting, finished) = (next, next)
        finished.finish()
        waiting.wait(try #require(next.opening), .song())
        #expect(finished.skips.passed == 0 && waiting.skips.passed == 0)
        next.fail(.missing)
        next.tryFailuresAgain()
        #expect(next.skips.passed == 0)
    }

    @Test("the search behind tracks without audio begins behind their items")
    func passing() {
        var next = opening
        _ = next.cancel(passing: 3)
        #expect(next.skips == Skips(passed: 3))
    }
}
