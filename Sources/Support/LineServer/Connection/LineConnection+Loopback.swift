import NIOCore

extension LineConnection {
    /// The user of this machine who is at the other end of a connection over the loopback interface; `nil` if it comes from elsewhere, or if
    /// the system does not tell. It asks the kernel: ask once.
    package var loopbackUser: UInt32? {
        let user = try? context?.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            LoopbackPeer(descriptor: $0)?.user
        }
        return user.flatMap(\.self).flatMap(\.self)
    }
}
