import MPDProtocol

extension Configuration {
    /// `[mpd]`: the door for clients of MPD. Without a socket and an address, there is none.
    package struct MPD: Equatable, Sendable {
        /// The path of a Unix socket; empty for none.
        package var socket = ""
        /// The addresses of the network to listen on, as `127.0.0.1:6600`.
        package var listen: [String] = []
        /// The passwords, each with an `@` and what it permits behind it.
        package var password: [String] = []
        /// What a client may do without a password. Empty: everything if there is no password, nothing otherwise.
        package var defaultPermissions: [String] = []
        /// Whether addresses that clients of the network name may lead to this machine and into private networks.
        package var allowPrivateAddresses = false
        /// Whether other machines find the door by themselves, if they can reach it.
        package var publish = true
        /// The name under which they do, with `%h` for that of this machine.
        package var publishName = "Fermata @ %h"

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.MPD {
    /// Whether `text` can be the path of a socket, or is empty.
    static func isSocket(_ text: String) -> Bool {
        text.isEmpty || ["/", "~/", "$XDG_RUNTIME_DIR/"].contains { text.hasPrefix($0) && text.count > $0.count }
    }

    /// Whether `text` is an address to listen on: a host of numbers, or `localhost`, and a port.
    static func isAddress(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return false
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let inner = host.dropFirst().dropLast()
            return inner.contains(":") && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "localhost" || parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether `text` is a password with what it permits.
    static func isPassword(_ text: String) -> Bool { AccessRules(passwords: [text], defaults: []) != nil }

    /// Whether `text` is the name of a permission.
    static func isPermission(_ text: String) -> Bool { AccessRules(passwords: [], defaults: [text]) != nil }
}
