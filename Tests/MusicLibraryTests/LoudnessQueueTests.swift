import Testing

@testable import MusicLibrary

@Suite("What shall be measured, and how a thread rests")
struct LoudnessQueueTests {
    private func path(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("one thread at a time, which takes all that is wanted before it ends")
    func oneThread() {
        var queue = LoudnessQueue()
        #expect(queue.add(.paths([path("/a")])) == true)
        #expect(queue.add(.paths([path("/b"), path("/a")])) == false)
        #expect(queue.hasMore)
        #expect(queue.next()?.scope == .paths([path("/a"), path("/b")]))
        #expect(!queue.hasMore)
        #expect(queue.add(.everything) == false)
        #expect(queue.add(.paths([path("/c")])) == false)
        #expect(queue.next()?.scope == .everything)
        #expect(queue.hasThread)
        #expect(queue.next()?.scope == nil)
        #expect(!queue.hasThread)
        #expect(queue.add(.everything) == true)
    }

    @Test("a scope has what is at its paths and below them, and too many paths are everything")
    func scopes() {
        let scope = LoudnessQueue.Scope.paths([path("/m/a"), path("/m/b.flac")])
        for inside in ["/m/a", "/m/a/1.flac", "/m/b.flac"] { #expect(scope.contains(path(inside))) }
        for outside in ["/m", "/m/ab", "/m/b.flacc"] { #expect(!scope.contains(path(outside))) }
        #expect(LoudnessQueue.Scope.everything.contains(path("/x")))
        var all = scope
        for number in 0..<LoudnessQueue.Scope.limit { all = all.joined(with: .paths([path("/n/\(number)")])) }
        #expect(all == .everything)
    }

    @Test("what is cancelled ends, and what is wanted afterwards is done by the thread that is about to end")
    func cancels() {
        var queue = LoudnessQueue()
        queue.cancel()
        #expect(!queue.isEnding)
        _ = queue.add(.everything)
        _ = queue.next()
        queue.cancel()
        #expect(queue.isEnding)
        #expect(queue.add(.paths([path("/a")])) == false)
        #expect(queue.next()?.scope == .paths([path("/a")]))
        #expect(!queue.isEnding)
        _ = queue.add(.everything)
        queue.cancel()
        #expect(queue.next()?.scope == nil)
        #expect(!queue.hasThread)
    }

    @Test("what could not be measured is tried again only for who asks, and what ended the last run is not told of the next")
    func asks() {
        var queue = LoudnessQueue()
        _ = queue.add(.everything)
        #expect(!queue.isAsked)
        queue.progress.problem = "no meter"
        #expect(queue.next()?.retried == nil)
        #expect(queue.progress.problem == nil)
        _ = queue.add(.paths([path("/a")]), isAsked: true)
        _ = queue.add(.everything)
        #expect(queue.isAsked)
        let next = queue.next()
        #expect(next?.scope == .everything && next?.retried == .paths([path("/a")]))
        #expect(queue.next()?.scope == nil)
        #expect(!queue.isAsked)
    }

    @Test("after the end nothing is begun")
    func closes() {
        var queue = LoudnessQueue()
        _ = queue.add(.everything)
        queue.close()
        #expect(queue.isEnding)
        #expect(queue.next()?.scope == nil)
        #expect(queue.add(.everything) == false)
        #expect(!queue.hasThread)
    }

    @Test("a thread rests as long as it has worked, once that is a tenth of a second")
    func rests() {
        var pace = WorkPace(used: 5_000_000)
        #expect(pace.rest(used: 5_000_000) == 0)
        #expect(pace.rest(used: 104_999_999) == 0)
        #expect(pace.rest(used: 106_000_000) == 101_000_000)
        #expect(pace.rest(used: 107_000_000) == 0)
    }
}
