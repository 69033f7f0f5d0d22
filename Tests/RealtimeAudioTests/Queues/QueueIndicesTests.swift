import AudioTypes
import RealtimeAudio
import Testing

@Suite("Queue indices")
struct QueueIndicesTests {
    static let capacities = [1, 2, 4, 8, 64, 1_024]

    @Test("hand out every slot once before they say full", arguments: capacities, [0, UInt64.max - 3])
    func fill(capacity: Int, start: UInt64) {
        let indices = QueueIndices(capacity: capacity, startingAt: start)
        var slots: Set<Int> = []
        for _ in 0..<capacity {
            slots.insert(indices.writableSlot())
            indices.publish()
        }
        #expect(slots == Set(0..<capacity))
        #expect(indices.writableSlot() == -1)
    }

    @Test("give elements back in the order they came, through the wrap of 64 bits", arguments: capacities)
    func order(capacity: Int) {
        let indices = QueueIndices(capacity: capacity, startingAt: UInt64.max - UInt64(capacity) - 5)
        var storage = Array(repeating: -1, count: capacity)
        var next = 0
        var expected = 0
        var random = SeededGenerator(seed: UInt64(capacity))
        while expected < 20 * capacity + 20 {
            for _ in 0..<Int.random(in: 0...capacity, using: &random) {
                let slot = indices.writableSlot()
                guard slot >= 0 else { break }
                storage[slot] = next
                next += 1
                indices.publish()
            }
            for _ in 0..<Int.random(in: 0...capacity, using: &random) {
                let slot = indices.readableSlot()
                guard slot >= 0 else { break }
                #expect(storage[slot] == expected)
                expected += 1
                indices.release()
            }
        }
    }

    @Test("say empty when every element was taken", arguments: [0, UInt64.max])
    func empty(start: UInt64) {
        let indices = QueueIndices(capacity: 2, startingAt: start)
        #expect(indices.readableSlot() == -1)
        indices.publish()
        #expect(indices.readableSlot() >= 0)
        indices.release()
        #expect(indices.readableSlot() == -1)
    }
}
