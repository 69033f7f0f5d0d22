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

    /// Writes a file that appears under its name only when it is whole. What a loss of power costs is made again.
    private func write(_ picture: Picture, to path: String) throws(Failure) {
        do throws(FileFailure) {
            var new = try NewFile(for: path)
            try new.write(picture.bytes, isSynced: false)
            try new.replace(isSynced: false)
        } catch {
            throw Failure(description: "no picture can be written to \(directory): \(error)")
        }
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
        NewFile.removeLeftovers(in: directory)
        let now = time(nil)
        let kept = path.dropFirst(directory.count + 1)
        var entries = self.entries.filter { $0.name != kept }.sorted { $0.time > $1.time }
        var status = stat()
        var (count, bytes) = (1, unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0)
        entries.removeAll { entry in
            guard now - entry.time < limits.age, count < limits.count, bytes + entry.size <= limits.bytes else { return false }
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
            let name = unsafe DirectoryEntry.text(of: entry)
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
