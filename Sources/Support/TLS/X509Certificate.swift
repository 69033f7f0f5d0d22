import CGnuTLS

/// Owner of a certificate of GnuTLS. One thread at a time.
@safe struct X509Certificate: ~Copyable {
    let library: TLSLibrary
    let handle: gnutls_x509_crt_t

    /// The longest name in a certificate that is looked at, in bytes.
    private static let longestName = 1 << 10
    /// How many names are looked at.
    private static let mostNames: UInt32 = 1_000

    /// Makes an empty one.
    init(_ library: TLSLibrary) throws(TLSError) {
        var made: gnutls_x509_crt_t?
        let result = unsafe library.functions.pointee.gnutls_x509_crt_init(&made)
        guard result == GNUTLS_E_SUCCESS, let made = unsafe made else { throw TLSError(.refused, library.words(for: result)) }
        self.library = library
        unsafe handle = unsafe made
    }

    /// Reads the first certificate of a text (PEM).
    static func read(_ text: [UInt8], with library: TLSLibrary) throws(TLSError) -> X509Certificate {
        let read = try X509Certificate(library)
        let handle = unsafe read.handle
        let result = unsafe TLSLibrary.with(text) { datum in
            unsafe library.functions.pointee.gnutls_x509_crt_import(handle, datum, GNUTLS_X509_FMT_PEM)
        }
        guard result == GNUTLS_E_SUCCESS else { throw TLSError(.badCertificate, library.words(for: result)) }
        return read
    }

    deinit { unsafe library.functions.pointee.gnutls_x509_crt_deinit(handle) }

    /// What it says.
    var facts: CertificateFacts {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = unsafe fermata_gnutls_fingerprint(library.functions, handle, &digest)
        var (names, addresses): ([String], [[UInt8]]) = ([], [])
        for place in 0..<Self.mostNames {
            var bytes = [UInt8](repeating: 0, count: Self.longestName)
            var count = bytes.count
            let kind = unsafe fermata_gnutls_name(library.functions, handle, place, &bytes, &count)
            if kind < 0 { break }
            let found = Array(bytes.prefix(count))
            if kind == 1 { names.append(String(decoding: found.prefix { $0 != 0 }, as: UTF8.self).lowercased()) }
            if kind == 2 { addresses.append(found) }
        }
        return CertificateFacts(
            fingerprint: Self.hexadecimal(digest),
            validUntil: Int64(unsafe library.functions.pointee.gnutls_x509_crt_get_expiration_time(handle)), names: names,
            addresses: addresses)
    }

    /// The certificate as a text (PEM).
    func text() throws(TLSError) -> [UInt8] {
        try unsafe PEMText.of(library) { bytes, count in
            unsafe library.functions.pointee.gnutls_x509_crt_export(handle, GNUTLS_X509_FMT_PEM, bytes, &count)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Owner of a private key of GnuTLS. One thread at a time.
@safe struct X509Key: ~Copyable {
    let library: TLSLibrary
    let handle: gnutls_x509_privkey_t

    /// Makes an empty one.
    private init(_ library: TLSLibrary) throws(TLSError) {
        var made: gnutls_x509_privkey_t?
        let result = unsafe library.functions.pointee.gnutls_x509_privkey_init(&made)
        guard result == GNUTLS_E_SUCCESS, let made = unsafe made else { throw TLSError(.refused, library.words(for: result)) }
        self.library = library
        unsafe handle = unsafe made
    }

    /// Makes a new key, on the curve P-256.
    static func make(with library: TLSLibrary) throws(TLSError) -> X509Key {
        let made = try X509Key(library)
        let result = unsafe fermata_gnutls_make_key(library.functions, made.handle)
        guard result == GNUTLS_E_SUCCESS else { throw TLSError(.refused, library.words(for: result)) }
        return made
    }

    /// Reads the first key of a text (PEM).
    static func read(_ text: [UInt8], with library: TLSLibrary) throws(TLSError) -> X509Key {
        let read = try X509Key(library)
        let handle = unsafe read.handle
        let result = unsafe TLSLibrary.with(text) { datum in
            unsafe library.functions.pointee.gnutls_x509_privkey_import(handle, datum, GNUTLS_X509_FMT_PEM)
        }
        guard result == GNUTLS_E_SUCCESS else { throw TLSError(.badKey, library.words(for: result)) }
        return read
    }

    deinit { unsafe library.functions.pointee.gnutls_x509_privkey_deinit(handle) }

    /// The key as a text (PEM).
    func text() throws(TLSError) -> [UInt8] {
        try unsafe PEMText.of(library) { bytes, count in
            unsafe library.functions.pointee.gnutls_x509_privkey_export(handle, GNUTLS_X509_FMT_PEM, bytes, &count)
        }
    }
}

/// What GnuTLS writes as text.
private enum PEMText {
    /// More than any certificate or key of ours has, in bytes.
    private static let most = 64 << 10

    static func of(
        _ library: TLSLibrary, _ write: (UnsafeMutableRawPointer?, inout Int) -> CInt
    ) throws(TLSError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        var count = bytes.count
        let result = unsafe bytes.withUnsafeMutableBytes { unsafe write($0.baseAddress, &count) }
        guard result == GNUTLS_E_SUCCESS else { throw TLSError(.refused, library.words(for: result)) }
        return Array(bytes.prefix(count))
    }
}
