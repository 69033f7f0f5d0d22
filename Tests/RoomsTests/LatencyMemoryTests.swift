import JSON
import Testing

@testable import Rooms

@Suite("The memory of latencies")
struct LatencyMemoryTests {
    private func room(_ latency: Int, connected: Bool = true) -> Room {
        var room = Room(id: "a")
        (room.latency, room.isConnected) = (latency, connected)
        return room
    }

    @Test("a latency that the server has forgotten is to be set again once the room is there")
    func forgotten() {
        var memory = LatencyMemory()
        memory.learn(20, of: "a")
        #expect(memory.meet(room(0)) == 20)
        #expect(memory.meet(room(0, connected: false)) == nil)
        #expect(memory.meet(room(20)) == nil)
    }

    @Test("a latency that somebody else has chosen is remembered, and 0 that somebody has chosen is nothing")
    func chosen() {
        var memory = LatencyMemory()
        #expect(memory.meet(room(35)) == nil && memory.latencies == ["a": 35])
        memory.learn(0, of: "a")
        #expect(memory.meet(room(0)) == nil && memory.latencies.isEmpty)
    }

    @Test("it is read as it was written, and what is something else is not read")
    func file() throws {
        var memory = LatencyMemory()
        memory.learn(20, of: "kitchen \"1\"")
        memory.learn(-5, of: "bath")
        #expect(LatencyMemory(json: memory.json.bytes) == memory)
        for text in ["", "7", "{}", #"{"latencies":7}"#, #"{"latencies":{"a":"b"}}"#] {
            #expect(LatencyMemory(json: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("it never grows beyond what a house can have")
    func bounds() {
        var memory = LatencyMemory()
        for number in 0..<2_000 { memory.learn(7, of: "room-\(number)") }
        #expect(memory.latencies.count == LatencyMemory.most)
        memory.learn(8, of: "room-3")
        #expect(memory.latencies["room-3"] == 8)
    }
}
