import Logging
import NIOCore

// What is kept for a client, and its end where that is too much.
extension ClientConnection {
    private var keptBytes: Int { output.byteCount + batchedBytes + waitingBytes + framer.storageBytes }

    /// Tells the server how much is kept for this client now.
    func countKept() {
        let kept = phase == .closed ? 0 : keptBytes
        let more = kept - countedBytes
        guard more != 0 else { return }
        if countedBytes == 0 { lastRequest = .now() }
        countedBytes = kept
        server.keptBytes += more
        if more > 0 { server.didGrow() }
    }

    /// Whether it may be ended to make room: not in the middle of something, and not where its bytes are media.
    var canBeEnded: Bool { (phase == .open || phase == .closing) && !isServing && !isFlushing }

    /// Since when it neither takes what it is owed nor ends what it has begun to send.
    var stalledSince: NIODeadline { isSending ? lastProgress : lastRequest }

    /// Ends the connection, and lets go of what is kept for it.
    func endForRoom() {
        server.logger.notice(
            "closing a client that takes too much memory", metadata: ["client": "\(id.number)", "kept": "\(countedBytes)"])
        phase = .closing
        output = OutputQueue()
        framer = LineFramer(limit: limits.messageBytes)
        batch = nil
        (batchedBytes, waitingBytes) = (0, 0)
        unanswered = [:]
        countKept()
        context?.close(promise: nil)
    }
}
