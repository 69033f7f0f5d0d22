import Glibc
import NIOCore
import SystemSupport

/// Finds the addresses of a server, on a thread of its own if its name has to be looked up. SwiftNIO's own way would keep threads that
/// wake by themselves.
enum HostLookup {
    /// Calls `answer` on the event loop with the addresses in the order in which they are to be tried; none if the name is not known.
    static func find(_ server: HostPort, on eventLoop: any EventLoop, answer: @escaping ([SocketAddress]) -> Void) {
        if let address = try? SocketAddress(ipAddress: server.host, port: Int(server.port)) { return answer([address]) }
        let bound = NIOLoopBound(answer, eventLoop: eventLoop)
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-rooms") {
                let found = addresses(of: server)
                eventLoop.execute { bound.value(found) }
            }
        } catch {
            answer([])
        }
    }

    /// Looks a name up. Waits for name servers.
    private static func addresses(of server: HostPort) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(server.host, "\(server.port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            let bytes = UnsafeRawPointer(entry.ai_addr)
            switch entry.ai_family {
            case AF_INET:
                if let bytes { found.append(SocketAddress(bytes.loadUnaligned(as: sockaddr_in.self), host: server.host)) }
            case AF_INET6:
                if let bytes { found.append(SocketAddress(bytes.loadUnaligned(as: sockaddr_in6.self), host: server.host)) }
            default: break
            }
            next = entry.ai_next
        }
        return found
    }
}
