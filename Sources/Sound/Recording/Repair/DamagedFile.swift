import CLinux
import Glibc
import Media
import MediaTypes
import SystemSupport

/// A file that a crash has cut off. One thread at a time; each call blocks on the disk.
final class DamagedFile {
    /// The path of the file.
    let path: String
    private let name: String
    private let descriptor: FileDescriptor
    /// The directory that holds it.
    private let parent: OpenDirectory

    init(_ descriptor: consuming FileDescriptor, in parent: OpenDirectory, name: String, path: String) {
        self.descriptor = descriptor
        self.parent = parent
        self.name = name
        self.path = path
    }

    /// A name that no recording has, and that hides the file until it is complete.
    private var replacementName: String { ".\(RelativePath.cut(name, to: 230)).repair" }

    /// Returns the bytes of the file.
    func source() throws(MediaError) -> FileSource {
        guard let copy = FileDescriptor(duplicating: descriptor.number) else { throw failure("be read") }
        return try FileSource(copy, name: path)
    }

    /// Returns how many bytes the file has.
    func size() throws(MediaError) -> Int64 {
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0 else { throw failure("be read") }
        return Int64(status.st_size)
    }

    /// Throws if somebody has put another file in its place since it was opened.
    private func requireName() throws(MediaError) {
        var (own, named) = (stat(), stat())
        guard unsafe fstat(descriptor.number, &own) == 0,
            unsafe fstatat(parent.number, name, &named, CInt(AT_SYMLINK_NOFOLLOW)) == 0, own.isSameFile(as: named)
        else { throw MediaError(.unwritable, "\(path) was moved or replaced while it was being repaired") }
    }

    /// Deletes the file.
    func remove() throws(MediaError) {
        try requireName()
        guard unsafe unlinkat(parent.number, name, 0) == 0 else { throw failure("be removed") }
    }

    /// Cuts the file off after `size` bytes.
    func cut(to size: Int64) throws(MediaError) {
        guard ftruncate(descriptor.number, off_t(size)) == 0 else { throw failure("be cut") }
    }

    /// Writes bytes over others, or behind the last one.
    func overwrite(at offset: Int64, _ bytes: [UInt8]) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe pwrite(
                    descriptor.number, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            if count > 0 { done += count } else if count == 0 || errno != EINTR { throw failure("be written") }
        }
    }

    /// Returns when everything that was written is on the disk.
    func synchronize() throws(MediaError) {
        guard fdatasync(descriptor.number) == 0 else { throw failure("be brought to the disk") }
    }

    /// Makes an empty file beside this one. What a repair before has left there is removed.
    func makeReplacement() throws(MediaError) -> RecordingFile {
        removeReplacement()
        do throws(FileFailure) {
            let made = try parent.file(replacementName, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
            return RecordingFile(made, called: replacementName, in: parent, path: path)
        } catch {
            throw RecordingDirectory.failure("\(path) cannot be written anew", error)
        }
    }

    /// Removes the file beside this one.
    func removeReplacement() { _ = unsafe unlinkat(parent.number, replacementName, 0) }

    /// Puts the file beside this one in its place.
    func replace() throws(MediaError) {
        try requireName()
        guard unsafe renameat(parent.number, replacementName, parent.number, name) == 0, fsync(parent.number) == 0 else {
            throw failure("be replaced")
        }
    }

    private func failure(_ what: String) -> MediaError {
        let number = errno
        return MediaError(
            .unwritable, "\(path) cannot \(what): \(systemReason(number))", systemError: number)
    }
}

extension RecordingDirectory {
    /// Opens a file that a crash has cut off; `nil` if it is no longer there, or another is in its place.
    ///
    /// No link below the directory is followed.
    /// - Throws: ``MediaError/Code/unwritable`` if the system refuses.
    func openUnfinished(_ unfinished: UnfinishedFile) throws(MediaError) -> DamagedFile? {
        guard RelativePath.refusal(of: unfinished.path) == nil else { return nil }
        let parts = RelativePath.parts(of: unfinished.path)
        let (name, whole) = (String(parts.last ?? ""), "\(path)/\(unfinished.path)")
        guard var parent = try? OpenDirectory(path) else { return nil }
        for part in parts.dropLast() {
            guard let next = try? parent.directory(part) else { return nil }
            parent = next
        }
        let file: FileDescriptor
        do throws(FileFailure) {
            // Non-blocking: somebody may have put a pipe in its place.
            file = try parent.file(name, flags: O_RDWR | O_NONBLOCK | O_NOCTTY)
        } catch {
            guard [EACCES, EPERM, EROFS].contains(error.number) else { return nil }
            throw RecordingDirectory.failure("\(whole) cannot be opened to be repaired", error)
        }
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), UInt64(status.st_ino) == unfinished.inode
        else { return nil }
        return DamagedFile(file, in: parent, name: name, path: whole)
    }
}
