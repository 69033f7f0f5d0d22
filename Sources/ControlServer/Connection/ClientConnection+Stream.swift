import ControlProtocol
import Glibc
import Logging
import NIOCore

extension ClientConnection {
    /// Gives the connection's descriptor to the daemon. The client has had its reply.
    func handOver(_ context: ChannelHandlerContext) {
        // Everything that the channel has read is in the framer; the rest is still with the kernel.
        let duplicate = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        if let handler = server.handler, let descriptor = duplicate ?? nil, descriptor >= 0 {
            handler.adopt(MediaConnection(descriptor: descriptor, leadingBytes: framer.takeRest()), from: id)
        } else {
            server.logger.error("cannot take over a stream", metadata: ["client": "\(id.number)"])
        }
        // Closing the channel closes its own descriptor; the connection lives on in the duplicate.
        context.close(promise: nil)
    }
}
