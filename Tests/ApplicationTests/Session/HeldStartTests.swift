import Testing

@testable import Application

@Suite("Sound that waits for its card")
struct HeldStartTests {
    @Test("is known by a number of its own, so that the patience with an earlier one does not end its wait")
    func numbers() {
        var held = HeldStart()
        #expect(held.number == nil && held.channelCount == nil)
        let first = held.hold(channels: 6)
        #expect(held.number == first && held.channelCount == 6)
        held.end()
        #expect(held.number == nil && held.channelCount == nil)
        let second = held.hold(channels: 8)
        #expect(held.number == second && second != first && held.channelCount == 8)
    }
}
