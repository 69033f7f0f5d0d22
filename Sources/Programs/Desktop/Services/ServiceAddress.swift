import Glibc

/// An address at which a machine of the network says that it is, checked. A value; the best address of a machine is the least.
struct ServiceAddress: Hashable, Comparable {
    /// The kinds of addresses, the best ones first.
    private enum Kind: Int {
        /// This machine itself. A server on it may listen there alone.
        case loopback
        case version4
        case version6
        /// Holds on one network only, and often for a short time.
        case linkLocal
    }

    /// This machine.
    static let loopback = ServiceAddress(kind: .loopback, text: "127.0.0.1")

    private let kind: Kind
    /// The address in numbers, with the number of the network behind a `%` if it holds there alone.
    let text: String

    private init(kind: Kind, text: String) {
        (self.kind, self.text) = (kind, text)
    }

    /// Reads an address of another program's. Returns `nil` if it is none, or leads to this machine, to many machines or to none.
    /// - Parameter network: the number of the network interface through which it was learned.
    init?(_ text: String, network: Int32) {
        guard let address = Self.bytes(of: text) else { return nil }
        if address.count == 4 {
            switch (address[0], address[1]) {
            case (0, _), (127, _), (224..., _): return nil
            case (169, 254): kind = .linkLocal
            default: kind = .version4
            }
            self.text = text
        } else {
            switch (address[0], address[1]) {
            case (0, _), (0xff, _): return nil
            case (0xfe, 0x80...0xbf):
                guard network > 0 else { return nil }
                kind = .linkLocal
                self.text = "\(text)%\(network)"
            default:
                kind = .version6
                self.text = text
            }
        }
    }

    static func < (left: ServiceAddress, right: ServiceAddress) -> Bool {
        (left.kind.rawValue, left.text) < (right.kind.rawValue, right.text)
    }

    /// Returns the 4 or 16 bytes of an address in numbers.
    static func bytes(of text: String) -> [UInt8]? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
