import CGnuTLS
import Glibc

/// Making certificates that vouch for themselves: a client knows one again by its fingerprint.
package enum OwnCertificate {
    /// How many bytes number the certificates, so that no two have the same number.
    private static let serialBytes = 16

    /// Makes a certificate, and a key on the curve P-256 for it.
    /// - Parameters:
    ///   - names: the names of the machine. The first one is what people see.
    ///   - addresses: its addresses, of 4 or 16 bytes each.
    ///   - from: from when on it is valid, in seconds since the beginning of 1970 (UTC).
    ///   - until: until when it is.
    ///   - text: what was made before, whose key is kept; `nil` for a new key.
    /// - Returns: both as a text (PEM), the key first.
    package static func make(
        names: [String], addresses: [[UInt8]], from: Int64, until: Int64, keyOf text: [UInt8]? = nil
    ) throws(TLSError) -> [UInt8] {
        let library = try TLSLibrary.load()
        let key = try key(in: text, library)
        let certificate = try X509Certificate(library)
        var result = CInt(GNUTLS_E_SUCCESS)
        for (bytes, isAddress) in names.map({ (Array($0.utf8), false) }) + addresses.map({ ($0, true) }) where result >= 0 {
            result = unsafe fermata_gnutls_add_name(
                library.functions, certificate.handle, isAddress, bytes, UInt32(clamping: bytes.count))
        }
        if result >= 0 {
            // A serial number is positive.
            let serial = [0x40] + (1..<serialBytes).map { _ in UInt8.random(in: 0...255) }
            result = unsafe fermata_gnutls_sign_certificate(
                library.functions, certificate.handle, key.handle, names.first ?? "fermata", serial, serial.count, from, until)
        }
        guard result >= 0 else { throw TLSError(.refused, "no certificate can be made: \(library.words(for: result))") }
        return try key.text() + certificate.text()
    }

    private static func key(in text: [UInt8]?, _ library: TLSLibrary) throws(TLSError) -> X509Key {
        guard let text else { return try X509Key.make(with: library) }
        return try X509Key.read(text, with: library)
    }
}
