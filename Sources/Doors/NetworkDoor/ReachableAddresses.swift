import Glibc
import SystemSupport

/// Where browsers reach the door: addresses to type, or to read from a picture. A value.
enum ReachableAddresses {
    /// Returns the addresses, those of other machines' reach first.
    /// - Parameters:
    ///   - listening: where the door listens.
    ///   - own: the addresses of this machine, as bytes.
    ///   - isSecure: whether the door speaks TLS.
    static func of(_ listening: [String], own: [[UInt8]], isSecure: Bool = false) -> [String] {
        var (far, near): ([String], [String]) = ([], [])
        for text in listening {
            guard let place = HostPort(text) else { continue }
            switch place.host {
            case "0.0.0.0": far += own.filter { $0.count == 4 && $0[0] != 127 }.map { "\(version4($0)):\(place.port)" }
            case "::":
                // Those that hold on one network alone need its name, which no browser takes.
                far += own.filter { $0.count == 16 && $0[0] != 0 && $0[0] != 0xFE }.map { "[\(version6($0))]:\(place.port)" }
            case "localhost", "::1": near.append(text)
            case let host where host.hasPrefix("127."): near.append(text)
            default: far.append(text)
            }
        }
        return (far + near).map { "http\(isSecure ? "s" : "")://\($0)/" }
    }

    /// Returns the bytes of an address in numbers; `nil` for a name.
    static func bytes(of host: String) -> [UInt8]? {
        var (old, new) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &old) == 1 { return withUnsafeBytes(of: old) { Array($0) } }
        if inet_pton(AF_INET6, host, &new) == 1 { return withUnsafeBytes(of: new) { Array($0) } }
        return nil
    }

    private static func version4(_ bytes: [UInt8]) -> String { bytes.map { "\($0)" }.joined(separator: ".") }

    private static func version6(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
