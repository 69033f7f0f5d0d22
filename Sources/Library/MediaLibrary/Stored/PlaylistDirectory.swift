import Glibc
import Media
import Playlists
import SystemSupport

/// The directory of stored playlists: one file for each, M3U or rules. Whatever else is in it is left alone.
///
/// Each call blocks on the disk, so it needs a thread that may wait; one thread at a time changes something.
package struct PlaylistDirectory: Sendable {
    /// The most playlists that are listed, and that may be there when one is made.
    static let limit = 10_000

    /// The absolute path.
    package let path: String
    /// The absolute paths that a path may mean which begins at a directory of music.
    private let musicPaths: @Sendable (_ relative: [UInt8]) -> [[UInt8]]
    /// Finds the songs of playlists with rules.
    let songs: any RuledSongs

    /// Makes the directory at a path, which need not be there yet.
    /// - Parameters:
    ///   - songs: finds the songs of playlists with rules.
    ///   - musicPaths: returns what a path may mean that begins at a directory of music, as MPD writes them.
    package init(
        path: String, songs: any RuledSongs = NoSongs(),
        musicPaths: @escaping @Sendable (_ relative: [UInt8]) -> [[UInt8]]
    ) {
        self.path = path
        self.songs = songs
        self.musicPaths = musicPaths
    }

    /// The same directory, in which something else finds the songs of playlists with rules.
    package func following(_ songs: any RuledSongs) -> PlaylistDirectory {
        PlaylistDirectory(path: path, songs: songs, musicPaths: musicPaths)
    }

    // MARK: Files

    /// All playlists, by their names as people sort them.
    package func list() throws(StoredPlaylistError) -> [StoredPlaylist] {
        guard let stream = unsafe opendir(path) else {
            guard errno == ENOENT else { throw PlaylistFile.unreadable(path, FileFailure(system: errno)) }
            return []
        }
        defer { unsafe closedir(stream) }
        // By the bytes of the names: some that look the same are those of two files.
        var found: [[UInt8]: StoredPlaylist] = [:]
        while let entry = unsafe readdir(stream), found.count < Self.limit {
            let file = unsafe DirectoryEntry.name(of: entry)
            guard let name = PlaylistName.name(ofFile: file) else { continue }
            let whole = "\(path)/\(String(decoding: file, as: UTF8.self))"
            var status = stat()
            guard unsafe stat(whole, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
            // If two files have the same name, the one with the other suffix is known by its whole name.
            let shown = self.file(of: name)?.utf8.elementsEqual(whole.utf8) == true ? name : String(decoding: file, as: UTF8.self)
            found[Array(shown.utf8)] = StoredPlaylist(name: shown, path: whole, modified: modified, size: Int64(status.st_size))
        }
        return found.values.map { (NaturalName(Array($0.name.utf8)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The path of a playlist's file; `nil` if there is none. A file has one name: the whole one of the file means it only if the one
    /// without the suffix means another file.
    func file(of name: String) -> String? {
        func there(_ suffix: String) -> String? {
            let file = "\(path)/\(name)\(suffix)"
            return unsafe access(file, F_OK) == 0 ? file : nil
        }
        if let file = PlaylistName.suffixes.lazy.compactMap(there).first { return file }
        guard let short = PlaylistName.name(ofFile: Array(name.utf8)), let whole = there(""),
            file(of: short)?.utf8.elementsEqual(whole.utf8) == false
        else { return nil }
        return whole
    }

    /// Returns the path of a playlist's file.
    func existingFile(of name: String) throws(StoredPlaylistError) -> String {
        try Self.check(name)
        guard let file = file(of: name) else { throw StoredPlaylistError(.notFound, "there is no playlist \(name)") }
        return file
    }

    static func check(_ name: String) throws(StoredPlaylistError) {
        if let fault = PlaylistName.fault(of: name) { throw StoredPlaylistError(.badName, fault) }
    }

    // MARK: Contents

    /// What a playlist holds.
    package func contents(of name: String) throws(StoredPlaylistError) -> StoredContents {
        let path = try existingFile(of: name)
        let file = try PlaylistFile(reading: path)
        guard !path.hasSuffix(PlaylistName.rulesSuffix) else { return try contents(ofRules: file.bytes, name) }
        let text = try Self.text(of: file, name)
        var finder = NameFinder()
        return StoredContents(
            entries: (0..<text.count).map { entry(of: text, $0, &finder) }, revision: Self.revision(of: file.bytes),
            hasRules: false)
    }

    static func text(of file: PlaylistFile, _ name: String) throws(StoredPlaylistError) -> PlaylistText {
        do throws(PlaylistError) { return try PlaylistText(file.bytes) } catch { throw failure(error, name) }
    }

    static func failure(_ error: PlaylistError, _ name: String) -> StoredPlaylistError {
        StoredPlaylistError(error.isLimit ? .limitExceeded : .unreadable, "the playlist \(name) \(error)")
    }

    static func revision(of bytes: [UInt8]) -> String {
        var checksum = Checksum()
        checksum.combine(bytes.span)
        return text(of: checksum)
    }

    private static func text(of checksum: Checksum) -> String {
        let digits = String(checksum.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func contents(ofRules rules: [UInt8], _ name: String) throws(StoredPlaylistError) -> StoredContents {
        let entries = try songs.songs(by: rules, of: name, in: self)
        var checksum = Checksum()
        checksum.combine(rules.span)
        for entry in entries { checksum.combine(Array(entry.uri.utf8).span) }
        return StoredContents(
            entries: entries.map { StoredEntry(entry: $0, problem: nil) }, revision: Self.text(of: checksum), hasRules: true)
    }

    private func entry(of text: PlaylistText, _ index: Int, _ finder: inout NameFinder) -> StoredEntry {
        let remark = text.remark(index)
        func entry(_ uri: String) -> PlaylistEntry {
            var entry = PlaylistEntry(uri: uri, title: remark.title, artist: remark.artist, duration: remark.duration)
            entry.isPublicOnly = text.isPublicOnly(index)
            return entry
        }
        switch text.target(index) {
        case .address(let uri):
            let named = entry(uri)
            return StoredEntry(entry: finder.find(named, in: Array(path.utf8), isSheet: false) ?? named, problem: nil)
        case .relative(let path): return StoredEntry(entry: entry(address(of: path, &finder)), problem: nil)
        case .foreign(let path):
            // Somewhere below the playlist, or below the music.
            let found = finder.foreign(path[...]) { places(of: Array($0.joined(separator: [UInt8(ascii: "/")]))) }
            guard let found else {
                return StoredEntry(entry: entry(text.shownLocation(index)), problem: "it is a path of another system")
            }
            return StoredEntry(entry: entry(LocationResolver.uri(ofAbsolutePath: found)), problem: nil)
        case .unusable(let reason): return StoredEntry(entry: entry(text.shownLocation(index)), problem: reason)
        }
    }

    /// Returns the address of a relative path. It begins at the directory of the playlist, as everywhere, or at a directory of music, as
    /// MPD has it: where there is such a file.
    private func address(of relative: [UInt8], _ finder: inout NameFinder) -> String {
        let paths = places(of: relative)
        let other = LocationResolver.byName(paths.count > 1 && !relative.starts(with: "../".utf8) ? paths[1] : paths[0])
        return LocationResolver.uri(ofAbsolutePath: finder.find(paths) ?? other)
    }

    /// The absolute paths that a relative one may mean.
    private func places(of relative: [UInt8]) -> [[UInt8]] {
        let own: [UInt8] = Array(path.utf8) + [UInt8(ascii: "/")] + relative
        return [own] + musicPaths(relative)
    }
}
