import Glibc

/// Returns a port of this machine's network that is free now.
package func freePort() throws(TestSupportError) -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    guard let port = bindToFreePort(descriptor) else { throw TestSupportError(.inputOutput, "no port is free") }
    return port
}

/// Binds a socket to a port of loopback that is free now, and returns the port; `nil` if there is none.
func bindToFreePort(_ descriptor: CInt) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
            bind(descriptor, bare, length) == 0 ? getsockname(descriptor, bare, &length) : -1
        }
    }
    return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
}
