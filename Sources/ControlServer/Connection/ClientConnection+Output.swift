import ControlProtocol
import Glibc
import Logging
import NIOCore
import SystemSupport

extension ClientConnection {
    /// How many bytes of unsent output this client may have. Past that, its events coalesce and its requests wait.
    var outputLimit: Int {
        server.isCrowded ? 0 : limits.outputBytes
    }

    /// Adds a reply to the client's output.
    func send(_ response: Response) { send(response.json.bytes) }

    /// Adds a line to the client's output.
    func send(_ line: [UInt8]) {
        guard phase != .closed else { return }
        output.append(line: line)
        written += line.count
        if !isServing { flush() }
        countKept()
    }

    /// Passes the client's output to the kernel, one chunk at a time, until the kernel takes no more.
    ///
    /// The socket channel itself never has more than that one chunk, so unsent output is counted here and nowhere else.
    func flush() {
        guard let context, !isFlushing, phase != .closed else { return }
        isFlushing = true
        releaseHeldEvents()
        while !isSending, phase != .closed, let chunk = output.nextChunk() {
            isSending = true
            let promise = context.eventLoop.makePromise(of: Void.self)
            // NIO calls this before the write returns if the kernel has room, which it nearly always has.
            promise.futureResult.assumeIsolated().whenComplete { self.didSend($0) }
            context.writeAndFlush(wrapOutboundOut(chunk), promise: promise)
            releaseHeldEvents()
        }
        isFlushing = false
        if isSending { watchProgress() }
    }

    private func didSend(_ result: Result<Void, any Error>) {
        isSending = false
        lastProgress = .now()
        switch result {
        case .success:
            if isFlushing { return }
            if output.byteCount == 0 {
                progressWatch?.cancel()
                progressWatch = nil
            }
            advance()
        case .failure:
            context?.close(promise: nil)
        }
    }

    /// Closes the connection if the kernel cannot take a chunk for too long. No timer runs while nothing is unsent.
    private func watchProgress() {
        guard let context, progressWatch == nil else { return }
        lastProgress = .now()
        lastUnread = unreadBytes(of: context)
        watchProgress(of: context)
    }

    /// Checks after a quarter of the time-out, so the connection may be closed that much too late.
    private func watchProgress(of context: ChannelHandlerContext) {
        progressWatch = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(limits.writeTimeout.nanoseconds / 4)) {
            self.progressWatch = nil
            guard self.isSending, let context = self.context else { return }
            // The kernel asks for more only when most of its buffer is free, which takes a slow reader a long time.
            let unread = self.unreadBytes(of: context)
            if unread != self.lastUnread { self.lastProgress = .now() }
            self.lastUnread = unread
            if self.lastProgress + self.limits.writeTimeout > .now() { return self.watchProgress(of: context) }
            self.server.logger.notice(
                "closing a client that does not read",
                metadata: ["client": "\(self.id.number)", "unsent": "\(self.output.byteCount)"])
            context.close(promise: nil)
        }
    }

    /// Returns how many bytes the kernel has taken and the client has not read, including the kernel's overhead; `nil` if the
    /// kernel does not say.
    private func unreadBytes(of context: ChannelHandlerContext) -> CInt? {
        let count = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { descriptor -> CInt? in
            var count: CInt = 0
            return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? count : nil
        }
        return count.flatMap(\.self)
    }

    // MARK: Events

    /// Sends an event, if the client subscribed to its type.
    func deliver(_ event: Notification) {
        guard let filter, filter.admits(event.type) else { return }
        sequence += 1
        output.append(event, sequence: sequence, limit: outputLimit)
        if !isServing { flush() }
        countKept()
    }

    func subscribe(_ filter: EventFilter) -> Result<JSONValue, ControlError> {
        guard let handler = server.handler else { return .failure(.shuttingDown) }
        // The held events happened before the snapshot.
        output.discardHeld()
        self.filter = filter
        server.didSubscribe(self)
        return .success(["sequence": .integer(sequence), "status": handler.currentStatus().json])
    }

    func unsubscribe() {
        filter = nil
        output.discardHeld()
        server.didUnsubscribe(self)
    }

    /// Sends the events that coalesced if there is room, then `server.overflow` with the number of events that were left out.
    private func releaseHeldEvents() {
        let dropped = output.releaseHeld(limit: outputLimit)
        guard dropped > 0 else { return }
        sequence += 1
        let overflow = Notification(.serverOverflow(dropped: dropped), time: MonotonicClock.seconds)
        output.append(line: overflow.bytes(sequence: sequence))
    }
}
