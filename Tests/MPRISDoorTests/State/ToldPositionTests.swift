import Testing

@testable import MPRISDoor

@Suite("The position that clients believe")
struct ToldPositionTests {
    @Test("a position on the line that clients count is no jump; one beside it is")
    func line() {
        var told = ToldPosition()
        func isJump(_ seconds: Double, _ time: Double) -> Bool { told.isJump(to: seconds, at: time) }
        told.tell(10, at: 100, rate: 1)
        #expect(!isJump(15.02, 105))
        #expect(isJump(14.9, 105))
        #expect(isJump(0, 105))
        #expect(isJump(16, 105))
    }

    @Test("at another speed, clients count the position on by that")
    func speed() {
        var told = ToldPosition()
        func isJump(_ seconds: Double, _ time: Double) -> Bool { told.isJump(to: seconds, at: time) }
        told.tell(10, at: 100, rate: 1.5)
        #expect(!isJump(17.5, 105))
        #expect(isJump(15, 105))
    }

    @Test("a paused position stands, so every other place is a jump")
    func standing() {
        var told = ToldPosition()
        func isJump(_ seconds: Double, _ time: Double) -> Bool { told.isJump(to: seconds, at: time) }
        told.tell(10, at: 100, rate: 0)
        #expect(!isJump(10, 500))
        #expect(isJump(10.1, 500))
    }

    @Test("the fade of a pause may move the place once, forward and not far")
    func fade() {
        var told = ToldPosition()
        func isJump(_ seconds: Double, _ time: Double) -> Bool { told.isJump(to: seconds, at: time) }
        told.tell(10, at: 100, rate: 0, pauses: true)
        #expect(!isJump(11, 101))
        // From here on it stands at 11.
        #expect(!isJump(11, 102))
        #expect(isJump(11.5, 102))
        told.tell(10, at: 100, rate: 0, pauses: true)
        #expect(isJump(12, 101))
        told.tell(10, at: 100, rate: 0, pauses: true)
        #expect(isJump(3, 101))
    }
}
