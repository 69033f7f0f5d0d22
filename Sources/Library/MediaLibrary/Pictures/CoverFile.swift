import Glibc
import Media
import MediaTypes
import SystemSupport

/// A picture in the directory of music, under one of the usual names.
///
/// Reading blocks on the disk, as reading any file does. It needs a thread that may wait.
struct CoverFile {
    let location: MediaLocation
    let type: PictureType
    /// The size in bytes.
    let size: Int64

    /// The most entries of a directory that are looked at; an album has some dozens.
    private static let entryLimit = 10_000
    /// The most files of those names that are looked into.
    private static let attempts = 8

    /// Finds the best picture beside the file at `location`; `nil` if there is none.
    /// - Throws: ``MediaError/Code/cancelled``.
    init?(beside location: MediaLocation, cancellation: CancellationToken) throws(MediaError) {
        let directory = location.path.prefix(through: location.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
        for name in Self.names(in: Array(directory), cancellation).prefix(Self.attempts) {
            if let file = try Self(try MediaLocation(path: directory + name), cancellation) {
                self = file
                return
            }
        }
        return nil
    }

    /// Looks into a file; `nil` if it cannot be read, is no picture, or is too large.
    init?(_ location: MediaLocation, _ cancellation: CancellationToken) throws(MediaError) {
        do throws(MediaError) {
            let source = try FileSource(location, cancellation: cancellation)
            guard let size = source.size, size <= Int64(Picture.sizeLimit),
                let type = PictureType(try source.bytes(in: 0..<Int64(PictureType.signatureSize)))
            else { return nil }
            self.location = location
            self.type = type
            self.size = size
        } catch {
            if error.code == .cancelled { throw error }
            return nil
        }
    }

    /// Returns the names of covers in a directory, the best first; none if the directory cannot be read.
    private static func names(in directory: [UInt8], _ cancellation: CancellationToken) -> [[UInt8]] {
        let path = directory.map { CChar(truncatingIfNeeded: $0) } + [0]
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var found: [(rank: Int, name: [UInt8])] = []
        for _ in 0..<entryLimit {
            guard !cancellation.isCancelled, let entry = unsafe readdir(stream) else { break }
            let name = unsafe DirectoryEntry.name(of: entry)
            if let rank = CoverName.rank(name) { found.append((rank, name)) }
        }
        // Names that differ only in case have the same rank.
        found.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.name.lexicographicallyPrecedes($1.name) }
        return found.map(\.name)
    }

    /// Returns the bytes of the picture; `nil` if the file has changed into something else meanwhile.
    /// - Throws: every ``MediaError/Code`` of an opening file, and ``MediaError/Code/cancelled``.
    func picture(cancellation: CancellationToken) throws(MediaError) -> Picture? {
        let source = try FileSource(location, cancellation: cancellation)
        guard let size = source.size, size <= Int64(Picture.sizeLimit) else { return nil }
        return Picture(try source.bytes(in: 0..<size))
    }
}

/// Remembers which directories have a cover, for a reader that goes through the files of many.
struct KnownCovers {
    /// How many directories are remembered. The files of one directory usually come together.
    private static let limit = 64

    private var directories: [ArraySlice<UInt8>: Bool] = [:]

    /// Returns whether there is a cover beside the file at `location`; `false` if the disk does not tell.
    mutating func contain(_ location: MediaLocation, _ cancellation: CancellationToken) -> Bool {
        let directory = location.path.prefix(through: location.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
        if let known = directories[directory] { return known }
        let isThere = (try? CoverFile(beside: location, cancellation: cancellation)) != nil
        if directories.count >= Self.limit { directories = [:] }
        directories[directory] = isThere
        return isThere
    }
}
