/// Whether playback goes on by itself, and what has to happen before that.
///
/// Every reason to go on is a promise of its own, which waits for one obstacle. Promises may stand side by side, and to cancel one
/// leaves the others. Whoever lifts the obstacle keeps the promise.
struct Continuation: Hashable, Sendable {
    /// What is in the way of playback that is to go on.
    enum Obstacle: Hashable {
        /// Interruptions pause playback. The end of the last one lifts the obstacle, and one that ends without resumption cancels the promise.
        case interruption
        /// The sound server is away. The session lifts the obstacle when the server is back and it is known where the sound goes.
        case server
        /// The same, for a player that played when the server went: the session tells it that the server is back, and it goes on by itself.
        case serverOfPlayer
        /// Private sound would come out elsewhere, and it is not settled yet whether that stays so. The graph lifts the obstacle.
        case route
    }

    /// The private output whose loss paused playback, and the time until which its return resumes playback.
    struct Loss: Hashable {
        var sink: GraphSink
        var until: Int64
    }

    private var obstacles: Set<Obstacle> = []
    /// The loss that paused playback, if the return of the output resumes it.
    private(set) var loss: Loss?
    /// The private output that playback has to resume on when the server is back.
    private(set) var privateSink: GraphSink?
    /// The private output whose loss was dealt with. It is in nobody's way: a `play` after that is meant for wherever the sound goes now.
    private var dealtWith: GraphSink?

    // MARK: What is promised

    /// Returns whether a promise waits for `obstacle`.
    func waits(for obstacle: Obstacle) -> Bool { obstacles.contains(obstacle) }

    /// Whether the session resumes playback however long that takes.
    var isPromised: Bool { !obstacles.isSubset(of: [.serverOfPlayer]) }

    /// Returns whether the session resumes playback, as far as that is known at `now`.
    /// - Parameter isAllowed: whether none of the interruptions in force will cancel the promise by its end.
    func isExpected(at now: Int64, ifInterruptionsAllow isAllowed: Bool) -> Bool {
        isLasting(isAllowed) || (loss.map { now <= $0.until } ?? false)
    }

    /// Returns the time at which the last promise ends; `nil` if there is none, or one lasts.
    func end(ifInterruptionsAllow isAllowed: Bool) -> Int64? { isLasting(isAllowed) ? nil : loss?.until }

    private func isLasting(_ isAllowed: Bool) -> Bool {
        waits(for: .server) || waits(for: .route) || (isAllowed && waits(for: .interruption))
    }

    // MARK: Interruptions

    /// An interruption that pauses has begun. Returns whether the player has to be told to pause.
    /// - Parameter isPlaying: whether something plays, or is to play as soon as it is open.
    mutating func interruptionBegan(whilePlaying isPlaying: Bool) -> Bool {
        if isPlaying || waits(for: .serverOfPlayer) {
            obstacles.remove(.serverOfPlayer)
            obstacles.insert(.interruption)
            return true
        }
        // What was to resume when the server or the output is back waits for this interruption instead.
        if isPromised { obstacles = [.interruption] }
        return false
    }

    /// An interruption that paused is over. Returns whether playback goes on now.
    /// - Parameters:
    ///   - shouldResume: whether the interruption allows that.
    ///   - canResume: whether the player has something to resume; it may not have been able to open it.
    ///   - next: what is in the way now. Playback goes on when that is lifted.
    mutating func interruptionEnded(shouldResume: Bool, canResume: Bool, inTheWay next: Obstacle?) -> Bool {
        if !shouldResume { obstacles.remove(.interruption) }
        guard next != .interruption, lift(.interruption), canResume else { return false }
        if let next { obstacles.insert(next) }
        return next == nil
    }

    // MARK: The player, and whoever uses it

    /// Playback has begun.
    /// - Parameter isInterrupted: whether it has to wait for an interruption at once.
    mutating func playbackBegan(byUser: Bool, isInterrupted: Bool) {
        obstacles.subtract([.route, .interruption])
        if isInterrupted { obstacles.insert(.interruption) }
        if byUser { forgetPlayer() }
        loss = nil
    }

    /// A person has decided what is heard. Only a player that waits for the server goes on: it says so itself if it does not.
    mutating func personDecided() {
        if !waits(for: .serverOfPlayer) { return cancel() }
        obstacles = [.serverOfPlayer]
        loss = nil
    }

    /// Cancels every promise.
    mutating func cancel() {
        obstacles = []
        loss = nil
        privateSink = nil
    }

    /// Forgets that the return of an output resumes playback: the machine sleeps, or from now on the sound is another player's.
    mutating func forgetLoss() { loss = nil }

    private mutating func forgetPlayer() {
        obstacles.remove(.serverOfPlayer)
        privateSink = nil
    }

    // MARK: The sound server

    /// The sound server is gone. What waited for the route waits for the server from here on.
    /// - Parameters:
    ///   - resumes: whether a player that plays resumes when the server is back.
    ///   - sink: the private output that the sound went to.
    mutating func serverLost(whilePlaying isPlaying: Bool, resumes: Bool, privateSink sink: GraphSink?) {
        privateSink = isPlaying || isPromised ? sink : nil
        if isPlaying && resumes { obstacles.insert(.serverOfPlayer) }
        if lift(.route) { obstacles.insert(.server) }
    }

    /// The player is to play when the first server is there, on the output `sink` if it is not `nil`.
    mutating func awaitServer(privateSink sink: GraphSink?) {
        obstacles.insert(.serverOfPlayer)
        privateSink = sink
    }

    /// The server is back, and it is known where the sound goes. Returns whether the session resumes playback.
    mutating func serverReturned() -> Bool {
        forgetPlayer()
        return lift(.server)
    }

    // MARK: Outputs

    /// Lifts `obstacle`, and returns whether a promise waited for that.
    mutating func lift(_ obstacle: Obstacle) -> Bool { obstacles.remove(obstacle) != nil }

    /// The loss of the private output `sink` pauses playback. Only its return before `end` resumes that; `nil` for never.
    mutating func outputLost(_ sink: GraphSink, returnsUntil end: Int64?) {
        cancel()
        loss = end.map { Loss(sink: sink, until: $0) }
    }

    /// The output whose loss paused playback is back. Returns whether playback goes on now; during an interruption it does so after that.
    mutating func outputReturned(at now: Int64, whilePlaying isPlaying: Bool, isInterrupted: Bool) -> Bool {
        defer { loss = nil }
        guard let loss, now <= loss.until, !isPlaying else { return false }
        if isInterrupted { obstacles.insert(.interruption) }
        return !isInterrupted
    }

    /// From here on the lost private output `sink` is in nobody's way, until it is back.
    mutating func dealWith(_ sink: GraphSink) { dealtWith = sink }

    /// Takes in a new graph, in which outputs may be back.
    mutating func take(_ graph: GraphSnapshot) {
        if let sink = dealtWith, !graph.hasLost(sink) { dealtWith = nil }
    }

    /// Returns whether the loss of `sink` has not been dealt with.
    func isNews(_ sink: GraphSink) -> Bool { sink.uid != dealtWith?.uid }
}
