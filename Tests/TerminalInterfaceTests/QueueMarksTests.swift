import ControlProtocol
import JSON
import TerminalCells
import Testing

@testable import TerminalInterface

@Suite("Marked rows of the queue")
struct QueueMarksTests {
    /// A stage that notes with what methods of the queue are called.
    private static func stage(length: Int = 30) -> (InterfaceStage, Calls) {
        var stage = InterfaceStage()
        let calls = Calls()
        stage.queueLength = length
        stage.answer = { method, parameters in
            if method.hasPrefix("queue."), method != "queue.list" {
                calls.all.append("\(method) \(JSONValue.object(parameters).text)")
            }
            return calls.failure.flatMap { method == "queue.list" ? nil : .failure($0) }
        }
        stage.connect()
        return (stage, calls)
    }

    private final class Calls {
        var all: [String] = []
        var failure: ControlError?
    }

    @Test("marked rows are taken out with one call, which undo takes back as one, and nothing is marked then")
    func removes() throws {
        let (begin, calls) = Self.stage()
        var stage = begin
        try stage.press("v j v V")
        #expect(stage.rows()[1].hasSuffix("4 of 30 – 3 marked"))
        try stage.press("escape")
        #expect(stage.rows()[1].hasSuffix("4 of 30"))
        try stage.press("g v j v")
        #expect(stage.rows()[2].dropFirst().hasPrefix("*") && stage.rows()[4].dropFirst().hasPrefix("*"))
        #expect(!stage.rows()[3].dropFirst().hasPrefix("*"))
        try stage.press("d")
        #expect(calls.all == [#"queue.remove {"ids":[1,3]}"#])
        #expect(stage.text.contains("Taken out: 2 items. u brings them back."))
        #expect(!stage.rows()[2].dropFirst().hasPrefix("*"))
        try stage.press("d")
        #expect(calls.all.count == 2 && calls.all.last?.contains(",") == false)
    }

    @Test("marked rows move together and stay marked, by one row or to the one that is chosen, and not beyond the ends")
    func moves() throws {
        let (begin, calls) = Self.stage()
        var stage = begin
        try stage.press("j v j v")
        try stage.press("K")
        #expect(calls.all == [#"queue.move {"ids":[2,4],"position":0}"#])
        try stage.press("K")
        #expect(calls.all.count == 1)
        try stage.press("escape M")
        #expect(calls.all.count == 1 && stage.text.contains("Mark items of the queue first, with v."))
        try stage.press("g v v G M")
        #expect(calls.all.last == #"queue.move {"ids":[1,2],"position":27}"#)
        #expect(stage.rows()[1].hasSuffix("2 marked"))
        try stage.press("J")
        #expect(calls.all.last == #"queue.move {"ids":[1,2],"position":28}"#)
        try stage.press("J")
        #expect(calls.all.count == 3)
    }

    @Test("rows that are far away are marked, in as many parts as the daemon answers, and no more than one message has room for")
    func ranges() throws {
        let (begin, calls) = Self.stage(length: 100_000)
        var stage = begin
        let answer = stage.answer
        stage.answer = { method, parameters in
            guard method == "queue.list" else { return answer(method, parameters) }
            let (offset, limit) = (parameters["offset"]?.intValue ?? 0, parameters["limit"]?.intValue ?? 0)
            let end = offset + min(limit, 500)
            let page = Wire.QueuePage(
                items: (offset..<end).map(InterfaceStage.item), length: 100_000, revision: 1, next: end < 100_000 ? end : nil)
            return .success(Methods.Queue.list.answer.json(of: page))
        }
        try stage.press("v G V")
        #expect(stage.rows().last == "At most 10,000 can be marked.")
        try stage.press("escape g v")
        for _ in 0..<100 { try stage.press("page-down") }
        try stage.press("V")
        let marked = try #require(stage.interface.list?.selection) + 1
        #expect(stage.rows().last == "\(ClockText.number(marked)) marked.")
        try stage.press("d")
        #expect(calls.all.first?.hasPrefix(#"queue.remove {"ids":[1,2,3,4,"#) == true)
        #expect(calls.all.first?.contains(",\(marked)]") == true)
    }

    @Test("marks stand where their items stand after a change, and are gone where somebody else has taken them out")
    func changes() throws {
        let (begin, calls) = Self.stage()
        var stage = begin
        try stage.press("j v")
        // Somebody puts an item in front: the daemon tells that the queue has changed.
        let answer = stage.answer
        stage.answer = { method, parameters in
            guard method == "queue.list" else { return answer(method, parameters) }
            let items = [InterfaceStage.item(99)] + (0..<30).map(InterfaceStage.item)
            return .success(Methods.Queue.list.answer.json(of: Wire.QueuePage(items: items, length: 31, revision: 2)))
        }
        stage.take(.event(.queueChanged(revision: 2, length: 31)))
        #expect(stage.rows()[4].dropFirst().hasPrefix("*"))
        try stage.press("K")
        #expect(calls.all == [#"queue.move {"ids":[2],"position":1}"#])
        calls.failure = ControlError(.queueItemNotFound, "the queue has no item 2")
        try stage.press("d")
        #expect(stage.rows().last == "the queue has no item 2")
        #expect(stage.interface.marks.isEmpty)
        calls.failure = nil
        try stage.press("v")
        stage.take(.lost("away"))
        #expect(stage.interface.marks.isEmpty)
    }
}
