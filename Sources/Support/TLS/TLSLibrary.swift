import CGnuTLS

/// GnuTLS, loaded with `dlopen` by the first door that wants TLS.
///
/// The functions never change once they are found, so every thread may call them.
@safe final class TLSLibrary: @unchecked Sendable {
    let functions: UnsafePointer<fermata_gnutls>
    /// What is spoken.
    let priority: gnutls_priority_t

    private static let loaded = TLSLibrary()

    /// Returns the library, which the first call loads. Any thread.
    /// - Throws: ``TLSError/Code/libraryMissing``.
    static func load() throws(TLSError) -> TLSLibrary {
        guard let loaded else {
            throw TLSError(
                .libraryMissing,
                "TLS needs GnuTLS, and libgnutls.so.30 is not there: install it (on Debian libgnutls30) and start fermatad anew")
        }
        return loaded
    }

    private init?() {
        let place = UnsafeMutablePointer<fermata_gnutls>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_gnutls())
        var priority: gnutls_priority_t?
        guard unsafe fermata_gnutls_load(place), unsafe fermata_gnutls_prepare(place, &priority) == GNUTLS_E_SUCCESS,
            let priority = unsafe priority
        else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
        unsafe self.priority = unsafe priority
    }

    /// Returns what a number of GnuTLS means, in words.
    func words(for result: CInt) -> String {
        unsafe functions.pointee.gnutls_strerror(result).map { unsafe String(cString: $0) } ?? "error \(result)"
    }

    /// Calls `body` with bytes as GnuTLS takes them, which it only reads.
    static func with(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> CInt) -> CInt {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var datum = unsafe gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: buffer.baseAddress), size: UInt32(clamping: buffer.count))
            return unsafe withUnsafePointer(to: &datum) { unsafe body($0) }
        }
    }
}
