package import NIOCore
import NIOPosix
package import SystemSupport

/// Calls a closure when something can be read from a descriptor, or when reading fails. What is read is thrown away. Confined to the event loop.
package final class DescriptorWatch {
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let ready: () -> Void

        init(_ ready: @escaping () -> Void) { self.ready = ready }

        func channelReadComplete(context: ChannelHandlerContext) { ready() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func channelInactive(context: ChannelHandlerContext) { ready() }
    }

    private var channel: (any Channel)?
    private var ready: (() -> Void)?

    /// Watches `descriptor`, which is closed with the watch.
    /// - Parameter ready: is called on the event loop, until ``cancel()``.
    package init(_ descriptor: consuming SystemSupport.FileDescriptor, on eventLoop: any EventLoop, ready: @escaping () -> Void) {
        self.ready = ready
        let bound = NIOLoopBound({ [weak self] in self?.ready?() }, eventLoop: eventLoop)
        NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Listener { bound.value() })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor.release())
            .assumeIsolated().whenSuccess { [weak self] channel in
                guard let self, self.ready != nil else { return channel.close(promise: nil) }
                self.channel = channel
            }
    }

    deinit { cancel() }

    /// Ends the watch.
    package func cancel() {
        ready = nil
        channel?.close(promise: nil)
        channel = nil
    }
}
