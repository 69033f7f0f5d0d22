import Glibc
package import Playlists
import SystemSupport

// Changes of stored playlists. Each is on the disk when the call returns, and a crash leaves the old or the new file.
extension PlaylistDirectory {
    /// How often a change is tried again if somebody else changes the file at the same moment.
    private static let attempts = 3

    /// Changes the entries of a playlist.
    /// - Parameters:
    ///   - revision: the content that the change is meant for; `nil` for any.
    ///   - makesMissing: whether a playlist that is not there is made.
    package func edit(
        _ name: String, _ edit: PlaylistEdit, revision: String? = nil, makesMissing: Bool = false
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        try Self.check(name)
        if makesMissing, revision == nil, file(of: name) == nil {
            return try make(name) { text throws(StoredPlaylistError) in try Self.apply(edit, to: &text, name) }
        }
        // A place in the list means something else once the list is another one.
        let isAnywhere = if case .insert(_, at: nil) = edit { revision == nil } else { false }
        return try change(name, revision, attempts: isAnywhere ? Self.attempts : 1) { text throws(StoredPlaylistError) in
            try Self.apply(edit, to: &text, name)
        }
    }

    /// Saves entries as a playlist.
    /// - Parameter makesMissing: whether a playlist that is to be replaced or to get more entries is made if it is missing.
    package func save(
        _ name: String, _ entries: [PlaylistEntry], _ saving: PlaylistSaving, makesMissing: Bool = true
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        try Self.check(name)
        let isThere = file(of: name) != nil
        if !isThere, !makesMissing, saving != .create { _ = try existingFile(of: name) }
        if isThere, saving == .create { throw StoredPlaylistError(.exists, "there is a playlist \(name) already") }
        guard isThere else {
            return try make(name) { text throws(StoredPlaylistError) in
                try Self.apply(.insert(entries, at: nil), to: &text, name)
            }
        }
        if saving == .append { return try edit(name, .insert(entries, at: nil)) }
        return try change(name, nil, attempts: 1) { text throws(StoredPlaylistError) in
            try Self.apply(.remove(start: 0, end: .max, clips: true), to: &text, name)
            try Self.apply(.insert(entries, at: nil), to: &text, name)
        }
    }

    /// Gives a playlist another name.
    package func rename(_ name: String, to new: String) throws(StoredPlaylistError) {
        try Self.check(new)
        let old = try existingFile(of: name)
        guard file(of: new) == nil else { throw StoredPlaylistError(.exists, "there is a playlist \(new) already") }
        let suffix = PlaylistName.suffixes.first(where: old.hasSuffix) ?? ""
        let path = "\(self.path)/\(new)\(suffix)"
        var error = FileSystem.publish(old, as: path)
        if error == EEXIST { throw StoredPlaylistError(.exists, "there is a playlist \(new) already") }
        if error == 0 { error = AtomicFile.syncDirectory(self.path) }
        guard error == 0 else { throw PlaylistFile.unwritable(old, FileFailure(system: error)) }
    }

    /// Deletes a playlist; of a link, only the link.
    package func delete(_ name: String) throws(StoredPlaylistError) {
        let file = try existingFile(of: name)
        var error = unsafe unlink(file) == 0 ? 0 : errno
        if error == 0 { error = AtomicFile.syncDirectory(path) }
        guard error == 0 else { throw PlaylistFile.unwritable(file, FileFailure(system: error)) }
    }

    // MARK: Files

    private func make(
        _ name: String, _ body: (inout PlaylistText) throws(StoredPlaylistError) -> Void
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        var text = PlaylistText()
        try body(&text)
        let bytes = text.bytes
        try makeFile(name, PlaylistName.suffixes[0], bytes)
        return PlaylistOutcome(count: text.count, revision: Self.revision(of: bytes), isNew: true, hasChanged: true)
    }

    /// Writes the file of a new playlist.
    func makeFile(_ name: String, _ suffix: String, _ bytes: [UInt8]) throws(StoredPlaylistError) {
        guard try list().count < Self.limit else {
            throw StoredPlaylistError(.limitExceeded, "there are \(Self.limit) playlists, which is the limit")
        }
        do throws(Directories.Failure) {
            try Directories.make(path)
        } catch {
            throw StoredPlaylistError(.unwritable, error.description)
        }
        try PlaylistFile.make("\(path)/\(name)\(suffix)", bytes)
    }

    private func change(
        _ name: String, _ revision: String?, attempts: Int,
        _ body: (inout PlaylistText) throws(StoredPlaylistError) -> Void
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        let path = try existingFile(of: name)
        guard !path.hasSuffix(PlaylistName.rulesSuffix) else {
            throw StoredPlaylistError(.hasRules, "the entries of the playlist \(name) are found by rules: change the rules")
        }
        let file = try PlaylistFile(reading: path)
        let old = Self.revision(of: file.bytes)
        if let revision, revision != old {
            throw StoredPlaylistError(.changed, "the playlist \(name) has changed since it was read: look at it again")
        }
        var text = try Self.text(of: file, name)
        try body(&text)
        let bytes = text.bytes
        guard bytes.count <= Playlist.sizeLimit else {
            throw StoredPlaylistError(
                .limitExceeded, "the playlist \(name) would be larger than \(Playlist.sizeLimit >> 20) MiB, the limit")
        }
        guard bytes != file.bytes else {
            return PlaylistOutcome(count: text.count, revision: old, isNew: false, hasChanged: false)
        }
        do throws(StoredPlaylistError) {
            try file.replace(bytes)
        } catch {
            guard error.code == .changed, attempts > 1 else { throw error }
            return try change(name, revision, attempts: attempts - 1, body)
        }
        return PlaylistOutcome(count: text.count, revision: Self.revision(of: bytes), isNew: false, hasChanged: true)
    }

    private static func apply(_ edit: PlaylistEdit, to text: inout PlaylistText, _ name: String) throws(StoredPlaylistError) {
        let count = text.count
        switch edit {
        case .insert(let entries, let index):
            guard (0...count).contains(index ?? count) else { throw badIndex(index ?? count, count, name) }
            do throws(PlaylistError) {
                try text.insert(entries, at: index ?? count)
            } catch {
                throw failure(error, name)
            }
        case .remove(let start, let end, let clips):
            guard (0...count).contains(start) else { throw badIndex(start, count, name) }
            guard clips || (0...count).contains(end) else { throw badIndex(end - 1, count, name) }
            text.remove(start..<max(start, min(end, count)))
        case .move(let start, let moved, let target):
            guard moved > 0, (0..<count).contains(start), moved <= count - start else { throw badIndex(start, count, name) }
            guard (0...count - moved).contains(target) else { throw badIndex(target, count, name) }
            text.move(start..<start + moved, to: target)
        }
    }

    private static func badIndex(_ index: Int, _ count: Int, _ name: String) -> StoredPlaylistError {
        StoredPlaylistError(.badIndex, "the playlist \(name) has \(count) entries, and none at the index \(index)")
    }
}
