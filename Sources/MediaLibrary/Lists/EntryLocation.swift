import Glibc
import MediaTypes
import Playlists

extension PlaylistEntry {
    /// Returns the entry with the file that it means, if a system that spells names differently has written it: with
    /// backslashes between directories, or in Latin-1 although the names here are in UTF-8. If the file exists as the entry
    /// spells it, the entry stays as it is.
    func found() -> PlaylistEntry {
        guard let path = (try? MediaLocation(uri: uri))?.path else { return self }
        let slashed = path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let others = [slashed, Self.inUTF8(path), Self.inUTF8(slashed)].filter { $0 != path }
        // Nearly always there is no other spelling, and the disk is not read.
        guard !others.isEmpty, !Self.exists(path), let other = others.first(where: Self.exists) else { return self }
        var entry = self
        entry.uri = range == nil ? LocationResolver.uri(ofAbsolutePath: other) : LocationResolver.fileURL(other)
        return entry
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
