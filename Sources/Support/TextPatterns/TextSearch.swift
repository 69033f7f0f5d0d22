import CLinux

/// Looks for bytes in bytes, in a time that grows with both and not with their product.
package enum TextSearch {
    /// Returns whether `part` is somewhere in `text`. An empty part is in every text.
    package static func contains(_ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let wanted = part.baseAddress, part.count > 0 else { return true }
        guard let start = text.baseAddress, text.count >= part.count else { return false }
        return unsafe fermata_find(start, text.count, wanted, part.count) != nil
    }
}
