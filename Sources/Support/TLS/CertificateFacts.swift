/// What a certificate says. A value.
package struct CertificateFacts: Hashable, Sendable {
    /// The SHA-256 of the certificate, as 64 hexadecimal digits: by this a client knows it again.
    package let fingerprint: String
    /// Until when it is valid, in seconds since the beginning of 1970 (UTC).
    package let validUntil: Int64
    /// The names of its machine, in lower case.
    package let names: [String]
    /// The addresses of its machine, of 4 or 16 bytes each.
    package let addresses: [[UInt8]]

    /// Makes the facts of a certificate.
    package init(fingerprint: String, validUntil: Int64, names: [String] = [], addresses: [[UInt8]] = []) {
        self.fingerprint = fingerprint
        self.validUntil = validUntil
        self.names = names
        self.addresses = addresses
    }
}
