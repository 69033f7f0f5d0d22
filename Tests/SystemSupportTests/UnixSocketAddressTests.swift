import Glibc
import SystemSupport
import Testing

@Suite("Addresses of Unix sockets")
struct UnixSocketAddressTests {
    @Test("hold the path and the zero behind it, or nothing", arguments: [0, 1, 107, 108, 5_000])
    func length(count: Int) {
        let path = String(repeating: "s", count: count)
        let held = UnixSocketAddress.with(path) { address, length in
            address.withMemoryRebound(to: sockaddr_un.self, capacity: 1) { address in
                var bytes = address.pointee.sun_path
                let isUnix = address.pointee.sun_family == sa_family_t(AF_UNIX) && length == 110
                return isUnix ? withUnsafeBytes(of: &bytes) { $0.prefix { $0 != 0 }.count } : -1
            }
        }
        #expect(held == (count <= 107 ? count : nil))
    }
}
