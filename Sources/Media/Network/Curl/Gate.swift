import CCurl
import Glibc
import MediaTypes

/// Lets one request connect to the addresses that it may reach, and to no others. It judges each address right before
/// libcurl makes a socket for it, and again before the request goes over a connection, which may be an older one.
final class Gate {
    private let reach: NetworkReach
    private let configuration: NetworkConfiguration
    /// Whether connections lead to a proxy, which the user has named.
    private let isProxied: Bool
    /// Whether an address was refused.
    private(set) var hasRefused = false
    /// Whether the request went to a private address.
    private(set) var isPrivate = false

    /// - Parameter host: the host of the requested address.
    init(_ reach: NetworkReach, _ configuration: NetworkConfiguration, isProxied: Bool, host: String) {
        self.reach = reach
        self.configuration = configuration
        self.isProxied = isProxied
        // Only the proxy looks up names. But some hosts need no look-up.
        isPrivate = isProxied && HostAddress(selfEvident: host).map { configuration.isPrivate($0) } == true
        hasRefused = isPrivate && !allows(isPrivate: true)
    }

    private func allows(isPrivate: Bool) -> Bool {
        configuration.allowsPrivateAddresses || reach.allows(isPrivate: isPrivate)
    }

    private func admits(_ address: HostAddress?) -> Bool {
        if isProxied { return !hasRefused }
        guard let address else {
            hasRefused = true
            return false
        }
        let isPrivate = configuration.isPrivate(address)
        guard allows(isPrivate: isPrivate) else {
            hasRefused = true
            return false
        }
        return true
    }

    /// Returns a socket for an address that the request may connect to, else none.
    func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard admits(unsafe HostAddress(fermata_curl_address(address))) else { return CURL_SOCKET_BAD }
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    }

    /// Returns whether the request may go over a connection to the address `text`.
    func request(to text: String) -> Bool {
        let address = HostAddress(numeric: text)
        guard admits(address) else { return false }
        if !isProxied { isPrivate = address.map { configuration.isPrivate($0) } ?? true }
        return true
    }

    /// Which addresses the content of the answer may lead to.
    var reachOfContent: NetworkReach {
        reach.after(isPrivate: isPrivate, allowsPrivate: configuration.allowsPrivateAddresses)
    }
}
