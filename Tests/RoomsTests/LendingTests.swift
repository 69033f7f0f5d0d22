import JSON
import Testing

@testable import Rooms

@Suite("Rooms that are lent to announcements, as requests to the server")
struct LendingTests {
    /// Six rooms in two groups, `room-0`, `-2`, `-4` and `room-1`, `-3`, `-5`, and what has been asked of their server.
    private struct Bench {
        let fake = FakeHouse(rooms: 6, groups: 2)
        var book = LoanBook()

        func house() throws -> House { try House(told: fake.status) }

        func ask(_ requests: [SnapcastRequest]) {
            for request in requests {
                let json = request.json(id: 1)
                _ = fake.answer(json["method"]?.stringValue ?? "", json["params"] ?? .null)
            }
        }

        mutating func lend(_ rooms: [String]) throws {
            let house = try house()
            book.lend(rooms.compactMap(house.room), of: house, to: "words")
            ask(house.requestsToPart(Set(rooms)))
            ask(try self.house().requestsToTune(Set(rooms), to: "words"))
        }

        mutating func giveBack(isUnfinished: Bool = false) throws {
            ask(try house().requestsToGiveBack(book.loans, from: "words", isUnfinished: isUnfinished))
            book = LoanBook()
        }

        /// Which rooms play what together, such as `fermata: room-0 room-2`.
        var groups: Set<String> {
            Set(fake.groups.map { "\($0.stream): \($0.clients.map(\.id).sorted().joined(separator: " "))" })
        }
    }

    private static let before: Set = ["fermata: room-0 room-2 room-4", "fermata: room-1 room-3 room-5"]

    @Test("the stream of announcements is the one whose source has the port, if it waits for connections")
    func stream() throws {
        #expect(try Bench().house().stream(atPort: 4_954) == "words")
        #expect(try Bench().house().stream(atPort: 4_955) == nil)
        func port(_ text: String) throws -> UInt16? { SnapcastNotice.port(try JSONValue(parsing: text)) }
        #expect(try port(#"{"scheme":"tcp","host":"0.0.0.0:4954","query":{}}"#) == 4_954)
        #expect(try port(#"{"scheme":"tcp","host":"[::]:4954"}"#) == 4_954)
        #expect(try port(#"{"scheme":"tcp","host":"127.0.0.1"}"#) == 4_953)
        for text in [
            #"{"scheme":"pipe","host":"a:4954"}"#, #"{"scheme":"tcp","host":"a:4954","query":{"mode":"client"}}"#,
            #"{"scheme":"tcp","host":"a:70000"}"#, #"{"scheme":"tcp","host":"a:"}"#, #"{"scheme":7}"#, "null",
        ] {
            #expect(try port(text) == nil, "\(text)")
        }
    }

    @Test("one room leaves its group, hears it alone, and comes back; the others notice nothing")
    func one() throws {
        var bench = Bench()
        try bench.lend(["room-2"])
        #expect(bench.groups == ["fermata: room-0 room-4", "fermata: room-1 room-3 room-5", "words: room-2"])
        try bench.giveBack()
        #expect(bench.groups == Self.before)
        #expect(bench.fake.groups.map(\.id).sorted() == ["group-0", "group-1"])
    }

    @Test("a whole group stays together, and rooms of several groups come back to their own")
    func several() throws {
        var bench = Bench()
        try bench.lend(["room-0", "room-2", "room-4", "room-1", "room-5"])
        #expect(bench.groups == ["words: room-0 room-2 room-4", "fermata: room-3", "words: room-1", "words: room-5"])
        try bench.giveBack()
        #expect(bench.groups == Self.before)
    }

    @Test("rooms whose old group is gone play the old stream")
    func groupIsGone() throws {
        var bench = Bench()
        try bench.lend(["room-2"])
        bench.ask([.setRooms(group: "group-1", ["room-1", "room-3", "room-5", "room-0", "room-4"])])
        try bench.giveBack()
        #expect(bench.groups == ["fermata: room-0 room-1 room-3 room-4 room-5", "fermata: room-2"])
    }

    @Test("a room that somebody has moved meanwhile stays there, also if it is lent a second time after that")
    func moved() throws {
        var bench = Bench()
        bench.fake.streams.append((id: "radio", port: 1))
        try bench.lend(["room-2", "room-1"])
        let group = try #require(bench.house().room("room-2")).group
        bench.ask([.setStream(group: group, "radio")])
        try bench.giveBack()
        #expect(bench.groups == ["fermata: room-0 room-4", "radio: room-2", "fermata: room-1 room-3 room-5"])
        try bench.lend(["room-0"])
        let second = try #require(bench.house().room("room-0")).group
        bench.ask([.setStream(group: second, "radio")])
        try bench.lend(["room-0"])
        #expect(bench.book.loans.map(\.stream) == ["radio"])
        try bench.giveBack()
        #expect(bench.groups.contains("radio: room-0"))
    }

    @Test("whoever was put to a lent room follows it")
    func follower() throws {
        var bench = Bench()
        try bench.lend(["room-2"])
        let group = try #require(bench.house().room("room-2")).group
        bench.ask([.setRooms(group: group, ["room-2", "room-5"])])
        try bench.giveBack()
        #expect(bench.groups == ["fermata: room-0 room-2 room-4 room-5", "fermata: room-1 room-3"])
    }

    @Test("a room that was taken out of its group, and nothing more, comes back if nobody knows better")
    func unfinished() throws {
        var bench = Bench()
        let house = try bench.house()
        bench.book.lend(["room-2"].compactMap(house.room), of: house, to: "words")
        bench.ask(house.requestsToPart(["room-2"]))
        let parted = bench
        try bench.giveBack()
        #expect(bench.groups != Self.before)
        var second = parted
        try second.giveBack(isUnfinished: true)
        #expect(second.groups == Self.before)
    }

    @Test("the book is read as it was written, and nothing else is believed")
    func book() throws {
        var bench = Bench()
        try bench.lend(["room-2", "room-3"])
        #expect(LoanBook(json: bench.book.json.bytes) == bench.book && bench.book.loans.count == 2)
        for text in [
            "", "{}", #"{"stream":"w","rooms":7}"#, #"{"stream":"w","rooms":[{"room":"a","group":"b"}]}"#,
            #"{"stream":"w","rooms":[{"room":"","group":"b","stream":"c"}]}"#,
        ] {
            #expect(LoanBook(json: Array(text.utf8)) == nil, "\(text)")
        }
    }
}
