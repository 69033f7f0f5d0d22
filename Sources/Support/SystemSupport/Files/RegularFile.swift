import Glibc

/// Ways to open a file by its name if anybody may have put something else there: a link, a pipe that nobody writes to, a device, a
/// file without an end. None of them is waited for, read without bounds, or written to.
///
/// For the files that we keep under names of our own, nothing follows a link: it would lead to a file that is not ours.
package struct RegularFile: ~Copyable {
    /// The open file.
    package let descriptor: FileDescriptor
    /// Its size when it was opened, in bytes.
    package let size: Int

    /// Opens the file at `path` to read it.
    /// - Parameter followsLinks: whether the last part of `path` may be a link: where the user names the file.
    /// - Throws: with `ENOENT` if there is none.
    package static func open(_ path: String, followsLinks: Bool = false) throws(FileFailure) -> RegularFile {
        // Non-blocking: opening a pipe does not wait for a writer then.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let number = unsafe Glibc.open(path, flags)
        guard number >= 0 else { throw refusal(errno) }
        let descriptor = FileDescriptor(owning: number)
        let size = Int(try status(of: number).st_size)
        return RegularFile(descriptor: descriptor, size: size)
    }

    /// Reads the file at `path` whole.
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - followsLinks: whether the last part of `path` may be a link: where the user names the file.
    /// - Throws: with `ENOENT` if there is none.
    package static func read(_ path: String, atMost limit: Int, followsLinks: Bool = false) throws(FileFailure) -> [UInt8] {
        let file = try open(path, followsLinks: followsLinks)
        guard file.size <= limit else {
            throw FileFailure(unwanted: "it has \(file.size) bytes, more than the \(limit) that it may have")
        }
        guard let bytes = AtomicFile.read(file.descriptor.number, count: file.size) else { throw FileFailure(system: errno) }
        return bytes
    }

    /// Opens the file of ours at `path` to read and to change it in place, and makes it if there is none.
    ///
    /// What is there and not ours, be it a link, a pipe, a directory or a file that has another name as well, is set aside first.
    /// - Parameters:
    ///   - flags: further flags of open(2).
    ///   - mode: the mode of a file that is made.
    package static func openToChange(_ path: String, flags: CInt = 0, mode: UInt32 = 0o600) throws(FileFailure) -> FileDescriptor
    {
        do throws(FileFailure) {
            return try openOwn(path, flags, mode)
        } catch {
            guard error.isUnwanted else { throw error }
            setAside(path)
            return try openOwn(path, flags, mode)
        }
    }

    private static func openOwn(_ path: String, _ flags: CInt, _ mode: mode_t) throws(FileFailure) -> FileDescriptor {
        let number = unsafe Glibc.open(
            path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, mode)
        guard number >= 0 else { throw refusal(errno) }
        let descriptor = FileDescriptor(owning: number)
        let status = try status(of: descriptor.number)
        guard status.st_nlink <= 1 else { throw FileFailure(unwanted: "it has another name as well") }
        return descriptor
    }

    /// Gives what is at `path` the name `path`.damaged, in the place of what had that name, or a further one if a directory has it.
    /// Nothing follows a link.
    package static func setAside(_ path: String) { _ = setAside(path, in: AT_FDCWD) }

    /// Does the same for a name in an open directory, and returns whether the name is free now.
    static func setAside(_ name: String, in directory: CInt) -> Bool {
        if unsafe renameat(directory, name, directory, name + ".damaged") == 0 { return true }
        let other = name + ".damaged-" + String(UInt64.random(in: 0 ... .max), radix: 16)
        return unsafe renameat(directory, name, directory, other) == 0
    }

    /// Returns the status of an open file.
    /// - Throws: if it is no regular file.
    private static func status(of descriptor: CInt) throws(FileFailure) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileFailure(system: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(unwanted: "it is no regular file") }
        return status
    }

    /// The failure of a call that opens. Some numbers say no more than that something else is there.
    private static func refusal(_ number: CInt) -> FileFailure {
        switch number {
        case ELOOP: FileFailure(unwanted: "it is a link")
        // A directory, a socket, and a device without a driver.
        case EISDIR, ENXIO, ENODEV: FileFailure(unwanted: "it is no regular file")
        default: FileFailure(system: number)
        }
    }
}
