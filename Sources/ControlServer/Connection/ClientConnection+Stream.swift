import ControlProtocol
import Glibc
import Logging
import NIOCore

extension ClientConnection {
    /// Serves no more requests: the connection is to carry media once the client has had its reply, or is not there to take it.
    func beginHandingOver() {
        guard phase == .open else { return }
        unsubscribe()
        phase = .handingOver
        // Already now: NIO closes its own descriptor where the client is gone, and with it what that has sent.
        let duplicate = try? context?.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        mediaDescriptor = duplicate.flatMap(\.self).flatMap { $0 >= 0 ? $0 : nil }
        if mediaDescriptor == nil { server.logger.error("cannot take over a client's stream", metadata: ["client": "\(id.number)"]) }
    }

    /// Gives the connection's descriptor to the daemon.
    func handOver() {
        guard let descriptor = mediaDescriptor else { return }
        mediaDescriptor = nil
        guard let handler = server.handler else {
            close(descriptor)
            return
        }
        // Everything that the channel has read is in the framer; the rest is still with the kernel.
        handler.adopt(MediaConnection(descriptor: descriptor, leadingBytes: framer.takeRest()), from: id)
    }
}
