import AudioSession
import AudioTypes
import Testing

@Suite("Of two promises to go on that stand side by side")
struct PromisePairTests {
    /// A stage that has played on headphones, which were lost; for a minute their return resumes playback.
    private func afterLoss() -> SessionModelStage {
        var policy = SessionPolicy()
        policy.resumeOnReconnect = 60_000_000_000
        policy.resumesAfterSleep = true
        var stage = SessionModelStage.playing(on: "headphones", policy: policy)
        stage.takeHeadphones()
        stage.wait(milliseconds: 3_000)
        return stage
    }

    /// A stage whose interruption has ended while it was not settled whether the headphones stay away.
    private func beforeReturn() throws -> SessionModelStage {
        var stage = SessionModelStage.playing(on: "headphones")
        let first = try stage.interrupt()
        stage.takeHeadphones()
        try stage.end(first, shouldResume: true)
        #expect(!stage.isPlaying && stage.expectsResume)
        return stage
    }

    /// A stage whose interruption has ended while the server was away.
    private func beforeServer() throws -> SessionModelStage {
        var stage = SessionModelStage.playing()
        let first = try stage.interrupt()
        stage.send(.serverLost)
        try stage.end(first, shouldResume: true)
        #expect(!stage.isPlaying && stage.expectsResume)
        return stage
    }

    @Test("that of an interruption is cancelled, and lost headphones resume when they come back all the same")
    func interruptionBesideReconnect() throws {
        var stage = afterLoss()
        let call = try stage.interruptOpening()
        try stage.end(call, shouldResume: false)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.bringHeadphones()
        #expect(stage.isPlaying)
    }

    @Test("that of lost headphones is forgotten when the machine sleeps, and that of an interruption is kept")
    func reconnectBesideInterruption() throws {
        var stage = afterLoss()
        let call = try stage.interruptOpening()
        stage.send(.willSleep)
        stage.send(.didWake)
        #expect(!stage.isPlaying && stage.expectsResume)
        try stage.end(call, shouldResume: true)
        #expect(stage.isPlaying)
    }

    @Test("that of an interruption is cancelled, and headphones that were away for a moment resume all the same")
    func interruptionBesideReturn() throws {
        var stage = try beforeReturn()
        let call = try stage.interruptOpening()
        try stage.end(call, shouldResume: false)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.bringHeadphones()
        #expect(stage.isPlaying)
    }

    @Test("that of headphones is over with their return, and that of an interruption with its end", arguments: [true, false])
    func returnBesideInterruption(shouldResume: Bool) throws {
        var stage = try beforeReturn()
        let call = try stage.interruptOpening()
        stage.bringHeadphones()
        #expect(!stage.isPlaying && stage.expectsResume)
        try stage.end(call, shouldResume: shouldResume)
        #expect(stage.isPlaying == shouldResume)
    }

    @Test("that of an interruption is cancelled, and the sound server resumes when it is back all the same")
    func interruptionBesideServer() throws {
        var stage = try beforeServer()
        let call = try stage.interruptOpening()
        try stage.end(call, shouldResume: false)
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.bringServer()
        #expect(stage.isPlaying)
    }

    @Test("that of the server is over with its return, and that of an interruption with its end", arguments: [true, false])
    func serverBesideInterruption(shouldResume: Bool) throws {
        var stage = try beforeServer()
        let call = try stage.interruptOpening()
        stage.bringServer()
        #expect(!stage.isPlaying && stage.expectsResume)
        try stage.end(call, shouldResume: shouldResume)
        #expect(stage.isPlaying == shouldResume)
    }

    @Test("that of lost headphones ends with another player, and that of the server is kept")
    func reconnectBesideServer() throws {
        var stage = afterLoss()
        let call = try stage.interruptOpening()
        stage.send(.serverLost)
        try stage.end(call, shouldResume: true)
        stage.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: true))
        #expect(!stage.isPlaying && stage.expectsResume)
        stage.bringServer()
        #expect(stage.isPlaying)
    }

    @Test("that of the server passes on to an interruption, which cancels it, and lost headphones resume all the same")
    func serverBesideReconnect() throws {
        var stage = afterLoss()
        let call = try stage.interruptOpening()
        stage.send(.serverLost)
        try stage.end(call, shouldResume: true)
        let second = try stage.interrupt()
        try stage.end(second, shouldResume: false)
        #expect(stage.expectsResume)
        stage.bringServer()
        #expect(!stage.isPlaying)
        stage.bringHeadphones()
        #expect(stage.isPlaying)
    }

    @Test("playback that begins and pauses again forgets lost headphones", arguments: [true, false])
    func beginningAfterLoss(byUser: Bool) {
        var stage = afterLoss()
        stage.beginAndPause(byUser: byUser)
        #expect(!stage.expectsResume)
        stage.bringHeadphones()
        #expect(!stage.isPlaying)
    }

    @Test("playback that begins and pauses again forgets headphones that were away for a moment", arguments: [true, false])
    func beginningBeforeReturn(byUser: Bool) throws {
        var stage = try beforeReturn()
        stage.beginAndPause(byUser: byUser)
        #expect(!stage.expectsResume)
        stage.bringHeadphones()
        #expect(!stage.isPlaying)
    }

    @Test("playback that begins and pauses again leaves what the server owes", arguments: [true, false])
    func beginningBeforeServer(byUser: Bool) throws {
        var stage = try beforeServer()
        stage.beginAndPause(byUser: byUser)
        #expect(stage.expectsResume)
        stage.bringServer()
        #expect(stage.isPlaying)
    }

    @Test("that of a player which waits for the server is an interruption's then, unless a person has begun playback since")
    func beginningOfWaitingPlayer() throws {
        for byUser in [true, false] {
            var stage = SessionModelStage.playing()
            stage.send(.serverLost)
            stage.beginAndPause(byUser: byUser)
            stage.forget()
            _ = try stage.interrupt()
            #expect(stage.actions.contains(.pausePlayer(.interrupted)) == !byUser)
            #expect(stage.expectsResume == !byUser)
        }
    }
}

extension SessionModelStage {
    fileprivate mutating func takeHeadphones() {
        remove("headphones")
        link(to: "speaker")
        show()
    }

    fileprivate mutating func bringHeadphones() {
        add("headphones", .headphones)
        link(to: "headphones")
        show()
        wait(milliseconds: 3_000)
    }

    fileprivate mutating func bringServer() {
        send(.serverConnected)
        show()
        wait(milliseconds: 3_000)
    }

    /// Begins an interruption, and returns its id.
    fileprivate mutating func interrupt() throws -> Int64 {
        let begun = try session.beginInterruption(client: 1, reason: nil, mayDuck: false, at: time * 1_000_000)
        carryOut(begun.actions)
        return begun.id
    }

    /// Begins an interruption while the player opens something, which is then to play after it.
    fileprivate mutating func interruptOpening() throws -> Int64 {
        session.player.opens = true
        defer { session.player.opens = false }
        return try interrupt()
    }

    fileprivate mutating func end(_ id: Int64, shouldResume: Bool) throws {
        carryOut(try session.endInterruption(id, client: 1, shouldResume: shouldResume, at: time * 1_000_000))
    }

    /// Playback begins, and the player pauses it again although nobody has asked for that.
    fileprivate mutating func beginAndPause(byUser: Bool) {
        for new in [PlayerActivity.playing(byUser: byUser), .paused(byUser: false)] {
            activity = new
            send(.playerChanged(new))
        }
    }
}
