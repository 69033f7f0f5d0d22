import Testing

@testable import MPDDoor

@Suite("the time in which something played")
struct PlayTimeTests {
    @Test("it grows while something plays, and only then")
    func growth() {
        var time = PlayTime()
        #expect(time.seconds(at: 5) == 0)
        time.change(isPlaying: true, at: 10)
        #expect(time.seconds(at: 13) == 3)
        time.change(isPlaying: true, at: 14)
        time.change(isPlaying: false, at: 20)
        #expect(time.seconds(at: 100) == 10)
        time.change(isPlaying: true, at: 200)
        #expect(time.seconds(at: 201) == 11)
        // A clock that seems to go back takes nothing away.
        #expect(time.seconds(at: 199) == 10)
    }
}
