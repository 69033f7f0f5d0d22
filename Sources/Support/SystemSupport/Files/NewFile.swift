import Glibc

/// A new file that gets the name of one of our files once it is whole, so that a crash leaves the old or the new one.
///
/// Until then it has a hidden name that nobody can foretell, in the same directory, and is made only if nothing has that name: a link
/// or a pipe that somebody has put there is never opened. Dropping it without giving it its name deletes the file. One thread at
/// a time uses it; each call blocks on the disk.
package struct NewFile: ~Copyable {
    private static let (prefix, suffix) = (".fermata-", ".new")
    /// How many hidden names are tried; the first one is free unless somebody watches.
    private static let attempts = 100
    /// The most names of a directory that are looked at for what a crash has left.
    private static let mostNames = 20_000

    private let directory: OpenDirectory
    private let name: String
    private let made: Made
    private var hasName = false

    private struct Made: ~Copyable {
        let name: String
        let descriptor: FileDescriptor
    }

    /// Makes an empty file in the directory of `path`, which it is to be called.
    package init(for path: String, mode: UInt32 = 0o600) throws(FileFailure) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = try OpenDirectory(parent)
        made = try Self.make(in: directory, mode)
        name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        self.directory = directory
    }

    /// Makes an empty file in a directory. It gets its name with ``replace(as:)``.
    package init(in directory: OpenDirectory, mode: UInt32 = 0o600) throws(FileFailure) {
        made = try Self.make(in: directory, mode)
        name = ""
        self.directory = directory
    }

    private static func make(in directory: OpenDirectory, _ mode: mode_t) throws(FileFailure) -> Made {
        for _ in 0..<attempts {
            let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
            let hidden = prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
            let number = unsafe openat(directory.number, hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
            if number < 0 {
                if errno == EEXIST { continue }
                throw FileFailure(system: errno)
            }
            let made = FileDescriptor(owning: number)
            // The lock says that it is no leftover. Somebody who looks for these may have been quicker, and has removed it then.
            var status = stat()
            guard flock(made.number, LOCK_EX | LOCK_NB) == 0, unsafe fstat(made.number, &status) == 0, status.st_nlink == 1 else {
                continue
            }
            return Made(name: hidden, descriptor: made)
        }
        throw FileFailure(system: EEXIST)
    }

    deinit { if !hasName { _ = unsafe unlinkat(directory.number, made.name, 0) } }

    /// The number of the file, to set its mode.
    package var number: CInt { made.descriptor.number }

    /// Writes all of `bytes`, and brings them to the disk if `isSynced`.
    package func write(_ bytes: [UInt8], isSynced: Bool = true) throws(FileFailure) {
        try write(bytes.span, isSynced: isSynced)
    }

    /// Does the same with bytes in memory of somebody else.
    package func write(_ bytes: Span<UInt8>, isSynced: Bool) throws(FileFailure) {
        let error = AtomicFile.write(bytes, to: made.descriptor.number, isSynced: isSynced)
        guard error == 0 else { throw FileFailure(system: error) }
    }

    /// Gives the file that has the name now the name `other` in the same directory, if there is one, in the place of what was called
    /// so. The file keeps its own name, too, until this one takes it.
    package func keepOld(as other: String) {
        let link = made.name + ".old"
        guard unsafe linkat(directory.number, name, directory.number, link, 0) == 0 else { return }
        do throws(FileFailure) { try rename(link, to: other) } catch { _ = unsafe unlinkat(directory.number, link, 0) }
    }

    /// Gives the file its name, in the place of what has it. A directory there is set aside.
    package mutating func replace(isSynced: Bool = true) throws(FileFailure) {
        try rename(made.name, to: name)
        hasName = true
        if isSynced { try directory.synchronize() }
    }

    /// Gives the file a name of any bytes but a slash and zeros, in the place of the file that has it. A directory there is an error.
    package mutating func replace(as name: [UInt8]) throws(FileFailure) {
        let bytes = name.map { CChar(truncatingIfNeeded: $0) } + [0]
        guard unsafe renameat(directory.number, made.name, directory.number, bytes) == 0 else { throw FileFailure(system: errno) }
        hasName = true
        try directory.synchronize()
    }

    /// Gives a file of the directory another name in it, in the place of what has that. A directory there is set aside.
    private func rename(_ old: String, to new: String) throws(FileFailure) {
        guard unsafe renameat(directory.number, old, directory.number, new) != 0 else { return }
        guard errno == EISDIR, RegularFile.setAside(new, in: directory.number),
            unsafe renameat(directory.number, old, directory.number, new) == 0
        else { throw FileFailure(system: errno) }
    }

    /// Gives the file its name, which must be free.
    /// - Throws: with `EEXIST` if it is taken.
    package mutating func publish() throws(FileFailure) {
        try directory.publish(made.name, as: name)
        hasName = true
        try directory.synchronize()
    }

    /// Removes what a crash has left of such files in the directory at `path`, also those of another program that has ended. What a
    /// program still writes stays.
    package static func removeLeftovers(in path: String) {
        guard let directory = try? OpenDirectory(path) else { return }
        removeLeftovers(in: directory)
    }

    /// Does the same in an open directory.
    package static func removeLeftovers(in directory: OpenDirectory) {
        for name in directory.names(atMost: mostNames) where name.hasPrefix(prefix) {
            guard name.hasSuffix(suffix) || name.hasSuffix(suffix + ".old") else { continue }
            let number = unsafe openat(directory.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if number < 0 {
                // A link, or a socket. What cannot be read, for want of descriptors too, may be somebody's.
                if errno == ELOOP || errno == ENXIO { _ = unsafe unlinkat(directory.number, name, 0) }
                continue
            }
            let found = FileDescriptor(owning: number)
            guard flock(found.number, LOCK_EX | LOCK_NB) == 0 else { continue }
            _ = unsafe unlinkat(directory.number, name, 0)
        }
    }
}
