import CCurl
import Glibc

/// Lets one request reach addresses that it may, and no others: each is judged right before a socket is made for it, and once
/// more before the request goes over a connection that may be an older one.
final class Gate {
    private let reach: NetworkReach
    private let configuration: NetworkConfiguration
    /// Whether connections lead to a proxy, which the user has named.
    private let isProxied: Bool
    /// Whether an address was refused.
    private(set) var hasRefused = false
    /// Whether the address that the request went to is private.
    private(set) var isPrivate = false

    /// - Parameter host: of the address that is asked for.
    init(_ reach: NetworkReach, _ configuration: NetworkConfiguration, isProxied: Bool, host: String) {
        self.reach = reach
        self.configuration = configuration
        self.isProxied = isProxied
        // Nobody looks up where the proxy connects to; some hosts say it themselves.
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

    /// A socket for an address that may be connected to, else none.
    func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard admits(unsafe HostAddress(fermata_curl_address(address))) else { return CURL_SOCKET_BAD }
        let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return unsafe socket(address.pointee.family, type, address.pointee.protocol)
    }

    /// Whether the request may go to the address that its connection has.
    func request(to text: String) -> Bool {
        let address = HostAddress(numeric: text)
        guard admits(address) else { return false }
        if !isProxied { isPrivate = address.map { configuration.isPrivate($0) } ?? true }
        return true
    }

    /// What the content that came may lead to.
    var reachOfContent: NetworkReach {
        reach.after(isPrivate: isPrivate, allowsPrivate: configuration.allowsPrivateAddresses)
    }
}
