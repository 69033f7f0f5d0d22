import Testing

@testable import Application

@Suite("The turns of questions to the library")
struct LibraryTurnsTests {
    private func client(_ number: UInt64) -> Origin { Origin(.mpd, client: number) }

    /// Asks everything that waits, one after the other, and returns it in its order.
    private func all(_ turns: inout LibraryTurns<String>) -> [String] {
        var asked: [String] = []
        while let (client, question, length) = turns.begin() {
            asked.append(question)
            turns.end(length, of: client)
        }
        return asked
    }

    @Test("short questions go before long ones, the clients in turn, and one is asked at a time")
    func shortFirst() {
        var turns = LibraryTurns<String>(waitingPerClient: 9)
        for (question, number) in [("a1", 1), ("a2", 1), ("b1", 2)] as [(String, UInt64)] {
            _ = turns.add(question, .long, of: client(number))
        }
        for (question, number) in [("c1", 3), ("c2", 3), ("d1", 4)] as [(String, UInt64)] {
            _ = turns.add(question, .short, of: client(number))
        }
        let first = turns.begin()
        #expect(first?.question == "c1")
        let second = turns.begin()
        #expect(second == nil)
        turns.end(.short, of: client(3))
        #expect(all(&turns) == ["d1", "c2", "a1", "b1", "a2"])
    }

    @Test("a long question has its turn, however many short ones come")
    func patience() {
        var turns = LibraryTurns<String>(waitingPerClient: 100)
        _ = turns.add("long", .long, of: client(1))
        for number in 0..<40 { _ = turns.add("\(number)", .short, of: client(2)) }
        let place = all(&turns).firstIndex(of: "long")
        #expect(place == 16)
    }

    @Test("a client that has left has no questions, and one that is put back comes first")
    func leaving() {
        var turns = LibraryTurns<String>(waitingPerClient: 2)
        for question in ["a", "b", "c"] { _ = turns.add(question, .long, of: client(1)) }
        _ = turns.add("d", .long, of: client(2))
        turns.drop(client(2))
        let (origin, question, length) = turns.begin() ?? (client(9), "", .short)
        #expect(question == "a")
        turns.putBack(question, length, of: origin)
        #expect(all(&turns) == ["a", "b"])
    }
}
