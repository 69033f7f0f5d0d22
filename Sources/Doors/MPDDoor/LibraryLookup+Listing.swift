import Database
import MPDProtocol
import MusicLibrary

/// A part of the list of a directory.
struct ListedPart: Sendable {
    let rows: [ReplyText]
    /// What goes on behind them; `nil` at the end of the list.
    let rest: LibraryWalk?
}

// Lists of directories, which come in parts: one of a large library is longer than what may wait for a client, and other clients ask in
// between.
extension LibraryLookup {
    private static let noDirectory = MPDFailure(.noExist, "No such directory")

    /// Returns the first part of the rows about a directory or a song at a place of the tree.
    func list(
        _ listing: Listing, _ place: String, in store: LibraryStore
    ) throws(DatabaseError) -> Result<ListedPart, MPDFailure> {
        let isTop = place.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
        if isTop, !roots.top.isEmpty {
            guard listing.isDeep else { return try listTop(listing, in: store) }
            return try part(of: LibraryWalk(from: roots.paths), listing, in: store)
        }
        guard isTop || place.utf8.last != UInt8(ascii: "/"), let path = roots.path(of: Array(place.utf8)) else {
            return .failure(Self.noDirectory)
        }
        let isDirectory = try store.folder(at: path) != nil
        // The top is there before the first scan, too.
        if isTop || isDirectory {
            return try part(of: LibraryWalk(from: [path], isDeep: listing.isDeep), listing, in: store)
        }
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: tags))
        guard let song = try store.song(at: path), blocks.place(of: song) != nil else { return .failure(Self.noDirectory) }
        rows.add { $0.addLines { Self.add(song, listing, &blocks, to: &$0) } }
        return rows.result.map { ListedPart(rows: $0, rest: nil) }
    }

    /// Returns the directories of music, where several are the top of the tree.
    private func listTop(
        _ listing: Listing, in store: LibraryStore
    ) throws(DatabaseError) -> Result<ListedPart, MPDFailure> {
        var rows = ReplyRows()
        for (name, path) in roots.top {
            guard let folder = try store.folder(at: path), ReplyText.canTell(name) else { continue }
            rows.add { Self.add(name, folder, listing, to: &$0) }
        }
        return rows.result.map { ListedPart(rows: $0, rest: nil) }
    }

    /// Returns the next part of a list.
    func part(
        of walk: LibraryWalk, _ listing: Listing, in store: LibraryStore
    ) throws(DatabaseError) -> Result<ListedPart, MPDFailure> {
        var (rest, rows, blocks) = (walk, ReplyRows(), SongBlocks(roots: roots, tags: tags))
        let hasPlaylists = try store.hasPlaylists()
        // Lists of everything are kept with all tags.
        let lines = listing == .details && blocks.form == nil ? TagLines(showing: tags) : nil
        if lines != nil { blocks = SongBlocks(roots: roots, tags: Set(TagType.listed)) }
        try store.walkTexts(&rest, form: listing == .details ? blocks.form : nil, limit: partBytes) { song, text in
            Self.add(song, listing, &blocks, to: &text)
        } _: { walked throws(DatabaseError) in
            let folder = walked.folder
            if listing.isDeep, walked.isBeginning, let name = place(folder), !name.isEmpty {
                rows.add { Self.add(name, folder, listing, to: &$0) }
            }
            rows.add(lines: lines?.shown(of: walked.text) ?? walked.text)
            if walked.isEnd {
                let playlists = try hasPlaylists ? store.playlists(in: folder.id) : []
                add(playlists, in: folder, listing, to: &rows)
                if !listing.isDeep { try add(directoriesIn: folder, without: playlists, listing, in: store, to: &rows) }
            }
            return rows.byteCount < partBytes
        }
        return rows.result.map { ListedPart(rows: $0, rest: rest.isDone ? nil : rest) }
    }

    private func add(
        directoriesIn folder: LibraryFolder, without playlists: [LibraryPlaylist], _ listing: Listing, in store: LibraryStore,
        to rows: inout ReplyRows
    ) throws(DatabaseError) {
        // A CUE sheet is a file, however many songs it stands for.
        let files = Set(listing == .files ? playlists.map(\.name) : [])
        for below in try store.folders(in: folder.id) where !files.contains(below.name) {
            if let name = place(below) { rows.add { Self.add(name, below, listing, to: &$0) } }
        }
    }

    /// Adds the playlist files of a directory, without those whose names the protocol cannot say.
    private func add(
        _ playlists: [LibraryPlaylist], in folder: LibraryFolder, _ listing: Listing, to rows: inout ReplyRows
    ) {
        guard !playlists.isEmpty, let above = place(folder) else { return }
        for playlist in playlists {
            guard ReplyText.canTell(playlist.name) else { continue }
            rows.add { reply in
                if listing == .files {
                    reply.add("file", utf8: playlist.name)
                    reply.add("size", playlist.size)
                } else {
                    reply.add("playlist", utf8: above.isEmpty ? playlist.name : above + [UInt8(ascii: "/")] + playlist.name)
                }
                if listing != .names { reply.add(modified: playlist.modified) }
            }
        }
    }

    private func place(_ folder: LibraryFolder) -> [UInt8]? {
        roots.place(of: folder.path).flatMap { ReplyText.canTell($0) ? $0 : nil }
    }

    private static func add(_ place: [UInt8], _ folder: LibraryFolder, _ listing: Listing, to reply: inout ReplyText) {
        reply.add("directory", utf8: listing == .files ? lastPart(of: place) : place)
        if listing != .names, folder.modified > 0 { reply.add(modified: folder.modified) }
    }

    /// Adds a song; nothing if it has no place that the protocol can say.
    private static func add(_ song: LibrarySong, _ listing: Listing, _ blocks: inout SongBlocks, to lines: inout [UInt8]) {
        switch listing {
        case .names: blocks.addPlace(of: song, to: &lines)
        case .details, .contents: blocks.add(song, to: &lines)
        case .files:
            guard blocks.place(of: song) != nil else { return }
            var reply = ReplyText()
            reply.add("file", String(decoding: song.name, as: UTF8.self))
            reply.add("size", song.size)
            reply.add(modified: song.modified)
            lines += reply.bytes
        }
    }

    private static func lastPart(of place: [UInt8]) -> [UInt8] {
        Array(place[((place.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    }
}

extension LibraryLookup.Listing {
    /// Whether it shows everything below, and not only what is directly there.
    fileprivate var isDeep: Bool {
        switch self {
        case .names, .details: true
        case .contents, .files: false
        }
    }
}
