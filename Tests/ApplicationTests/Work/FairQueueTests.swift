import Testing

@testable import Application

@Suite("Work of clients that waits for its turn")
struct FairQueueTests {
    private let first = Origin(.control, client: 1)
    private let second = Origin(.control, client: 2)
    private let third = Origin(.control, client: 3)

    private func queue(running: Int = 4, perClient: Int = 2, waiting: Int = 5) -> FairQueue<String> {
        FairQueue(.init(running: running, runningPerClient: perClient, waitingPerClient: waiting))
    }

    /// Adds work, and answers what of it was taken in.
    private func add(_ works: [String], of client: Origin, to queue: inout FairQueue<String>) -> [String] {
        var taken: [String] = []
        for work in works where queue.add(work, of: client) { taken.append(work) }
        return taken
    }

    private func begun(_ queue: inout FairQueue<String>) -> [String] {
        var works: [String] = []
        while let next = queue.begin() { works.append(next.work) }
        return works
    }

    @Test("a client's own begins in the order it came, so much of it at once")
    func order() {
        var queue = queue()
        #expect(add(["a", "b", "c", "d"], of: first, to: &queue).count == 4)
        #expect(begun(&queue) == ["a", "b"])
        queue.end(first)
        #expect(begun(&queue) == ["c"])
        queue.end(first)
        queue.end(first)
        #expect(begun(&queue) == ["d"])
    }

    @Test("a client that hangs holds up no other, and the clients take turns")
    func turns() {
        var queue = queue()
        #expect(add(["a1", "a2", "a3", "a4"], of: first, to: &queue).count == 4)
        #expect(begun(&queue) == ["a1", "a2"])
        #expect(add(["b1", "b2"], of: second, to: &queue).count == 2)
        #expect(add(["c1"], of: third, to: &queue).count == 1)
        #expect(begun(&queue) == ["b1", "c1"])
        #expect(begun(&queue).isEmpty)
        queue.end(third)
        #expect(begun(&queue) == ["b2"])
        queue.end(first)
        queue.end(second)
        #expect(begun(&queue) == ["a3"])
    }

    @Test("what is put back begins before the rest of its client's work, in the client's turn")
    func putBack() {
        var queue = queue(running: 1, perClient: 1)
        #expect(add(["a1", "a2"], of: first, to: &queue).count == 2)
        #expect(add(["b1"], of: second, to: &queue).count == 1)
        #expect(begun(&queue) == ["a1"])
        queue.putBack("a1", of: first)
        #expect(begun(&queue) == ["b1"])
        queue.end(second)
        #expect(begun(&queue) == ["a1"])
        // Its client has left in the meantime: somebody is still to be told.
        queue.drop(first)
        queue.putBack("a1", of: first)
        #expect(begun(&queue) == ["a1"])
        queue.end(first)
        #expect(begun(&queue).isEmpty)
    }

    @Test("past the limit of what waits nothing is taken in; what runs does not count")
    func limit() {
        var queue = queue(perClient: 1, waiting: 2)
        #expect(add(["a"], of: first, to: &queue).count == 1)
        #expect(begun(&queue) == ["a"])
        #expect(add(["b", "c", "d"], of: first, to: &queue) == ["b", "c"])
        #expect(add(["e"], of: second, to: &queue).count == 1)
        #expect(begun(&queue) == ["e"])
        queue.end(first)
        #expect(begun(&queue) == ["b"])
        #expect(add(["f"], of: first, to: &queue).count == 1)
    }

    @Test("what a client that left waits for is forgotten; what runs for it counts until it is over")
    func dropped() {
        var queue = queue(running: 2)
        #expect(add(["a1", "a2", "a3"], of: first, to: &queue).count == 3)
        #expect(begun(&queue) == ["a1", "a2"])
        #expect(add(["b"], of: second, to: &queue).count == 1)
        queue.drop(first)
        #expect(begun(&queue).isEmpty)
        queue.end(first)
        #expect(begun(&queue) == ["b"])
        queue.end(first)
        #expect(begun(&queue).isEmpty)
        queue.drop(second)
        queue.drop(third)
        queue.end(second)
        #expect(add(["c"], of: third, to: &queue).count == 1)
        #expect(begun(&queue) == ["c"])
    }
}
