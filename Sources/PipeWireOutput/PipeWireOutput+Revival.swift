import CPipeWire
import Logging
import SystemSupport

/// Making a stream again whose node somebody else has destroyed (`pw-cli destroy` can), while the server goes on. Such a
/// stream never comes back by itself.
extension PipeWireOutput {
    /// Replaces a stream that somebody has destroyed: at once, or later if that happens again and again. The new stream
    /// continues with what the renderer holds. Must not be called within a callback of the stream.
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

    /// Makes the stream again; the session manager links it like a new stream. It continues with what the renderer holds,
    /// and what the graph held is lost. Any thread but the loop's.
    package func relink() {
        withLock {
            guard stream != nil else { return }
            logger.notice("the stream has no links, and is made again")
            destroyStream()
            remakeStream()
        }
    }

    /// Makes the stream if there is none, and activates it if the owner wants that. Under the lock.
    func remakeStream() {
        guard stream == nil else { return }
        isRevivalDue = false
        streamState = StreamState()
        makeStream()
        if isActive { stream?.setActive(true) }
        wake?.signal()
    }
}
