import CChromaprint

/// Chromaprint, which is loaded with the first fingerprint.
///
/// Its functions never change after they were found, so every thread may call them.
@safe final class LibChromaprint: @unchecked Sendable {
    let functions: UnsafePointer<fermata_chromaprint>

    /// The loaded library; `nil` if it is not installed.
    static let loaded = LibChromaprint()

    private init?() {
        let place = UnsafeMutablePointer<fermata_chromaprint>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_chromaprint())
        guard unsafe fermata_chromaprint_load(place) else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
    }
}
