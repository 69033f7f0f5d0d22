import Testing

@testable import PlayerModel

@Suite("An alarm that rings")
struct AlarmRingTests {
    private static let second: Int64 = 1_000_000_000

    private func ring(hasFallback: Bool = true) throws -> AlarmRing {
        var book = AlarmBook()
        var wish = AlarmWish()
        (wish.time, wish.uri) = ("7:30", "/a.flac")
        let alarm = try book.add(wish, at: 0, in: TimeZoneRules { _ in 0 })
        return AlarmRing(alarm, due: 27_000, hasFallback: hasFallback, at: 0)
    }

    @Test("waits until something can be heard, and tells what is")
    func waits() throws {
        var ring = try ring()
        #expect(ring.isWaiting && ring.deadline == AlarmRing.longest && ring.canSound(false, at: 0).isEmpty)
        #expect(ring.canSound(true, at: Self.second) == [.play(.wanted)] && ring.canSound(true, at: Self.second).isEmpty)
        #expect(ring.heard(at: 2 * Self.second) == [.tell(.wanted)] && ring.heard(at: 3 * Self.second).isEmpty)
        #expect(ring.deadline == AlarmRing.longest)
    }

    @Test("plays the file of the configuration after eight seconds of silence, then the tone, and tries that again")
    func silence() throws {
        var ring = try ring()
        _ = ring.canSound(true, at: 0)
        #expect(ring.deadline == AlarmRing.patience && ring.timePassed(at: 7 * Self.second).isEmpty)
        #expect(ring.timePassed(at: 8 * Self.second) == [.play(.fallback)])
        #expect(ring.timePassed(at: 16 * Self.second) == [.play(.tone)])
        #expect(ring.timePassed(at: 24 * Self.second).isEmpty && ring.timePassed(at: 32 * Self.second) == [.play(.tone)])
        #expect(ring.heard(at: 33 * Self.second) == [.tell(.tone)])
    }

    @Test("plays the next thing at once where the one before cannot be opened")
    func failures() throws {
        var ring = try ring(hasFallback: false)
        _ = ring.canSound(true, at: 0)
        #expect(ring.failed(at: Self.second) == [.play(.tone)])
        // Not at once, or it would be tried without end.
        #expect(ring.failed(at: Self.second).isEmpty && ring.deadline == 9 * Self.second)
    }

    @Test("begins again at the end of what it plays, but not of what nobody has heard")
    func ends() throws {
        var ring = try ring()
        _ = ring.canSound(true, at: 0)
        _ = ring.heard(at: 0)
        #expect(ring.ended(at: 60 * Self.second) == [.play(.wanted)])
        _ = ring.heard(at: 61 * Self.second)
        #expect(ring.ended(at: 61 * Self.second + 1) == [.play(.fallback)])
    }

    @Test("plays something else where a stream has run dry for eight seconds")
    func runsDry() throws {
        var ring = try ring()
        _ = ring.canSound(true, at: 0)
        _ = ring.heard(at: 0)
        ring.ranDry(at: 10 * Self.second)
        #expect(ring.timePassed(at: 17 * Self.second).isEmpty && ring.timePassed(at: 18 * Self.second) == [.play(.fallback)])
        _ = ring.heard(at: 18 * Self.second)
        ring.ranDry(at: 20 * Self.second)
        #expect(ring.heard(at: 21 * Self.second) == [.tell(.fallback)] && ring.deadline == AlarmRing.longest)
    }

    @Test("waits through a call, and plays what it played before when that is over")
    func call() throws {
        var ring = try ring()
        _ = ring.canSound(true, at: 0)
        _ = ring.heard(at: 0)
        #expect(ring.canSound(false, at: Self.second).isEmpty && ring.isWaiting && ring.failed(at: 2 * Self.second).isEmpty)
        #expect(ring.timePassed(at: 600 * Self.second).isEmpty && ring.canSound(true, at: 601 * Self.second) == [.play(.wanted)])
    }

    @Test("is over after an hour, whatever it does")
    func longest() throws {
        var ring = try ring()
        #expect(ring.timePassed(at: AlarmRing.longest) == [.end])
        _ = ring.canSound(true, at: AlarmRing.longest - Self.second)
        #expect(ring.deadline == AlarmRing.longest && ring.timePassed(at: AlarmRing.longest) == [.end])
    }
}
