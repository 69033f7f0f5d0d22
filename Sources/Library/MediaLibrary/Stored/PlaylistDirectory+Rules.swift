import Media
import Playlists
import SystemSupport

// The rules of stored playlists, as they stand in their files.
extension PlaylistDirectory {
    /// The rules of a playlist, as text, and what tells whether they are still the same.
    /// - Throws: ``StoredPlaylistError/Code/badRules`` if the playlist is a list of entries, or the file is no text.
    package func rules(of name: String) throws(StoredPlaylistError) -> (text: String, revision: String) {
        let file = try ruleFile(of: name)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw StoredPlaylistError(.badRules, "the playlist \(name) has rules that are no text in UTF-8")
        }
        return (text, Self.revision(of: file.bytes))
    }

    /// Writes the rules of a playlist, which is made if it is missing.
    /// - Parameter revision: the rules that the change is meant for; `nil` for any.
    /// - Throws: ``StoredPlaylistError/Code/badRules`` if nobody could follow them; ``StoredPlaylistError/Code/exists`` if there is a list
    ///   of entries of that name.
    package func setRules(
        _ text: String, of name: String, revision: String?
    ) throws(StoredPlaylistError) -> PlaylistOutcome {
        try Self.check(name)
        let bytes = Array(text.utf8)
        try songs.check(bytes, of: name)
        let new = PlaylistOutcome(count: 0, revision: Self.revision(of: bytes), isNew: true, hasChanged: true)
        guard let path = file(of: name) else {
            if revision != nil { _ = try existingFile(of: name) }
            try makeFile(name, PlaylistName.rulesSuffix, bytes)
            return new
        }
        guard path.hasSuffix(PlaylistName.rulesSuffix) else {
            throw StoredPlaylistError(.exists, "there is a playlist \(name) already, which is a list of entries")
        }
        let old = try ruleFile(of: name)
        let oldRevision = Self.revision(of: old.bytes)
        if let revision, revision != oldRevision {
            throw StoredPlaylistError(.changed, "the rules of \(name) have changed since they were read: look at them again")
        }
        if bytes != old.bytes { try old.replace(bytes) }
        return PlaylistOutcome(
            count: 0, revision: Self.revision(of: bytes), isNew: false, hasChanged: bytes != old.bytes)
    }

    private func ruleFile(of name: String) throws(StoredPlaylistError) -> PlaylistFile {
        let path = try existingFile(of: name)
        guard path.hasSuffix(PlaylistName.rulesSuffix) else {
            throw StoredPlaylistError(.badRules, "the playlist \(name) is a list of entries, and has no rules")
        }
        return try PlaylistFile(reading: path)
    }
}
