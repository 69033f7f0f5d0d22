import AudioTypes
import PlayerModel
import RealtimeAudio

/// The steps by which the engine lets the graph change its rate.
enum Renegotiation: Hashable {
    /// The sound fades out.
    case fading
    /// The stream is inactive, so that the graph may stop.
    case resting
    /// The stream is active again, and nothing of it has been heard yet. The engine looks for that `looks` more times.
    case returning(looks: Int)
}

// A gap for the graph, because it changes its rate only while it does not run.
extension Engine {
    /// How long the graph has to let go of the stream, in nanoseconds; after that the sound goes on in any case. It takes some
    /// milliseconds, and sometimes more than half a second on a machine that is busy with something else.
    private static let restDeadline: Int64 = 2_000_000_000
    /// How often to look whether the sound is back, in nanoseconds.
    private static let returnInterval: Int64 = 20_000_000
    /// How many times to look at most. If a sink goes away meanwhile, it may be long until the sound is back.
    private static let mostLooks = 100

    /// Fades out, lets the graph rest for a moment, and goes on at the very next frame. While the graph rests, it can do what
    /// it was asked to do. Does nothing if nothing is heard.
    package func renegotiate() {
        guard phase == .running, player.state == .playing, streamState == .streaming, waitingRenderer == nil,
            renegotiation == nil, let renderer
        else { return }
        renegotiation = .fading
        renderer.setPlays(false)
        watchFade()
    }

    /// Lets the graph rest if the fade that is over was for a renegotiation; returns whether it was.
    func restIfRenegotiating() -> Bool {
        guard renegotiation == .fading else { return false }
        renegotiation = .resting
        output.setActive(false)
        restWatch = scheduler.schedule(afterNanoseconds: Self.restDeadline) {
            self.assumeIsolated { $0.returnFromRest() }
        }
        return true
    }

    /// Goes on, once the graph has let go of the stream or has had its time.
    func returnFromRest() {
        guard renegotiation == .resting else { return }
        restWatch?.cancel()
        renegotiation = .returning(looks: Self.mostLooks)
        renderer?.setPlays(true)
        output.setActive(true)
        awaitReturn()
    }

    /// Looks later whether the gap is over. Then clients that count the position by their own clock get the new position.
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

    /// Ends the renegotiation, because it is over or something else happens to the stream.
    func endRenegotiation() {
        renegotiation = nil
        restWatch?.cancel()
        restWatch = nil
    }
}
