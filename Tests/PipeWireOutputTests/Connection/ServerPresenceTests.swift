import Testing

@testable import PipeWireOutput

@Suite("Whether a server is there")
struct ServerPresenceTests {
    private static let start = SuspendingClock.Instant.now

    /// The presence after a server that answered, and is gone again; its objects are not cleared away yet.
    private static func loss(after presence: ServerPresence = ServerPresence()) -> ServerPresence {
        var presence = presence
        presence.answer(at: start)
        presence.lose("gone")
        return presence
    }

    @Test("the attempts to connect come later each time, and soon again only after a server that lasted")
    func waits() {
        var presence = ServerPresence()
        let attempts = (0..<3).map { _ in presence.nextWait() / 1_000_000 }
        #expect(attempts == [100, 200, 400])
        presence = Self.loss(after: presence)
        _ = presence.takeLoss(at: Self.start.advanced(by: .seconds(1)))
        let afterShortServer = presence.nextWait() / 1_000_000
        #expect(afterShortServer == 800)
        presence = Self.loss(after: presence)
        _ = presence.takeLoss(at: Self.start.advanced(by: .seconds(60)))
        let afterLongServer = presence.nextWait() / 1_000_000
        #expect(afterLongServer == 100)
    }

    @Test("a loss is taken once, with its reason")
    func loss() {
        var presence = Self.loss()
        #expect(presence.isLost)
        let reasons = (0..<2).map { _ in presence.takeLoss(at: Self.start) }
        #expect(reasons == ["gone", nil])
        #expect(!presence.isLost)
    }

    @Test("that there is no server is told once until one answers")
    func telling() {
        var presence = ServerPresence()
        let before = (0..<2).map { _ in presence.mustTellLoss() }
        #expect(before == [true, false])
        presence.answer(at: Self.start)
        let after = (0..<2).map { _ in presence.mustTellLoss() }
        #expect(after == [true, false])
    }

    @Test("a server counts as lost if its first answer does not come in time, and not for that once it has answered")
    func missedAnswer() {
        var presence = ServerPresence()
        let late = (0..<2).map { _ in presence.missAnswer() }
        #expect(late == [true, false])
        #expect(presence.isLost)
        _ = presence.takeLoss(at: Self.start)
        presence.answer(at: Self.start)
        let isLost = presence.missAnswer()
        #expect(!isLost)
        #expect(!presence.isLost)
    }
}
