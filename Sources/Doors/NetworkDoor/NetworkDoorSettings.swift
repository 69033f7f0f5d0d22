package import Remotes

/// The settings of the door for the network.
package struct NetworkDoorSettings: Hashable, Sendable {
    /// The addresses to listen on, as `127.0.0.1:6680`; none for no door.
    package var addresses: [String] = []
    /// Names of this machine by which browsers may ask for it, besides its own.
    package var names: [String] = []
    /// Where the certificate comes from; `nil` to listen without TLS.
    package var tls: CertificateSource?
    /// The name under which other machines find the door, with `%h` for that of this machine; `nil` if they are not to find it.
    package var publishedName: String? = "Fermata @ %h"

    /// Makes the settings of no door.
    package init() {}

    /// Whether anything is to run for the network.
    package var isWanted: Bool { !addresses.isEmpty }
}
