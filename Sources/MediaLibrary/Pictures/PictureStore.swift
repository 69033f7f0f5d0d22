import Glibc
package import Media
import SystemSupport

/// Keeps the pictures that media hold as files in a directory, so that other programs can show them. The name of a file is the
/// checksum of the picture, so all tracks of an album lead to one file. Old files go.
///
/// Any thread may use it, and other processes may use the same directory.
package struct PictureStore: Sendable {
    /// The limits of the directory.
    package struct Limits: Hashable, Sendable {
        /// The most files.
        package var count = 500
        /// The most bytes of all files.
        package var bytes = 128 << 20
        /// The seconds after which a file goes that nobody has asked for.
        package var age = 60 * 24 * 3_600

        /// Makes the usual limits.
        package init() {}
    }

    /// The error if a picture cannot be kept.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// A sentence that names the directory.
        package let description: String
    }

    private let directory: String
    private let limits: Limits

    /// The most entries of the directory that are looked at.
    private static let entryLimit = 10_000
    /// The seconds after which an unfinished file is one that a crash has left.
    private static let unfinishedAge = 3_600
    /// What the names of unfinished files end with.
    private static let unfinished = ".part"

    /// Makes a store in `directory`, which the first picture makes with mode 0700.
    package init(directory: String, limits: Limits = Limits()) {
        self.directory = directory
        self.limits = limits
    }

    /// Returns the absolute path of a file with `picture`, which is made if it is missing, with mode 0600. Blocks on the disk.
    package func file(with picture: Picture) throws(Failure) -> String {
        guard let checksum = picture.checksum else { throw Failure(description: "memory is short") }
        let path = "\(directory)/\(checksum).\(picture.type.suffix)"
        if isKept(path, picture) { return path }
        do {
            try Directories.make(directory)
        } catch {
            throw Failure(description: error.description)
        }
        try write(picture, to: path)
        removeOld(but: path)
        return path
    }

    /// Returns whether the file is there, and notes that somebody asked for it.
    private func isKept(_ path: String, _ picture: Picture) -> Bool {
        var status = stat()
        // After a loss of power a file may be shorter than it was.
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == picture.bytes.count else {
            return false
        }
        return unsafe utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Writes a file that appears under its name only when it is whole.
    private func write(_ picture: Picture, to path: String) throws(Failure) {
        let part = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))\(Self.unfinished)"
        let number = unsafe open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw failure }
        let descriptor = FileDescriptor(owning: number)
        var rest = picture.bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw discard(part) }
            rest = rest.dropFirst(count)
        }
        guard unsafe rename(part, path) == 0 else { throw discard(part) }
    }

    private func discard(_ part: String) -> Failure {
        let failure = failure
        unsafe unlink(part)
        return failure
    }

    /// The failure of the last system call.
    private var failure: Failure {
        Failure(description: "no picture can be written to \(directory): \(unsafe String(cString: strerror(errno)))")
    }
}

// MARK: - Cleaning up

extension PictureStore {
    private struct Entry {
        let name: String
        let size: Int
        /// When somebody last asked for it, in seconds since 1970.
        let time: Int
    }

    /// Removes files that are too old, and the oldest of those that are too many. `path` stays.
    private func removeOld(but path: String) {
        let now = time(nil)
        let kept = path.dropFirst(directory.count + 1)
        var entries = self.entries.filter { $0.name != kept }.sorted { $0.time > $1.time }
        var status = stat()
        var (count, bytes) = (1, unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0)
        entries.removeAll { entry in
            let isUnfinished = entry.name.hasSuffix(Self.unfinished)
            if isUnfinished, now - entry.time < Self.unfinishedAge { return true }
            guard !isUnfinished, now - entry.time < limits.age, count < limits.count, bytes + entry.size <= limits.bytes else {
                return false
            }
            count += 1
            bytes += entry.size
            return true
        }
        for entry in entries { unsafe unlink("\(directory)/\(entry.name)") }
    }

    /// The files of the store; whatever else is in the directory stays.
    private var entries: [Entry] {
        guard let stream = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [Entry] = []
        for _ in 0..<Self.entryLimit {
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe String(decoding: DirectoryWalk.name(of: entry), as: UTF8.self)
            var status = stat()
            guard Self.isOurs(name), unsafe fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            entries.append(Entry(name: name, size: Int(status.st_size), time: Int(status.st_mtim.tv_sec)))
        }
        return entries
    }

    /// Whether a name begins with a checksum and the ending of a picture.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 2)
        guard parts.count >= 2, parts[0].utf8.count == 64, PictureType.allCases.contains(where: { $0.suffix == parts[1] }) else {
            return false
        }
        return parts[0].allSatisfy(\.isHexDigit)
    }
}
