import Glibc
package import Media
package import MediaTypes
import SystemSupport

/// The logos of stations that were kept, as files of a directory, which the first one makes. Any thread that may wait for the disk.
package struct StationLogos: Sendable {
    /// The largest logo, in bytes.
    package static let sizeLimit = 512 << 10
    /// The most logos. The one that was kept first makes room for another one.
    static let limit = 500
    /// The most entries of the directory that are looked at.
    private static let entryLimit = 10_000

    private let directory: String

    /// Makes it for a directory.
    package init(directory: String) { self.directory = directory }

    /// Whether there is a logo of a station.
    package func have(_ station: StationID) -> Bool {
        PictureType.allCases.contains { type in unsafe access(path(of: station, type), F_OK) == 0 }
    }

    /// Keeps a logo in the place of the one that was kept before.
    /// - Throws: if the bytes are no picture or too many, or if the disk refuses them.
    package func keep(_ bytes: [UInt8], of station: StationID) throws(PictureStore.Failure) {
        guard bytes.count <= Self.sizeLimit, let picture = Picture(bytes) else {
            throw PictureStore.Failure(description: "the logo of the station \(station.text) is no picture that can be shown")
        }
        do {
            try Directories.make(directory)
        } catch {
            throw PictureStore.Failure(description: error.description)
        }
        do throws(FileFailure) {
            var new = try NewFile(for: path(of: station, picture.type))
            try new.write(picture.bytes, isSynced: false)
            try new.replace(isSynced: false)
        } catch {
            throw PictureStore.Failure(description: "no logo can be written to \(directory): \(error)")
        }
        for type in PictureType.allCases where type != picture.type { unsafe unlink(path(of: station, type)) }
        removeOld(but: path(of: station, picture.type))
    }

    /// Finds the logo of a station; `nil` if there is none.
    /// - Throws: ``MediaError/Code/cancelled``.
    package func picture(
        of station: StationID, withBytes: Bool, cancellation: CancellationToken
    ) throws(MediaError) -> FoundPicture? {
        for type in PictureType.allCases {
            let location = try MediaLocation(path: path(of: station, type).utf8)
            guard let cover = try CoverFile(location, cancellation) else { continue }
            let bytes = withBytes ? try cover.picture(cancellation: cancellation)?.bytes : nil
            return FoundPicture(
                origin: .file, type: cover.type, size: bytes?.count ?? Int(cover.size), location: location, bytes: bytes)
        }
        return nil
    }

    private func path(of station: StationID, _ type: PictureType) -> String { "\(directory)/\(station.text).\(type.suffix)" }

    /// Removes the oldest of those that are too many.
    private func removeOld(but kept: String) {
        NewFile.removeLeftovers(in: directory)
        guard let stream = unsafe opendir(directory) else { return }
        defer { unsafe closedir(stream) }
        var files: [(name: String, time: Int)] = []
        for _ in 0..<Self.entryLimit {
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe DirectoryEntry.text(of: entry)
            var status = stat()
            guard StationID(name.prefix(36)) != nil, kept != "\(directory)/\(name)",
                unsafe fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            files.append((name, Int(status.st_mtim.tv_sec)))
        }
        files.sort { $0.time > $1.time }
        for file in files.dropFirst(Self.limit - 1) { unsafe unlink("\(directory)/\(file.name)") }
    }
}
