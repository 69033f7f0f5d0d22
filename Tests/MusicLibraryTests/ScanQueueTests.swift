import Testing

@testable import MusicLibrary

@Suite("Which scans wait, and which one runs")
struct ScanQueueTests {
    private var queue = ScanQueue()
    private let everything = Library.ScanRequest(depth: .directories)

    private func changed(_ names: String...) -> Library.ScanRequest { Library.ScanRequest(changed: names.map { Array($0.utf8) }) }

    private func path(_ name: String) -> Library.ScanRequest { Library.ScanRequest(path: Array(name.utf8), depth: .files) }

    /// The numbers of the scans that come, one after the other, until none waits.
    private mutating func rest() -> [Int64] {
        var ids: [Int64] = []
        while let next = queue.next(isDamaged: false) { ids.append(next.id) }
        return ids
    }

    @Test("The first scan has a thread started, and further ones wait for it in their order.")
    mutating func order() {
        #expect(queue.isFree && !queue.hasThread && queue.progress == nil && queue.begin() == nil)
        #expect(queue.add(path("a")) == 1)
        #expect(!queue.isFree && queue.progress?.id == 1)
        let first = queue.begin()
        #expect(first?.id == 1 && first?.request == path("a") && queue.hasThread && queue.isFree)
        #expect(queue.add(path("b")) == 2 && queue.add(path("c")) == 3)
        #expect(queue.begin() == nil, "the thread is there")
        #expect(queue.progress?.id == 1)
        #expect(rest() == [2, 3])
    }

    @Test("A scan that is equal to a waiting one is that one, and not the one that runs.")
    mutating func equal() {
        #expect(queue.add(everything) == 1 && queue.add(everything) == 1)
        #expect(queue.begin()?.id == 1)
        #expect(queue.add(everything) == 2 && queue.add(everything) == 2)
        #expect(rest() == [2])
    }

    @Test("Directories that have changed are compared together with those that wait, and too many of them are everything.")
    mutating func merging() {
        #expect(queue.add(changed("b")) == 1 && queue.add(path("x")) == 2 && queue.add(changed("a", "b")) == 1)
        #expect(queue.begin()?.request == changed("a", "b"))
        #expect(queue.add(changed("c")) == 3, "what runs has begun without it")
        let many = Library.ScanRequest(changed: (0...ChangeCollector.directoryLimit).map { Array("\($0)".utf8) })
        #expect(queue.add(many) == 3)
        #expect(queue.next(isDamaged: false)?.id == 2)
        #expect(queue.next(isDamaged: false)?.request == everything)
    }

    @Test("No more scans wait than the limit, but for one that is equal to a waiting one.")
    mutating func limit() {
        for number in 1...ScanQueue.limit { #expect(queue.add(path("\(number)")) == Int64(number)) }
        #expect(queue.add(path("more")) == nil && queue.add(path("7")) == 7)
        #expect(queue.begin()?.id == 1)
        #expect(queue.add(path("more")) == Int64(ScanQueue.limit) + 1)
    }

    @Test("A scan for which there can be no thread is forgotten, and the next one has a thread started.")
    mutating func withoutThread() {
        #expect(queue.add(everything) == 1 && queue.begin()?.id == 1)
        queue.cannotBegin()
        #expect(!queue.hasThread && queue.progress == nil)
        #expect(queue.add(everything) == 2 && queue.begin()?.id == 2)
    }

    @Test("Cancelling ends the scan that runs and forgets those that wait.")
    mutating func cancel() {
        queue.add(path("a"))
        let running = queue.begin()
        queue.add(path("b"))
        #expect(running?.control.isCancelled == false)
        queue.cancel()
        #expect(running?.control.isCancelled == true && queue.hasThread && rest().isEmpty)
        #expect(queue.add(path("b")) == 3)
    }

    @Test("The thread ends when nothing has come, and takes what has.")
    mutating func leave() {
        queue.add(path("a"))
        #expect(queue.begin()?.id == 1 && queue.next(isDamaged: false) == nil && queue.hasThread)
        queue.add(path("b"))
        guard case .scan(let next) = queue.leave(isDamaged: false) else {
            Issue.record("a scan has come")
            return
        }
        #expect(next.id == 2 && queue.next(isDamaged: false) == nil)
        guard case .nothing = queue.leave(isDamaged: false) else {
            Issue.record("no scan has come")
            return
        }
        #expect(!queue.hasThread && queue.add(path("c")) == 3 && queue.begin()?.id == 3)
    }

    @Test("After damage those that wait are forgotten, and the thread ends with a repair.")
    mutating func damage() {
        queue.add(path("a"))
        let running = queue.begin()
        queue.add(path("b"))
        queue.cancelRunning()
        #expect(running?.control.isCancelled == true && !queue.isFree)
        #expect(queue.next(isDamaged: true) == nil && queue.hasThread)
        queue.add(path("c"))
        guard case .repair = queue.leave(isDamaged: true) else {
            Issue.record("the database is not repaired")
            return
        }
        #expect(!queue.hasThread && queue.isFree)
    }

    @Test("A closed queue ends what runs, and takes nothing any more.")
    mutating func close() {
        queue.add(path("a"))
        let running = queue.begin()
        queue.add(path("b"))
        queue.close()
        #expect(running?.control.isCancelled == true && queue.isClosed && !queue.isFree && queue.hasThread)
        #expect(queue.add(path("c")) == nil && rest().isEmpty)
        guard case .nothing = queue.leave(isDamaged: false) else {
            Issue.record("the thread does not end")
            return
        }
        #expect(!queue.hasThread)
    }
}
