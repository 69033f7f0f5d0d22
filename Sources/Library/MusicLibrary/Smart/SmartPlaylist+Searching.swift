import CLinux

extension SmartPlaylist.TextTest {
    /// Whether bytes contain others. The time grows with both lengths and not with their product.
    static func contains(_ part: [UInt8], _ whole: [UInt8]) -> Bool {
        unsafe part.withUnsafeBytes { part in
            unsafe whole.withUnsafeBytes { whole in
                guard let wanted = part.baseAddress, part.count > 0 else { return true }
                guard let start = whole.baseAddress, whole.count >= part.count else { return false }
                return unsafe fermata_find(start, whole.count, wanted, part.count) != nil
            }
        }
    }
}
