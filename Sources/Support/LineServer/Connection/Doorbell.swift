import NIOCore
import NIOPosix
import SystemSupport

/// Has the event loop do something once it has looked at its sockets: a descriptor of its own is among them, which is readable after
/// ``ring()``.
///
/// No task can do that. The event loop runs tasks until none is due, and looks at its sockets only then; while tasks make others, or take
/// longer than the next one is put off, it never does.
///
/// Confined to the event loop.
final class Doorbell {
    /// Calls a closure for each ring, or for several that came since the last call.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let answer: () -> Void

        init(_ answer: @escaping () -> Void) { self.answer = answer }

        func channelReadComplete(context: ChannelHandlerContext) { answer() }
    }

    /// What is written to. The channel has a descriptor of its own.
    private let event: EventDescriptor
    private var channel: (any Channel)?

    /// Makes a doorbell.
    /// - Parameter answer: is called on the event loop.
    /// - Returns: `nil` if there are no descriptors left.
    init?(on eventLoop: any EventLoop, answer: @escaping () -> Void) {
        guard let event = try? EventDescriptor(), let heard = SystemSupport.FileDescriptor(duplicating: event.descriptor) else {
            return nil
        }
        self.event = event
        let bound = NIOLoopBound(answer, eventLoop: eventLoop)
        NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Listener(bound.value))
                }
            }
            .takingOwnershipOfDescriptor(input: heard.release())
            .assumeIsolated().whenSuccess { self.channel = $0 }
    }

    deinit { channel?.close(promise: nil) }

    /// Has the answer called once the event loop has looked at its sockets.
    func ring() { event.signal() }
}
