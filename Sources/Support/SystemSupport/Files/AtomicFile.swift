import Glibc

/// Steps by which files are read whole, and get new content so that a crash leaves the old or the new one whole.
package enum AtomicFile {
    /// Writes all of `bytes`, and brings them to the disk if `isSynced`.
    /// - Returns: 0, or the system's error number.
    package static func write(_ bytes: [UInt8], to descriptor: Int32, isSynced: Bool = true) -> CInt {
        write(bytes.span, to: descriptor, isSynced: isSynced)
    }

    /// Does the same with bytes in memory of somebody else.
    package static func write(_ bytes: Span<UInt8>, to descriptor: Int32, isSynced: Bool = true) -> CInt {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return !isSynced || fsync(descriptor) == 0 ? 0 : errno
    }

    /// Reads an open file from its beginning: `count` bytes, or fewer if it ends before.
    /// - Returns: the bytes; `nil` if the file cannot be read, for the reason in `errno`.
    package static func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            filled += count
        }
        bytes.removeSubrange(filled...)
        return bytes
    }

    /// Brings the names in a directory to the disk.
    /// - Returns: 0, or the system's error number.
    package static func syncDirectory(_ path: String) -> CInt {
        let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return errno }
        let descriptor = FileDescriptor(owning: number)
        return fsync(descriptor.number) == 0 ? 0 : errno
    }
}
