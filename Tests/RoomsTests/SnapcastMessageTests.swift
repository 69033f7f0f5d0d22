import JSON
import NIOCore
import Testing

@testable import Rooms

@Suite("Messages of a Snapcast server")
struct SnapcastMessageTests {
    private func messages(_ text: String) throws -> [SnapcastMessage] { try SnapcastMessage.all(in: Array(text.utf8)) }

    @Test("requests have the form that the server knows")
    func requests() {
        #expect(SnapcastRequest.status.json(id: 1).text == #"{"id":1,"jsonrpc":"2.0","method":"Server.GetStatus"}"#)
        #expect(
            SnapcastRequest.setVolume(room: "a", percent: 40, isMuted: true).json(id: 2).text == #"""
                {"id":2,"jsonrpc":"2.0","method":"Client.SetVolume","params":{"id":"a","volume":{"muted":true,"percent":40}}}
                """#)
        #expect(
            SnapcastRequest.setRooms(group: "g", ["a", "b"]).json(id: 3).text
                == #"{"id":3,"jsonrpc":"2.0","method":"Group.SetClients","params":{"id":"g","clients":["a","b"]}}"#)
        #expect(
            SnapcastRequest.muteGroup("g", true).json(id: 4).text
                == #"{"id":4,"jsonrpc":"2.0","method":"Group.SetMute","params":{"id":"g","mute":true}}"#)
    }

    @Test("answers, refusals and notices are told apart, alone and in an array")
    func kinds() throws {
        #expect(try messages(#"{"id":7,"jsonrpc":"2.0","result":{"latency":20}}"#) == [.answer(7, ["latency": 20])])
        #expect(
            try messages(
                #"{"error":{"code":-32603,"data":"Client not found","message":"Internal error"},"id":9,"jsonrpc":"2.0"}"#)
                == [.refusal(9, "Client not found")])
        let array = try messages(
            #"[{"jsonrpc":"2.0","method":"Client.OnDisconnect","params":{"id":"a"}},7,{"id":1,"result":1},{"id":null}]"#)
        #expect(array == [.notice(method: "Client.OnDisconnect", ["id": "a"]), .answer(1, 1)])
    }

    @Test("notices of streams are not even read, however wrong they are")
    func streams() throws {
        #expect(try messages(#"{"jsonrpc":"2.0","method":"Stream.OnProperties","params":{"#).isEmpty)
    }

    @Test("what is no JSON, or too deep, is a mistake", arguments: ["", "{", "7", "\u{0}", String(repeating: "[", count: 100)])
    func mistakes(text: String) {
        #expect(throws: SnapcastMistake.self) { try messages(text) }
    }

    @Test(
        "notices become what has changed, and those that say nothing usable are passed over",
        arguments: [
            (
                "Client.OnVolumeChanged", #"{"id":"a","volume":{"muted":true,"percent":400}}"#,
                .room("a", .volume(percent: 100, isMuted: true))
            ),
            ("Client.OnVolumeChanged", #"{"id":"a","volume":{"percent":"x"}}"#, .room("a", .volume(percent: nil, isMuted: nil))),
            ("Client.OnLatencyChanged", #"{"id":"a","latency":-99999}"#, .room("a", .latency(-10_000))),
            ("Client.OnLatencyChanged", #"{"id":"a"}"#, nil),
            ("Client.OnNameChanged", #"{"id":"a","name":"A"}"#, .room("a", .name("A"))),
            ("Client.OnConnect", #"{"id":"a"}"#, .room("a", .presence(true))),
            ("Client.OnDisconnect", #"{"id":"a","client":{}}"#, .room("a", .presence(false))),
            ("Group.OnMute", #"{"id":"g","mute":true}"#, .group("g", .mute(true))),
            ("Group.OnMute", #"{"id":"g","mute":2}"#, nil),
            ("Group.OnStreamChanged", #"{"id":"g","stream_id":"s"}"#, .group("g", .stream("s"))),
            ("Group.OnNameChanged", #"{"id":"","name":"x"}"#, nil), ("Client.OnFire", #"{"id":"a"}"#, nil),
        ] as [(String, String, SnapcastNotice?)])
    func notices(method: String, parameters: String, expected: SnapcastNotice?) throws {
        #expect(try SnapcastNotice(method: method, try JSONValue(parsing: parameters)) == expected)
    }

    @Test("a server that sends too many lines or bytes in a second is over its budget, and the next second is a new one")
    func budget() {
        var budget = LineBudget()
        let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
        var taken: [Bool] = []
        for _ in 0..<20_001 { taken.append(budget.takes(100, at: start)) }
        #expect(taken.prefix(20_000).allSatisfy(\.self) && taken.last == false)
        let next = [100, 64 << 20].map { budget.takes($0, at: start + .seconds(1)) }
        #expect(next == [true, false])
    }

    @Test("what is left out of long texts counts as bytes, not as lines")
    func budgetOfTexts() {
        var budget = LineBudget(lines: 1)
        let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
        var taken = [budget.takes(leftOut: 32 << 20, at: start), budget.takes(100, at: start)]
        taken += [budget.takes(leftOut: 32 << 20, at: start), budget.takes(leftOut: 32 << 20, at: start + .seconds(4))]
        #expect(taken == [true, true, false, true])
    }

    @Test("no server may send 64 MiB in every second for ever")
    func budgetOfBytes() {
        var budget = LineBudget()
        let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
        let taken = (0..<20).map { budget.takes(16 << 20, at: start + .seconds($0)) }
        // 64 MiB at once, and 8 in each second: 16 MiB are within that for seven seconds, and then every other time.
        #expect(!taken.prefix(7).contains(false) && taken.count { !$0 } >= 6, "\(taken)")
    }

    @Test("of what is sent, no more is read than a house needs that changes at once, but each answer is")
    func budgetOfReading() {
        var budget = LineBudget(reading: 1_000)
        let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
        func reads(_ count: Int, mayBeAnswer: Bool = true, after seconds: Int64 = 0) -> Bool {
            budget.reads(count, mayBeAnswer: mayBeAnswer, at: start + .seconds(seconds))
        }
        var taken = [reads(600), reads(600), reads(400)]
        budget.asks()
        taken += [reads(600, mayBeAnswer: false), reads(600), reads(600), reads(1_000, after: 1)]
        #expect(taken == [true, false, true, false, true, false, true])
    }

    @Test("several messages in one line count as that many lines")
    func budgetOfMessages() {
        var budget = LineBudget(lines: 10)
        let now = NIODeadline.uptimeNanoseconds(5_000_000_000)
        let taken = [budget.takes(100, at: now), budget.takes(messages: 10), budget.takes(messages: 2)]
        #expect(taken == [true, true, false])
    }

    @Test("a line of more messages than anybody sends at once is a mistake")
    func longArray() throws {
        func line(_ count: Int) -> String {
            "[" + Array(repeating: #"{"method":"Client.OnFire"}"#, count: count).joined(separator: ",") + "]"
        }
        #expect(try messages(line(1_000)).count == 1_000)
        #expect(throws: SnapcastMistake.self) { try messages(line(1_001)) }
    }

    @Test("a house may change all at once, but not for ever")
    func budgetOfChanges() {
        var budget = ChangeBudget()
        let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
        var taken = [budget.takes(10_000, at: start), budget.takes(1, at: start)]
        taken += [2_001, 2_000].map { budget.takes($0, at: start + .seconds(1)) }
        #expect(taken == [true, false, false, true])
        // Half a second counts the next time.
        taken = [2_000, 2_000, 1].map { budget.takes($0, at: start + .milliseconds($0 == 1 ? 3_000 : 2_500)) }
        #expect(taken == [true, false, true])
    }
}
