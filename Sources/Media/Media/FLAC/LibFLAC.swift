import CFLAC

/// libFLAC, which is loaded with the first file that FFmpeg cannot decode.
///
/// Its functions never change after they were found, so every thread may call them.
@safe final class LibFLAC: @unchecked Sendable {
    let functions: UnsafePointer<fermata_flac>

    /// The loaded library; `nil` if it is not installed.
    static let loaded = LibFLAC()

    private init?() {
        let place = UnsafeMutablePointer<fermata_flac>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_flac())
        guard unsafe fermata_flac_load(place) else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
    }
}
