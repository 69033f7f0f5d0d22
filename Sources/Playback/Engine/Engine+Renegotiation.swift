import AudioTypes
import PlayerModel
import RealtimeAudio

/// How far the engine is with letting the graph take up another rate.
enum Renegotiation: Hashable {
    /// The sound fades out.
    case fading
    /// The stream is inactive, so that the graph may stand still.
    case resting
    /// The stream is active again, and nothing was heard of it yet. So often it is still looked for.
    case returning(looks: Int)
}

// A gap for the graph: it changes its rate only while it does not run.
extension Engine {
    /// How long the graph has to let go of the stream, in nanoseconds; after that the sound goes on in any case. It takes some
    /// milliseconds, and on a machine that is busy with something else longer than half a second at times.
    private static let restDeadline: Int64 = 2_000_000_000
    /// How often to look whether the sound is back, in nanoseconds.
    private static let returnInterval: Int64 = 20_000_000
    /// How often at most. Where a sink goes away meanwhile, the sound may not be back for long.
    private static let mostLooks = 100

    /// Fades out, lets the graph rest for a moment, and goes on at the very next frame: what the graph was asked to do
    /// otherwise it can then do. Nothing where nothing is heard.
    package func renegotiate() {
        guard phase == .running, player.state == .playing, streamState == .streaming, waitingRenderer == nil,
            renegotiation == nil, let renderer
        else { return }
        renegotiation = .fading
        renderer.setPlays(false)
        watchFade()
    }

    /// The sound has faded; whether that was for a renegotiation.
    func restIfRenegotiating() -> Bool {
        guard renegotiation == .fading else { return false }
        renegotiation = .resting
        output.setActive(false)
        restWatch = scheduler.schedule(afterNanoseconds: Self.restDeadline) {
            self.assumeIsolated { $0.returnFromRest() }
        }
        return true
    }

    /// Goes on once the graph has let go of the stream.
    func returnFromRest() {
        guard renegotiation == .resting else { return }
        restWatch?.cancel()
        renegotiation = .returning(looks: Self.mostLooks)
        renderer?.setPlays(true)
        output.setActive(true)
        awaitReturn()
    }

    /// Whoever counts the position on by a clock of their own is told how long the gap was, once it is over.
    private func awaitReturn() {
        restWatch = scheduler.schedule(afterNanoseconds: Self.returnInterval) {
            self.assumeIsolated { $0.lookForReturn() }
        }
    }

    private func lookForReturn() {
        guard case .returning(let looks) = renegotiation else { return }
        refreshClock()
        if let position = player.position, position.rate > 0 {
            endRenegotiation()
            observer?(.positionChanged(position))
        } else if looks > 1 {
            renegotiation = .returning(looks: looks - 1)
            awaitReturn()
        } else {
            endRenegotiation()
        }
    }

    /// Something else happens to the stream now.
    func endRenegotiation() {
        renegotiation = nil
        restWatch?.cancel()
        restWatch = nil
    }
}
