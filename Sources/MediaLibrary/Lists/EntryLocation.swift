import Glibc
import MediaTypes
import Playlists

extension PlaylistEntry {
    /// Returns the entry with the file that it means, if it is not spelt as files are here: with steps to the directory above, or by a
    /// system that has backslashes between directories, or names in Latin-1 although those here are in UTF-8. An entry without a file
    /// stays as it is, but for the steps.
    func found() -> PlaylistEntry {
        guard let path = (try? MediaLocation(uri: uri))?.path else { return self }
        let spellings = Self.spellings(of: path)
        // Nearly always there is no other spelling, and the disk is not read.
        guard spellings.count > 1, let first = spellings.first else { return self }
        let best = spellings.first(where: Self.exists) ?? first
        guard best != path else { return self }
        var entry = self
        entry.uri = range == nil ? LocationResolver.uri(ofAbsolutePath: best) : LocationResolver.fileURL(best)
        return entry
    }

    /// Returns the paths that `path` may mean, the best first.
    static func spellings(of path: [UInt8]) -> [[UInt8]] {
        let plain = LocationResolver.byName(path)
        let slashed = LocationResolver.byName(path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
        var all: [[UInt8]] = []
        for one in [plain, path, slashed, inUTF8(plain), inUTF8(slashed)] where !all.contains(one) { all.append(one) }
        return all
    }

    /// Returns `path` with each name that is not UTF-8 converted from Latin-1. Each name is converted by itself, because the
    /// directories around the playlist are spelt as they are here.
    private static func inUTF8(_ path: [UInt8]) -> [UInt8] {
        let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { name -> [UInt8] in
            if String(validating: name, as: UTF8.self) != nil { return Array(name) }
            return Array(String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) })).utf8)
        }
        return Array(names.joined(separator: [UInt8(ascii: "/")]))
    }

    static func exists(_ path: [UInt8]) -> Bool {
        unsafe access(path.map { CChar(bitPattern: $0) } + [0], F_OK) == 0
    }
}
