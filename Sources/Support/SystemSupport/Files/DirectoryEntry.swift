package import Glibc

/// What `readdir` gives of one name in a directory.
package enum DirectoryEntry {
    /// Returns the name, without the final zero. No further byte of the entry is read.
    ///
    /// The field has the declared length of the longest name, 256 bytes, but an entry ends behind its own name. To copy the whole
    /// field reads past the buffer of `readdir`, and where the memory ends there, that ends the process.
    package static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = unsafe UnsafeRawPointer(entry) + offset
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }

    /// Returns the name as a text; bytes that are not UTF-8 are replaced.
    package static func text(of entry: UnsafeMutablePointer<dirent>) -> String {
        String(decoding: unsafe name(of: entry), as: UTF8.self)
    }
}
