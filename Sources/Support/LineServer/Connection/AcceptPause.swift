import NIOCore

/// Lets some time pass before the next client is accepted where the system has refused one, because no descriptor is free.
///
/// The clients wait in the kernel meanwhile. SwiftNIO itself would look at the socket again at once, and for ever: a read that fails
/// counts as one that is still wanted, so its `AcceptBackoffHandler` is never asked.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let pause: TimeAmount
    private let failed: (any Error) -> Void

    /// Makes one for a listening channel. `failed` is called with each failure.
    init(of pause: TimeAmount, failed: @escaping (any Error) -> Void) {
        self.pause = pause
        self.failed = failed
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        failed(error)
        let channel = context.channel
        // A channel that the failure has closed takes no option any more.
        guard (try? channel.syncOptions?.setOption(.autoRead, value: false)) != nil else { return }
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) { try? channel.syncOptions?.setOption(.autoRead, value: true) }
    }
}
