package import LineServer
package import MPDProtocol
import NIOCore

/// The door's part of the configuration.
package struct MPDSettings: Hashable, Sendable {
    /// The path of the Unix socket; empty for none.
    package var socket = ""
    /// The addresses of the network to listen on.
    package var addresses: [String] = []
    /// The name under which other machines find the door, with `%h` for that of this machine; `nil` if they are not to find it.
    package var publishedName: String? = "Fermata @ %h"
    /// What clients may do, and their passwords.
    package var access = AccessRules()
    /// The limits for clients.
    package var limits: LineServerLimits = {
        var limits = LineServerLimits()
        // As long as MPD's own: nobody sends longer lines.
        limits.lineBytes = 16 << 10
        limits.clients = 1_000
        limits.silenceTimeout = .seconds(30)
        limits.defersNewcomers = true
        return limits
    }()

    /// Makes the settings of a door that does not listen.
    package init() {}

    /// Whether clients can connect.
    package var isWanted: Bool { !socket.isEmpty || !addresses.isEmpty }
}
