package import AudioTypes
import Decoding
import Logging
package import Media
import MediaTypes
package import PlayerModel
package import RealtimeAudio

// The output: what others ask the engine about it, or want of it.
extension Engine {
    /// Returns the player as it is now, with its clock read.
    package func currentPlayer() -> Player {
        refreshClock()
        return player
    }

    /// A value that tells the position from now on, until something changes in which control has a part.
    package var heardWatch: HeardWatch { HeardWatch(player, chain.clock) }

    /// What the callback has counted since the start.
    package var statistics: RenderStatistics { chain.statistics }

    /// How full the ring is, 0…1.
    package var ringFill: Double { chain.ringFill }

    /// The format in which the player plays, or played last; `nil` before it has played anything, and for sound that it passes through.
    package var playedFormat: StreamFormat? { chain.format?.coding == nil ? chain.format : nil }

    /// Gives `buffer` each frame that the player plays from now on, bit for bit, before volume and fades. A buffer of another format
    /// than ``playedFormat``, or after the end, gets nothing.
    package func tap(into buffer: CaptureBuffer) {
        if !isEnding, buffer.format == chain.format { chain.tap(into: buffer) }
    }

    /// Gives `queue` the packets of what the player plays: those that are decoded from now on, and those that were decoded and perhaps
    /// not heard yet.
    package func tap(into queue: PacketQueue) { media.worker?.tap(into: queue) }

    /// Gives `queue` nothing more.
    package func removeTap(_ queue: PacketQueue) { media.worker?.removeTap(queue) }

    /// Gives `buffer` nothing more.
    package func removeTap(_ buffer: CaptureBuffer) { chain.removeTap(buffer) }

    /// How long it takes until a rendered frame is heard, in nanoseconds; 0 before the first cycle.
    package var outputDelay: Int64 { chain.clock.reading?.delay ?? 0 }

    /// The version of the sound server; `nil` before the first connection.
    package var serverVersion: String? { chain.serverVersion }

    /// How many times the sound server came back.
    package var reconnects: Int { chain.reconnects }

    /// Calls `then` once the output is silent and may sleep. If it is silent now, that is at once.
    package func whenSilent(_ then: @escaping () -> Void) {
        if isEnding { then() } else { chain.whenSilent(then) }
    }

    /// Fades out, lets the graph rest for a moment, and goes on at the very next frame. While the graph rests, it can do what
    /// it was asked to do. Does nothing if nothing is heard.
    /// - Parameter isWanted: whether the graph has not done it yet; asked on the control thread once the sound is back.
    package func renegotiate(while isWanted: @escaping () -> Bool) {
        if !isEnding, player.state == .playing { chain.renegotiate(while: isWanted) }
    }

    /// Has the sound wait before it begins, whenever `isWanted` says so, until ``releaseStart()``. While it waits, the player plays, and its
    /// position stands still.
    /// - Parameter isWanted: gets the number of channels, on the control thread.
    package func setStartHold(_ isWanted: @escaping (Int) -> Bool) { chain.setStartHold(isWanted) }

    /// Lets the sound begin that waits.
    package func releaseStart() { if !isEnding { chain.releaseStart() } }

    /// Has the graph get such a gap whenever the sound begins and `isWanted` is true; `nil` ends that. If three gaps in a row have not
    /// helped, there are no more of them before the next call.
    package func setGapWish(_ isWanted: (() -> Bool)?) { chain.setGapWish(isWanted) }
}

// The chain calls on the control thread; the compiler does not see that.
extension Engine: OutputChainOwner {
    nonisolated func handle(_ event: RenderEvent) {
        assumeIsolated { engine in
            if event.kind == .starved { engine.logStarvation(event) }
            engine.decide { $0.handle(event) }
        }
    }

    nonisolated func audibilityChanged() {
        // The thread that watches the position has to stop, or to begin again.
        assumeIsolated { $0.save() }
    }

    nonisolated func positionMoves() -> Bool { assumeIsolated { $0.currentPlayer().position?.isMoving == true } }

    nonisolated func soundReturned() {
        assumeIsolated { engine in
            if let position = engine.player.position { engine.emit(.positionChanged(position)) }
        }
    }

    private func logStarvation(_ event: RenderEvent) {
        logger.warning(
            "The \(slowest) was too slow: silence was played instead.", metadata: ["segment": "\(event.segment)"])
    }

    /// What was too slow when the ring ran dry, for the log.
    private var slowest: String {
        guard player.sourceDescription?.isRemote == true else { return "decoder" }
        return player.item.map { MediaAddress.isPushed($0.uri) } == true ? "client that sends it" : "network"
    }
}
