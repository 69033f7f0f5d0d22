import Application
import Database
import MPDProtocol
import MusicLibrary
import TextPatterns

// What users note of songs.
extension MPDDoor {
    static let stickerCommands: [MPDCommand] = [
        MPDCommand("sticker", .admin, .atLeast(3)) { door, request throws(MPDFailure) in try door.noteSticker(request) }
    ]

    private func noteSticker(_ request: MPDRequest) throws(MPDFailure) {
        let text = request.text
        guard text.text(1) == "song" else { throw MPDFailure(.argument, "unknown sticker domain") }
        let count = text.arguments.count
        let place = text.text(2)
        switch text.text(0) {
        case "get" where count == 4:
            let name = text.text(3)
            ask(place, request) { store, song throws(DatabaseError) in
                guard let value = try store.stickers(of: song.id)[name] else { return .failure(.noSticker) }
                var reply = ReplyText()
                reply.add("sticker", "\(name)=\(value)")
                return .success([reply])
            }
        case "list" where count == 3:
            ask(place, request) { store, song throws(DatabaseError) in
                .success(
                    try store.stickers(of: song.id).sorted { $0.key < $1.key }.map { name, value in
                        var reply = ReplyText()
                        reply.add("sticker", "\(name)=\(value)")
                        return reply
                    })
            }
        case "set" where count == 5:
            let (name, value) = (text.text(3), text.text(4))
            change(place, request) { store, song throws(DatabaseError) in
                try store.setSticker(name, value, of: song.id)
                return true
            }
        case "delete" where count == 3 || count == 4:
            let name = count == 4 ? text.text(3) : nil
            change(place, request) { store, song throws(DatabaseError) in
                let there = try store.stickers(of: song.id)
                let names = name.map { [$0] } ?? Array(there.keys)
                guard !names.isEmpty, names.allSatisfy({ there[$0] != nil }) else { return false }
                for name in names { try store.setSticker(name, nil, of: song.id) }
                return true
            }
        case "find" where count == 4 || count == 6: try find(request)
        default: throw MPDFailure(.argument, "bad request")
        }
    }

    /// Has the song at a place looked up, and `work` done with it.
    private func ask(
        _ place: String, _ request: MPDRequest,
        _ work: @escaping @Sendable (LibraryStore, LibrarySong) throws(DatabaseError) -> Result<[ReplyText], MPDFailure>
    ) {
        let roots = application.library.roots
        rows(request) { store throws(DatabaseError) in
            guard let song = try Self.song(at: place, roots, store) else { return .failure(.noSuchSong) }
            return try work(store, song)
        }
    }

    private static func song(
        at place: String, _ roots: MusicRoots, _ store: LibraryStore
    ) throws(DatabaseError) -> LibrarySong? {
        guard let path = roots.path(of: Array(place.utf8)) else { return nil }
        return try store.song(at: path)
    }

    /// Does the same with something that changes the notes; it returns whether there was such a note.
    private func change(
        _ place: String, _ request: MPDRequest,
        _ work: @escaping @Sendable (LibraryStore, LibrarySong) throws(DatabaseError) -> Bool
    ) {
        let roots = application.library.roots
        let change: LibraryWork<MPDFailure?> = { store throws(DatabaseError) in
            guard let song = try Self.song(at: place, roots, store) else { return .noSuchSong }
            return try work(store, song) ? nil : .noSticker
        }
        application.library.keep(for: request.client.origin, change) { [application] result in
            let failure: MPDFailure? =
                switch result {
                case .success(let failure): failure
                case .failure(let error): MPDFailure(error)
                }
            if let failure { return request.answer(.failure(failure)) }
            application.stickersChanged()
            request.reply()
        }
    }

    private func find(_ request: MPDRequest) throws(MPDFailure) {
        let text = request.text
        let (place, name) = (text.text(2), text.text(3))
        var holds: @Sendable (String) -> Bool = { _ in true }
        if text.arguments.count == 6 {
            let wanted = text.text(5)
            switch text.text(4) {
            case "=": holds = { $0 == wanted }
            case "<": holds = { $0.utf8.lexicographicallyPrecedes(wanted.utf8) }
            case ">": holds = { wanted.utf8.lexicographicallyPrecedes($0.utf8) }
            default: throw MPDFailure(.argument, "bad operator")
            }
        }
        let roots = application.library.roots
        rows(request) { [holds] store throws(DatabaseError) in
            let (filter, effort) = (SongMatcher(.below(place)), try ComparisonEffort.forLibrary(store))
            var rows = ReplyRows()
            try store.forEachSticker(named: name) { song, value throws(DatabaseError) in
                guard holds(value), let song = Song(song, in: roots), place.isEmpty || filter.holds(for: song, effort) else {
                    return true
                }
                rows.add {
                    $0.add("file", song.file)
                    $0.add("sticker", "\(name)=\(value)")
                }
                return !rows.isFull && !effort.isSpent
            }
            return effort.isSpent ? .failure(.comparisonTooHard) : rows.result
        }
    }
}

extension MPDFailure {
    fileprivate static let noSticker = MPDFailure(.noExist, "no such sticker")
}
