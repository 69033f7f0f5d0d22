import CGnuTLS

/// Owner of a certificate with its key, as connections use it: they keep it as long as they last. Confined to the control thread.
@safe package final class TLSCredentials {
    /// What the certificate says.
    package let facts: CertificateFacts
    let library: TLSLibrary
    let handle: gnutls_certificate_credentials_t

    /// Takes a certificate, behind which those that vouch for it may follow, and its key, all as text (PEM).
    package init(certificate: [UInt8], key: [UInt8]) throws(TLSError) {
        let library = try TLSLibrary.load()
        let facts: CertificateFacts
        do throws(TLSError) {
            facts = try X509Certificate.read(certificate, with: library).facts
        } catch {
            throw TLSError(error.code, "it has no certificate that can be read: \(error)")
        }
        var made: gnutls_certificate_credentials_t?
        guard unsafe library.functions.pointee.gnutls_certificate_allocate_credentials(&made) == GNUTLS_E_SUCCESS,
            let made = unsafe made
        else { throw TLSError(.refused, "memory is short") }
        let result = unsafe TLSLibrary.with(certificate) { certificate in
            unsafe TLSLibrary.with(key) { key in
                unsafe library.functions.pointee.gnutls_certificate_set_x509_key_mem(made, certificate, key, GNUTLS_X509_FMT_PEM)
            }
        }
        guard result >= 0 else {
            unsafe library.functions.pointee.gnutls_certificate_free_credentials(made)
            if result == GNUTLS_E_CERTIFICATE_KEY_MISMATCH {
                throw TLSError(.keyOfAnother, "the key is that of another certificate")
            }
            throw TLSError(.badKey, "it has no key that can be read: \(library.words(for: result))")
        }
        self.library = library
        self.facts = facts
        unsafe handle = unsafe made
    }

    deinit { unsafe library.functions.pointee.gnutls_certificate_free_credentials(handle) }
}
