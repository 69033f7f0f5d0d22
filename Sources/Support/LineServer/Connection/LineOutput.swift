import Glibc
import Logging
import NIOCore

/// Passes a client's output to the kernel at the client's pace. Confined to the event loop.
final class LineOutput {
    private unowned let connection: LineConnection
    private let timeout: TimeAmount
    private let logger: Logger
    private var queue = UnsentOutput()
    private var watch: Scheduled<Void>?
    /// How many bytes the kernel had for the client at the last check.
    private var lastUnread: CInt?

    /// Whether a chunk has been passed on and the kernel has not taken all of it.
    private(set) var isSending = false
    /// Whether chunks are being passed on at this moment.
    private(set) var isFlushing = false
    /// When the client was last seen to read.
    private(set) var lastProgress = NIODeadline.distantPast

    /// Makes the output of `connection`, which is closed if its client reads nothing for about `timeout`.
    init(of connection: LineConnection, timeout: TimeAmount, logger: Logger) {
        self.connection = connection
        self.timeout = timeout
        self.logger = logger
    }

    /// How many bytes wait, without those that are being sent.
    var byteCount: Int { queue.byteCount }

    /// Adds a line, and does not send it yet.
    func append(line: [UInt8]) { queue.append(line: line) }

    /// Releases everything that waits.
    func discard() { queue = UnsentOutput() }

    /// Passes the output to the kernel, one chunk at a time, until the kernel takes no more.
    ///
    /// The socket channel itself never has more than that one chunk, so unsent output is counted here and nowhere else.
    func flush() {
        guard let context = connection.context, !isFlushing, !connection.isClosed else { return }
        isFlushing = true
        connection.refill()
        while !isSending, !connection.isClosed, let chunk = queue.nextChunk() {
            isSending = true
            let promise = context.eventLoop.makePromise(of: Void.self)
            // NIO calls this before the write returns if the kernel has room, which it nearly always has.
            promise.futureResult.assumeIsolated().whenComplete { [connection] result in
                self.didSend(result, on: connection)
            }
            context.writeAndFlush(connection.wrapOutboundOut(chunk), promise: promise)
            connection.refill()
        }
        isFlushing = false
        if isSending { beginWatching() }
    }

    private func didSend(_ result: Result<Void, any Error>, on connection: LineConnection) {
        isSending = false
        lastProgress = .now()
        switch result {
        case .success:
            if isFlushing { return }
            if queue.byteCount == 0 { stopWatching() }
            connection.advance(isNew: false)
        case .failure:
            connection.abort()
        }
    }

    // MARK: Clients that do not read

    /// Closes the connection if the kernel cannot take a chunk for too long. No timer runs while nothing is unsent.
    private func beginWatching() {
        guard let context = connection.context, watch == nil else { return }
        lastProgress = .now()
        lastUnread = Self.unreadBytes(of: context)
        scheduleCheck(of: context)
    }

    /// Ends the check of a client that has all its output, or is gone.
    func stopWatching() {
        watch?.cancel()
        watch = nil
    }

    /// Checks after a quarter of the time-out, so the connection may be closed that much too late.
    private func scheduleCheck(of context: ChannelHandlerContext) {
        let quarter = TimeAmount.nanoseconds(timeout.nanoseconds / 4)
        watch = context.eventLoop.assumeIsolated().scheduleTask(in: quarter) { [connection] in self.check(connection) }
    }

    private func check(_ connection: LineConnection) {
        watch = nil
        guard isSending, let context = connection.context else { return }
        // The kernel asks for more only when most of its buffer is free, which takes a slow reader a long time.
        let unread = Self.unreadBytes(of: context)
        if unread != lastUnread { lastProgress = .now() }
        lastUnread = unread
        if lastProgress + timeout > .now() { return scheduleCheck(of: context) }
        logger.notice(
            "closing a client that does not read",
            metadata: ["client": "\(connection.id.number)", "unsent": "\(queue.byteCount)"])
        context.close(promise: nil)
    }

    /// Returns how many bytes the kernel has taken and the client has not read, including the kernel's overhead; `nil` if the
    /// kernel does not say.
    private static func unreadBytes(of context: ChannelHandlerContext) -> CInt? {
        let count = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { descriptor -> CInt? in
            var count: CInt = 0
            return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? count : nil
        }
        return count.flatMap(\.self)
    }
}
