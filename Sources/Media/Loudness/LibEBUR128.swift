import CEBUR128

/// libebur128, which is loaded with the first meter.
///
/// Its functions never change after they were found, so every thread may call them.
@safe final class LibEBUR128: @unchecked Sendable {
    let functions: UnsafePointer<fermata_ebur128>

    /// The loaded library; `nil` if it is not installed.
    static let loaded = LibEBUR128()

    private init?() {
        let place = UnsafeMutablePointer<fermata_ebur128>.allocate(capacity: 1)
        unsafe place.initialize(to: fermata_ebur128())
        guard unsafe fermata_ebur128_load(place) else {
            unsafe place.deallocate()
            return nil
        }
        unsafe functions = unsafe UnsafePointer(place)
    }
}
