import Testing

@testable import MPDDoor

@Suite("the memory of long answers")
struct AnswerMemoryTests {
    @Test("is shared by all clients, and given back when an answer is written or its client gone")
    func leases() throws {
        let memory = AnswerMemory(limit: 100)
        var first = memory.lease(60)
        #expect(first != nil && memory.lease(41) == nil && memory.lease(40) != nil)
        let second = try #require(memory.lease(40))
        #expect(memory.lease(1) == nil)
        first = nil
        #expect(memory.lease(60) != nil)
        withExtendedLifetime(second) {}
    }
}
