import MediaTypes
import Testing

@testable import PlayerModel

@Suite("An item that is being opened")
struct OpeningTests {
    private func opening(
        _ target: Opening.Target = .uri("/a"), for requests: [RequestIdentifier] = [1], hold: PlaybackReason? = nil
    ) -> Opening {
        Opening(
            target: target, token: 1, requests: requests, seconds: 5, reason: .play, step: .jump, onFailure: .keep, hold: hold,
            replacesBelow: 0)
    }

    @Test("a play takes it over: the older requests are given back, and it is heard")
    func play() {
        var opening = opening(for: [1, 2], hold: .user)
        #expect(opening.play(for: 3, by: .mpris) == [1, 2] && opening.person == .mpris)
        #expect(opening.requests == [3] && opening.hold == nil)
    }

    @Test("the system holds what nobody or the system holds, and never what a person paused")
    func system() {
        var (free, held, paused) = (opening(), opening(hold: .interrupted), opening(hold: .user))
        free.holdForSystem(.routeLost)
        held.holdForSystem(.routeLost)
        paused.holdForSystem(.routeLost)
        #expect(free.hold == .routeLost && held.hold == .routeLost && paused.hold == .user)
        free.release(for: .interrupted)
        paused.release(for: .interrupted)
        #expect(free.hold == nil && free.goesOnFor == .interrupted)
        #expect(paused.hold == .user && paused.goesOnFor == nil)
    }

    @Test("a seek chooses the place at which it starts, at its beginning at the earliest")
    func seek() {
        var opening = opening()
        opening.seek(to: 9)
        #expect(opening.seconds == 9)
        opening.seek(to: -1)
        #expect(opening.seconds == 0)
    }

    @Test("the entries of a list are tried one after the other, each from its beginning")
    func entries() throws {
        let items = ["/x", "/y"].enumerated().map { QueueItem(id: Int64($0.offset), uri: $0.element) }
        let list = try #require(ListEntries(items, order: items))
        var opening = opening(.entries(list))
        #expect(opening.location == "/x" && opening.skipEntry(after: .missing))
        #expect(opening.location == "/y" && opening.seconds == 0)
        #expect(opening.skipEntry(after: .missing) == false, "none is left")
    }

    @Test("what was left out of its list is part of the answer")
    func answer() {
        var opening = opening(.list("/l.m3u"))
        #expect(opening.success == .done && opening.firstStep == .read(1, uri: "/l.m3u"))
        let skipped = [SkippedEntry(uri: "/gone", message: "no such file")]
        opening.reopen(.uri("/b"), as: 2, skipped: skipped)
        #expect(opening.success == .partlyDone(skipped) && opening.firstStep == .open(2, uri: "/b"))
    }
}
