import AudioTypes
import Decoding
import Media
import MediaTypes
import PlayerModel

/// The media that the player has open, is opening or has announced: the decode worker, the means to end a wait for them, and the
/// streams that clients send. Confined to the control thread.
final class MediaSources {
    /// The decode worker; `nil` before ``start(_:pushed:)``.
    private(set) var worker: DecodeWorker?
    /// The streams that clients send.
    private var pushed: PushedStreams?
    /// The media that the player used when it was last checked which streams are still wanted.
    private var lookedAt: Player.MediaInUse?
    /// The media that the player used when it was last asked what comes next.
    private var expectedWith: Player.MediaInUse?
    private var reader: ((SourceToken, String) -> CancellationToken)?
    private var cancellations: [SourceToken: CancellationToken] = [:]
    /// What is to be opened when a pause is over.
    private var pauses: [SourceToken: ControlTimer] = [:]

    /// Takes over the worker, which is to do all the work, and the streams of clients that it can open.
    func start(_ worker: DecodeWorker, pushed: PushedStreams?) {
        self.worker = worker
        self.pushed = pushed
    }

    /// Sets the closure that reads what a playlist or directory stands for.
    func onRead(_ read: @escaping (SourceToken, String) -> CancellationToken) { reader = read }

    /// Opens `uri` as `token`, within the `reach` of its address. `track` says which of several audio tracks is played.
    func open(_ token: SourceToken, _ uri: String, reach: NetworkReach, track: TrackWish) {
        pauses[token] = nil
        let cancellation = CancellationToken()
        cancellations[token] = cancellation
        worker?.open(uri, as: token, reach: reach, track: track, cancellation: cancellation)
    }

    /// Keeps the timer that opens `token`.
    func wait(_ token: SourceToken, _ timer: ControlTimer) { pauses[token] = timer }

    /// Reads what the playlist or directory `uri` stands for as `token`.
    func read(_ token: SourceToken, _ uri: String) { cancellations[token] = reader?(token, uri) }

    /// Notes that `token` is read, or could not be opened.
    func forget(_ token: SourceToken) { cancellations[token] = nil }

    /// Cancels the opening or reading of `token`.
    func cancelOpening(_ token: SourceToken) {
        pauses.removeValue(forKey: token)?.cancel()
        cancellations.removeValue(forKey: token)?.cancel()
    }

    /// Closes the source `token`.
    func close(_ token: SourceToken) {
        // If the decode thread waits for bytes of this source, this ends the wait.
        cancellations.removeValue(forKey: token)?.cancel()
        worker?.close(token)
    }

    /// Ends the streams of clients that `player` no longer needs, and notes which of them is heard.
    func lookAfterStreams(of player: Player) {
        guard let pushed, !pushed.isEmpty else { return }
        if let uri = player.heardURI { pushed.wasHeard(uri) }
        let inUse = player.mediaInUse
        guard inUse != lookedAt else { return }
        lookedAt = inUse
        pushed.keep(where: player.uses)
    }

    /// Says which item `player` plays next, if what it plays is read ahead. `wish` says which of several audio tracks is played.
    func expectNext(of player: Player, wish: (TrackChoice?) -> TrackWish) {
        guard let worker, worker.readsAhead || expectedWith != nil else { return }
        let inUse = player.mediaInUse
        guard inUse != expectedWith else { return }
        expectedWith = worker.readsAhead ? inUse : nil
        let item = worker.readsAhead ? player.itemToExpect : nil
        worker.expect(item?.location, track: wish(item?.track))
    }

    /// Ends every wait and the worker.
    func shutDown() {
        for cancellation in cancellations.values { cancellation.cancel() }
        worker?.shutDown()
        for timer in pauses.values { timer.cancel() }
        // It leads back to whoever owns the engine.
        reader = nil
    }
}
