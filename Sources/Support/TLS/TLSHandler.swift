package import NIOCore

/// The place of a connection where TLS ends: before it in the pipeline are records, behind it plain bytes. Confined to the event loop.
///
/// It keeps a record that has only begun, and what is to be sent before both sides have agreed, and nothing else: what is decrypted goes on at
/// once, and is counted and bounded behind it as plain bytes are. It sets no time: until both sides have agreed, nothing comes through, and
/// who waits for a request behind it ends the connection.
package final class TLSHandler: ChannelDuplexHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer
    package typealias OutboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// Nothing has come.
        case new
        /// Both sides agree upon keys.
        case agreeing
        case open
        case ended
    }

    /// The first byte of a connection over TLS: a record of the agreement.
    private static let firstByte: UInt8 = 22

    private let session: TLSSession
    private let plainAnswer: ByteBuffer
    private let note: (String) -> Void
    private var phase = Phase.new
    private var isInputEnded = false
    private var hasSaidGoodbye = false
    /// What is to be sent once both sides have agreed.
    private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []

    /// Makes the handler of a connection of which nothing has come.
    /// - Parameters:
    ///   - plainAnswer: what somebody gets who speaks without TLS. The connection then ends.
    ///   - note: gets the reason why a connection could not go on.
    package init(
        _ credentials: TLSCredentials, plainAnswer: ByteBuffer, note: @escaping (String) -> Void
    ) throws(TLSError) {
        session = try TLSSession(credentials)
        self.plainAnswer = plainAnswer
        self.note = note
    }

    // MARK: What comes

    package func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        context.read()
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        switch phase {
        case .new:
            guard let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) else { return }
            guard first == Self.firstByte else { return refuse(first, context) }
            phase = .agreeing
            session.take(bytes)
            agree(context)
        case .agreeing:
            session.take(bytes)
            agree(context)
        case .open:
            guard !isInputEnded else { return }
            session.take(bytes)
            deliver(context)
        case .ended: break
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        // Nobody behind may want to read yet.
        switch phase {
        case .new, .agreeing: context.read()
        case .open, .ended: break
        }
        context.fireChannelReadComplete()
    }

    /// Tells somebody who speaks without TLS that this does not do, if it is a person's browser or program.
    private func refuse(_ first: UInt8, _ context: ChannelHandlerContext) {
        phase = .ended
        if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
            context.writeAndFlush(wrapOutboundOut(plainAnswer), promise: nil)
        }
        note("it does not speak TLS")
        context.close(promise: nil)
    }

    private func agree(_ context: ChannelHandlerContext) {
        let step = session.agree()
        send(context)
        switch step {
        case .waiting: break
        case .done:
            phase = .open
            let writes = waiting
            waiting = []
            for write in writes { encrypt(write.bytes, write.promise, context) }
            if !writes.isEmpty { context.flush() }
            if case .open = phase { deliver(context) }
        case .ended: fail("it ended in the middle of the agreement", context)
        case .failed(let reason): fail(reason, context)
        }
    }

    private func deliver(_ context: ChannelHandlerContext) {
        var text = ByteBuffer()
        let step = session.read(into: &text)
        send(context)
        // Whoever keeps few bytes is not to keep the room of many.
        if text.readableBytes < text.capacity / 2 { text = ByteBuffer(bytes: text.readableBytesView) }
        if text.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(text)) }
        guard case .open = phase else { return }
        switch step {
        case .waiting, .done: break
        case .ended: endInput(context)
        case .failed(let reason): fail(reason, context)
        }
    }

    private func endInput(_ context: ChannelHandlerContext) {
        guard !isInputEnded else { return }
        isInputEnded = true
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        switch phase {
        case .new, .agreeing: context.close(promise: nil)
        case .open:
            // Nobody has said goodbye: what has come may be cut off. Requests and messages say themselves how long they are.
            session.endInput()
            endInput(context)
        case .ended: break
        }
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    // MARK: What goes

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data)
        switch phase {
        case .new, .agreeing: waiting.append((bytes, promise))
        case .open: encrypt(bytes, promise, context)
        case .ended: promise?.fail(ChannelError.ioOnClosedChannel)
        }
    }

    package func flush(context: ChannelHandlerContext) {
        if case .open = phase { context.flush() }
    }

    private func encrypt(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        guard session.write(bytes) else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return fail("nothing can be sent any more", context)
        }
        context.write(wrapOutboundOut(session.output() ?? ByteBuffer()), promise: promise)
    }

    /// Sends what the session has to say by itself.
    private func send(_ context: ChannelHandlerContext) {
        if let bytes = session.output() { context.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }
    }

    package func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if case .open = phase, mode != .input, !hasSaidGoodbye {
            hasSaidGoodbye = true
            session.sayGoodbye()
            send(context)
        }
        // Whoever is refused before both sides have agreed hears no reason: an agreement costs more than a refusal is worth.
        if mode == .all { end() }
        context.close(mode: mode, promise: promise)
    }

    // MARK: The end

    private func fail(_ reason: String, _ context: ChannelHandlerContext) {
        send(context)
        end()
        note(reason)
        context.close(promise: nil)
    }

    private func end() {
        phase = .ended
        let writes = waiting
        waiting = []
        for write in writes { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}
