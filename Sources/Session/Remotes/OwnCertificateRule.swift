/// Where the certificate of the door for the network comes from.
package enum CertificateSource: Hashable, Sendable {
    /// The daemon makes one, which clients know again by its fingerprint.
    case own
    /// Files of the user's, by their paths. Without a key of its own, it is in the file of the certificate.
    case files(certificate: String, key: String?)
}

/// Which certificate of its own a daemon uses, and when it makes another one. A value; times are in seconds since the beginning of 1970 (UTC).
package struct OwnCertificateRule: Hashable, Sendable {
    /// How long a certificate is valid: telephones of Apple refuse what is valid for more than 825 days.
    package static let lifetime: Int64 = 820 * 86_400
    /// For how long it has to be valid at least when the daemon starts, or else another one is made.
    package static let leastLeft: Int64 = 90 * 86_400
    /// It is valid from before it was made: the clocks of other machines may be behind.
    private static let lead: Int64 = 86_400
    /// The most names, so that a certificate stays small.
    private static let mostNames = 64

    /// The names of the machine that it needs, in lower case; the first one is what people see.
    package let names: [String]
    /// The addresses that it needs, of 4 or 16 bytes each.
    package let addresses: [[UInt8]]

    /// Makes the rule for a machine.
    /// - Parameters:
    ///   - names: its names. Those in its own network, `NAME.local`, come by themselves.
    ///   - addresses: the addresses on which the door listens. One that stands for all counts as none: they come and go.
    package init(names: [String], addresses: [[UInt8]]) {
        let known = names.map { $0.lowercased() }.filter(Self.isName)
        var found: [String] = []
        for name in known {
            // The machine's own name may have several parts: in its own network, only the first one counts.
            let short = String(name.prefix { $0 != "." })
            let isLocal = name == known.first || name == short
            for name in [name] + (isLocal ? [short, short + ".local"] : [])
            where !found.contains(name) && found.count < Self.mostNames { found.append(name) }
        }
        self.names = found + (found.contains("localhost") ? [] : ["localhost"])
        self.addresses = addresses.filter { $0.contains { $0 != 0 } }
    }

    /// Whether a certificate does still.
    /// - Parameters:
    ///   - names: its names, in lower case.
    ///   - addresses: its addresses.
    ///   - end: until when it is valid.
    package func isGood(names: [String], addresses: [[UInt8]], validUntil end: Int64, at time: Int64) -> Bool {
        Set(names).isSuperset(of: self.names) && Set(addresses).isSuperset(of: self.addresses) && end - time >= Self.leastLeft
    }

    /// From when until when a certificate is valid that is made now.
    package static func validity(at time: Int64) -> (from: Int64, until: Int64) { (time - lead, time - lead + lifetime) }

    private static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
