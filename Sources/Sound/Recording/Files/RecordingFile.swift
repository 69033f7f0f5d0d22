import CLinux
import Glibc
package import Media
package import MediaTypes
import SystemSupport

/// A place for the bytes of a recording.
package protocol RecordingSink: ByteSink {
    /// What people call the place: the path of a file.
    var path: String { get }

    /// Returns when everything that was written is safe there.
    func synchronize() throws(MediaError)

    /// Deletes what was written. The last call.
    func discard()
}

/// A new file that a recording is written to. It is closed with its last reference.
///
/// Each call blocks on the disk. One thread at a time uses it.
package final class RecordingFile: RecordingSink {
    /// The path of the file.
    package let path: String
    private let descriptor: FileDescriptor
    private let name: String
    private let parent: OpenDirectory

    /// Takes over the descriptor of an empty file.
    /// - Parameters:
    ///   - name: its name in `parent`.
    ///   - path: what people call it.
    init(_ descriptor: consuming FileDescriptor, called name: String, in parent: OpenDirectory, path: String) {
        self.descriptor = descriptor
        self.name = name
        self.parent = parent
        self.path = path
    }

    package var canRewrite: Bool { true }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try writeAll(bytes) { rest, _ in unsafe Glibc.write(descriptor.number, rest.baseAddress, rest.count) }
    }

    package func overwrite(at offset: Int64, _ bytes: UnsafeRawBufferPointer) throws(MediaError) {
        unsafe try writeAll(bytes) { rest, done in
            unsafe pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
        }
    }

    private func writeAll(
        _ bytes: UnsafeRawBufferPointer, _ write: (_ rest: UnsafeRawBufferPointer, _ done: Int) -> Int
    ) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe write(UnsafeRawBufferPointer(rebasing: bytes[done...]), done)
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                throw failure("be written", count == 0 ? ENOSPC : errno)
            }
        }
    }

    /// Has the disk begin with what was written, and does not wait for it. What fails shows in ``synchronize()``.
    func beginSynchronizing() { _ = fermata_begin_writeback(descriptor.number) }

    /// Returns when everything that was written is on the disk.
    /// - Throws: ``MediaError/Code/unwritable`` if the disk fails, or if somebody has deleted the file: what is written then is lost
    ///   when the file is closed.
    package func synchronize() throws(MediaError) {
        guard fdatasync(descriptor.number) == 0 || errno == EINVAL else { throw failure("be brought to the disk", errno) }
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0, status.st_nlink > 0 else {
            throw MediaError(.unwritable, "\(path) was deleted while it was being written")
        }
    }

    /// Deletes the file, unless somebody has put another one in its place.
    package func discard() {
        var (own, named) = (stat(), stat())
        guard unsafe fstat(descriptor.number, &own) == 0,
            unsafe fstatat(parent.number, name, &named, CInt(AT_SYMLINK_NOFOLLOW)) == 0, own.isSameFile(as: named)
        else { return }
        unsafe unlinkat(parent.number, name, 0)
    }

    /// The number of the file on its disk; `nil` if the system does not tell.
    var inode: UInt64? {
        var status = stat()
        return unsafe fstat(descriptor.number, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    private func failure(_ what: String, _ number: CInt) -> MediaError {
        let advice: String =
            switch number {
            case ENOSPC: "the disk is full"
            case EDQUOT: "your share of the disk is used up"
            case EFBIG: "neither the file system nor the limits of fermatad allow a larger file"
            default: systemReason(number)
            }
        return MediaError(.unwritable, "\(path) cannot \(what): \(advice)", systemError: number)
    }
}

extension stat {
    /// Whether both are of one file, whatever its name.
    func isSameFile(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }
}
