import CCurl
import MediaTypes

/// libcurl, loaded with `dlopen` when the first stream is opened.
///
/// The functions never change once they are found, so every thread may call them.
@safe final class CurlLibrary: @unchecked Sendable {
    let functions: UnsafePointer<fermata_curl>

    private static let loaded = CurlLibrary()

    /// Returns the library, which the first call loads. Any thread.
    /// - Throws: ``NetworkFailure/refused(_:)`` if libcurl is not installed.
    static func load() throws(NetworkFailure) -> CurlLibrary {
        guard let loaded else {
            throw .refused(
                MediaError(
                    .networkFailed,
                    "streams of the network need libcurl, and none of \(unsafe String(cString: fermata_curl_names())) is there: install libcurl (on Debian libcurl3-gnutls) and start fermatad anew"
                ))
        }
        return loaded
    }

    private init?() {
        let place = UnsafeMutablePointer<fermata_curl>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_curl())
        guard unsafe fermata_curl_load(place) else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
    }
}
