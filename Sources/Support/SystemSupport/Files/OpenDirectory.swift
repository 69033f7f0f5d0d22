import CLinux
import Glibc

/// An open directory, and a way below it on which no link is followed. It is closed with its last reference; any thread.
///
/// Each step opens one directory inside the one before, so it makes no difference what somebody puts in a directory's place
/// meanwhile: a link is refused, and a directory that was moved away stays the one that was opened. Linux has a call that does all of
/// it at once, openat2, but systemd refuses it to a service that may make no set-user-id files (`RestrictSUIDSGID=`): the mode is where no
/// filter can look.
package final class OpenDirectory: Sendable {
    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    private let descriptor: FileDescriptor

    /// Opens the directory at `path`, which may lead over links: it is the user's or ours.
    package init(_ path: String) throws(FileFailure) {
        let number = unsafe open(path, Self.flags)
        guard number >= 0 else { throw FileFailure(system: errno) }
        descriptor = FileDescriptor(owning: number)
    }

    /// Does the same for the bytes of a path, which may be no UTF-8 and have no zero.
    package init(bytes path: [UInt8]) throws(FileFailure) {
        let number = unsafe open(path.map { CChar(truncatingIfNeeded: $0) } + [0], Self.flags)
        guard number >= 0 else { throw FileFailure(system: errno) }
        descriptor = FileDescriptor(owning: number)
    }

    private init(owning number: CInt) { descriptor = FileDescriptor(owning: number) }

    /// The number of the descriptor, as long as this object lives.
    package var number: CInt { descriptor.number }

    /// Opens the directory called `name` in this one.
    /// - Throws: with `ENOENT` if there is none; if it is a link or anything else, or if `name` leads elsewhere.
    package func directory(_ name: some StringProtocol) throws(FileFailure) -> OpenDirectory {
        let name = try Self.checked(name)
        let number = unsafe openat(descriptor.number, name, Self.flags | O_NOFOLLOW)
        guard number < 0 else { return OpenDirectory(owning: number) }
        switch errno {
        case ENOTDIR, ELOOP: throw FileFailure(unwanted: "it is a link, or no directory")
        default: throw FileFailure(system: errno)
        }
    }

    /// Opens the directory called `name` in this one, and makes it if there is none, with that mode less the umask.
    package func makeDirectory(_ name: some StringProtocol, mode: UInt32) throws(FileFailure) -> OpenDirectory {
        do throws(FileFailure) { return try directory(name) } catch { guard error.number == ENOENT else { throw error } }
        guard unsafe mkdirat(descriptor.number, String(name), mode) == 0 || errno == EEXIST else {
            throw FileFailure(system: errno)
        }
        return try directory(name)
    }

    /// Opens the file called `name` in this directory; a link is not followed.
    /// - Parameters:
    ///   - flags: those of open(2); `O_NOFOLLOW` and `O_CLOEXEC` are added.
    ///   - mode: the mode of a file that is made, less the umask.
    package func file(_ name: some StringProtocol, flags: CInt, mode: UInt32 = 0o600) throws(FileFailure) -> FileDescriptor {
        let name = try Self.checked(name)
        let number = unsafe openat(descriptor.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
        guard number >= 0 else { throw errno == ELOOP ? FileFailure(unwanted: "it is a link") : FileFailure(system: errno) }
        return FileDescriptor(owning: number)
    }

    /// Whether anything is called `name` in this directory, be it a link that leads nowhere.
    package func holds(_ name: some StringProtocol) -> Bool {
        unsafe faccessat(descriptor.number, String(name), F_OK, CInt(AT_SYMLINK_NOFOLLOW)) == 0
    }

    /// Gives the file `name` of this directory the name `other`, which must be free, in this directory.
    /// - Throws: with `EEXIST` if it is taken.
    package func publish(_ name: String, as other: String) throws(FileFailure) {
        guard unsafe fermata_publish(descriptor.number, name, other) == 0 else { throw FileFailure(system: errno) }
    }

    /// Brings the names in this directory to the disk.
    package func synchronize() throws(FileFailure) {
        guard fsync(descriptor.number) == 0 else { throw FileFailure(system: errno) }
    }

    /// The names in this directory, in the order in which the system has them, at most so many.
    package func names(atMost limit: Int) -> [String] {
        // The stream closes the descriptor that it is given, and has a place in the directory of its own.
        let number = unsafe openat(descriptor.number, ".", Self.flags)
        guard number >= 0 else { return [] }
        guard let stream = unsafe fdopendir(number) else {
            close(number)
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(stream) {
            names.append(unsafe DirectoryEntry.text(of: entry))
        }
        return names
    }

    /// Returns `name` if it is that of something in a directory, and no way out of it.
    private static func checked(_ name: some StringProtocol) throws(FileFailure) -> String {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
            throw FileFailure(unwanted: "\"\(name)\" is no name in a directory")
        }
        return String(name)
    }
}
