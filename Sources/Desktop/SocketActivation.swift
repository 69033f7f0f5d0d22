import CSystemd
import Glibc

/// Takes over the listening socket that the service manager opened for the daemon (`sd_listen_fds(3)`).
package enum SocketActivation {
    /// The first descriptor that a service manager passes.
    private static let firstDescriptor: CInt = 3

    /// Returns the descriptor of the control socket, or nil if the daemon was not started through its socket unit.
    ///
    /// Call it once, before other threads run: it removes `LISTEN_FDS` and its companions from the environment, so that
    /// programs started later do not take them for their own. The caller owns the descriptor, which is marked close-on-exec.
    ///
    /// - Throws: `badActivation` if there is more than one socket, or it is not a listening Unix stream socket.
    package static func takeListeningSocket() throws(DesktopError) -> CInt? {
        let count = sd_listen_fds(1)
        guard count >= 0 else { throw DesktopError(.badActivation, "cannot take over the passed sockets", result: count) }
        guard count > 0 else { return nil }
        guard count == 1 else {
            throw DesktopError(.badActivation, "the service manager passed \(count) sockets; Fermata listens on one")
        }
        try validate(firstDescriptor)
        return firstDescriptor
    }

    /// Checks that `descriptor` is a listening Unix stream socket.
    static func validate(_ descriptor: CInt) throws(DesktopError) {
        let answer = sd_is_socket(descriptor, AF_UNIX, CInt(SOCK_STREAM.rawValue), 1)
        guard answer >= 0 else { throw DesktopError(.badActivation, "cannot examine the passed socket", result: answer) }
        guard answer > 0 else {
            throw DesktopError(.badActivation, "the passed descriptor is not a listening Unix stream socket")
        }
    }
}
