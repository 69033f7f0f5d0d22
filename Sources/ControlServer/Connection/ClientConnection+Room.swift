import Logging
import NIOCore

// The memory that is kept for a client, and the end of a client that takes too much.
extension ClientConnection {
    private var keptBytes: Int { output.byteCount + batchedBytes + waitingBytes + framer.storageBytes }

    /// Reports to the server how many bytes are kept for this client now.
    func countKept() {
        let kept = phase == .closed ? 0 : keptBytes
        let more = kept - countedBytes
        guard more != 0 else { return }
        if countedBytes == 0 { lastRequest = .now() }
        countedBytes = kept
        server.keptBytes += more
        if more > 0 { server.didGrow() }
    }

    /// Whether the server may close the connection to make room: not while it serves or flushes, and not if its bytes are
    /// media.
    var canBeEnded: Bool { (phase == .open || phase == .closing) && !isServing && !isFlushing }

    /// Since when the client has neither read its output nor ended its message.
    var stalledSince: NIODeadline { isSending ? lastProgress : lastRequest }

    /// Closes the connection, and releases everything that is kept for it.
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
