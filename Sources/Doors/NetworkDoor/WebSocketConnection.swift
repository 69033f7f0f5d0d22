import NIOCore

/// One connection as a WebSocket: each text that comes is a line for the ``LineServer/LineConnection`` behind it, and each of its lines a text.
/// Confined to the event loop.
final class WebSocketConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var reader: WebSocketReader
    private var writer = WebSocketWriter()
    private var isClosing = false
    /// Whether the answer to a ping is on its way; and the last ping that came meanwhile, which alone has to be answered.
    private var isAnswering = false
    private var waitingPing: ByteBuffer?

    /// Makes one for texts of at most `limit` bytes.
    init(limit: Int) { reader = WebSocketReader(limit: limit) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        reader.append(unwrapInboundIn(data))
        do throws(WebSocketReader.Fault) {
            while !isClosing, let event = try reader.next() { take(event, context) }
        } catch {
            close(error.rawValue, context)
        }
    }

    private func take(_ event: WebSocketReader.Event, _ context: ChannelHandlerContext) {
        switch event {
        case .text(let bytes): context.fireChannelRead(wrapInboundOut(bytes))
        case .textEnded: context.fireChannelRead(wrapInboundOut(ByteBuffer(string: "\n")))
        case .ping(let bytes): answer(bytes, context)
        case .close(let number): close(number ?? 1000, context)
        }
    }

    private func answer(_ ping: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isAnswering else { return waitingPing = ping }
        isAnswering = true
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess { [weak self] in
            guard let self else { return }
            isAnswering = false
            guard let next = waitingPing, !isClosing else { return }
            waitingPing = nil
            answer(next, context)
        }
        context.writeAndFlush(wrapOutboundOut(WebSocketWriter.pong(ping)), promise: promise)
    }

    private func close(_ number: UInt16, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        context.writeAndFlush(wrapOutboundOut(WebSocketWriter.close(number)), promise: nil)
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else { return promise?.succeed() ?? () }
        context.write(wrapOutboundOut(writer.frames(unwrapOutboundIn(data))), promise: promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if !isClosing, mode == .all {
            isClosing = true
            context.writeAndFlush(wrapOutboundOut(WebSocketWriter.close(1000)), promise: nil)
        }
        context.close(mode: mode, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A WebSocket has no half that could be closed alone.
        if let event = event as? ChannelEvent, event == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
