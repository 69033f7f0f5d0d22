import ControlProtocol
import Glibc
import Logging
import NIOCore

extension ClientConnection {
    /// Serves no more requests: the connection will carry media once the client has had its reply, or has gone without it.
    func beginHandingOver() {
        guard phase == .open else { return }
        unsubscribe()
        phase = .handingOver
        // Already now: if the client is gone, NIO closes its own descriptor, and the bytes that the client sent would be lost.
        let duplicate = try? context?.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        mediaDescriptor = duplicate.flatMap(\.self).flatMap { $0 >= 0 ? $0 : nil }
        if mediaDescriptor == nil {
            server.logger.error("cannot take over a client's stream", metadata: ["client": "\(id.number)"])
        }
    }

    /// Passes the connection's descriptor to the daemon.
    func handOver() {
        guard let descriptor = mediaDescriptor else { return }
        mediaDescriptor = nil
        guard let handler = server.handler else {
            close(descriptor)
            return
        }
        // All bytes that the channel has read are in the framer; the kernel still has the rest.
        handler.adopt(MediaConnection(descriptor: descriptor, leadingBytes: framer.takeRest()), from: id)
    }
}
