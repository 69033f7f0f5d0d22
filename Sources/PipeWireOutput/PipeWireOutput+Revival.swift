import CPipeWire
import Logging
import SystemSupport

/// A stream that was taken away: its node was destroyed by somebody else (`pw-cli destroy` can), while the server goes on. It
/// never comes back by itself.
extension PipeWireOutput {
    /// Makes a stream in the place of one that was taken away: at once, or later where that happens again and again. It goes on
    /// with what the renderer holds. Not within a callback of the stream.
    func replaceTakenStream() {
        guard streamState.isTaken, renderer != nil else { return }
        let wait = revival.taken(after: streamMade.duration(to: .now))
        destroyStream()
        if wait == 0 {
            logger.warning("the stream was taken away, and is made again")
            return remakeStream()
        }
        let message = "the stream was taken away again, and is made again in \(Double(wait) / 1e9) s"
        logger.log(level: wait < Backoff.longestWaitForServer ? .warning : .error, "\(message)")
        streamState.hear(PW_STREAM_STATE_ERROR, message: message)
        isRevivalDue = true
        revivalTimer?.fire(afterNanoseconds: wait)
    }

    /// Makes the stream anew, which the session manager links as if it had never been there. It goes on with what the renderer
    /// holds; what the graph held of it is lost. Any thread but the loop's.
    package func relink() {
        withLock {
            guard stream != nil else { return }
            logger.notice("the stream has no links, and is made again")
            destroyStream()
            remakeStream()
        }
    }

    /// Makes the stream if there is none, and has it run if it is to. Under the lock.
    func remakeStream() {
        guard stream == nil else { return }
        isRevivalDue = false
        streamState = StreamState()
        makeStream()
        if isActive { stream?.setActive(true) }
        wake?.signal()
    }
}
