import CSystemd
import Glibc

/// The listening sockets that the service manager opened for the daemon. The daemon owns the descriptors, which are marked
/// close-on-exec.
package struct PassedSockets: Hashable, Sendable {
    /// The control socket; `nil` if the daemon was not started through its socket unit.
    package var control: CInt?
    /// The sockets for clients of MPD.
    package var mpd: [CInt] = []

    /// Makes a value without sockets.
    package init() {}
}

/// Takes over the listening sockets that the service manager opened for the daemon (`sd_listen_fds(3)`).
package enum SocketActivation {
    /// The first descriptor that a service manager passes.
    private static let firstDescriptor: CInt = 3
    /// The name of sockets for clients of MPD (`FileDescriptorName=`). Any other name is that of the control socket.
    private static let mpdName = "mpd"

    /// Returns the descriptors of the passed sockets.
    ///
    /// Call it once, before other threads run: it removes `LISTEN_FDS` and its companions from the environment, so that
    /// programs started later do not take them for their own.
    ///
    /// - Throws: `badActivation` if there is more than one control socket, or a socket is of the wrong kind: the control socket is a
    ///   listening Unix stream socket, and clients of MPD also come over TCP.
    package static func takeListeningSockets() throws(DesktopError) -> PassedSockets {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(1, &names)
        guard count >= 0 else { throw DesktopError(.badActivation, "cannot take over the passed sockets", result: count) }
        defer { unsafe free(names) }
        var passed = PassedSockets()
        for index in 0..<count {
            let text = unsafe names?[Int(index)]
            let name = unsafe text.map { unsafe String(cString: $0) }
            unsafe free(text)
            let descriptor = firstDescriptor + index
            if name == mpdName {
                try validate(descriptor, allowsInternet: true)
                passed.mpd.append(descriptor)
            } else {
                guard passed.control == nil else {
                    throw DesktopError(
                        .badActivation,
                        "the service manager passed more than one control socket; those for clients of MPD have FileDescriptorName=mpd"
                    )
                }
                try validate(descriptor)
                passed.control = descriptor
            }
        }
        return passed
    }

    /// Checks that `descriptor` is a listening Unix stream socket or, if `allowsInternet` is true, one of TCP.
    static func validate(_ descriptor: CInt, allowsInternet: Bool = false) throws(DesktopError) {
        var answer: CInt = 0
        for family in allowsInternet ? [AF_UNIX, AF_INET, AF_INET6] : [AF_UNIX] where answer == 0 {
            answer = sd_is_socket(descriptor, family, CInt(SOCK_STREAM.rawValue), 1)
        }
        guard answer >= 0 else { throw DesktopError(.badActivation, "cannot examine the passed socket", result: answer) }
        guard answer > 0 else {
            throw DesktopError(
                .badActivation,
                allowsInternet
                    ? "the passed descriptor is not a listening stream socket of Unix or TCP"
                    : "the passed descriptor is not a listening Unix stream socket")
        }
    }
}
