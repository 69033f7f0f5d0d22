import Application
import Database
import MPDProtocol
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

// The commands about stored playlists.
extension MPDDoor {
    static let playlistCommands: [MPDCommand] = [
        MPDCommand("listplaylists", .read) { door, request in
            door.application.listPlaylists(for: request.client.origin) { result in
                request.answer(
                    result.map { add($0, to: MPDReply(rows: MPDReply.Rows(count: 0) { _, _ in })) }.mapError { MPDFailure($0) })
            }
        },
        MPDCommand("listplaylist", .read, 1...2) { door, request throws(MPDFailure) in
            let range = try request.range(1)
            try door.readPlaylist(request) { _, songs in
                let files = songs.indices.clamped(to: range).map(songs.file)
                request.answer(.success(MPDReply(rows: MPDReply.Rows(count: files.count) { $1.add("file", files[$0]) })))
            }
        },
        MPDCommand("listplaylistinfo", .read, 1...2) { door, request throws(MPDFailure) in
            let range = try request.range(1)
            try door.readPlaylist(request) { door, songs in
                door.showDetails(songs.indices.clamped(to: range), songs.item, request.client, request.answer)
            }
        },
        MPDCommand("searchplaylist", .read, 2...4) { door, request throws(MPDFailure) in try door.searchPlaylist(request) },
        MPDCommand("playlistlength", .read, 1...1) { door, request throws(MPDFailure) in
            try door.readPlaylist(request) { door, songs in
                door.showLength(of: songs, songs.indices, milliseconds: 0, request)
            }
        },
        MPDCommand("load", .add, 1...3) { door, request throws(MPDFailure) in try door.load(request) },
        MPDCommand("save", .control, 1...2) { door, request throws(MPDFailure) in
            let word = request.text.arguments.count > 1 ? request.text.text(1) : PlaylistSaving.create.rawValue
            guard let saving = PlaylistSaving(rawValue: word) else {
                throw MPDFailure(
                    .argument, "Unrecognized save mode, expected one of 'create', 'append', 'replace'")
            }
            let (name, origin) = (try request.name(0), request.client.origin)
            door.application.saveQueue(as: name, saving, makesMissing: false, for: origin) { request.finish($0) }
        },
        MPDCommand("rename", .control, 2...2) { door, request throws(MPDFailure) in
            let (name, other) = (try request.name(0), try request.name(1))
            door.application.renamePlaylist(name, to: other, for: request.client.origin) {
                request.finish($0, exists: "Playlist exists already")
            }
        },
        MPDCommand("rm", .control, 1...1) { door, request throws(MPDFailure) in
            door.application.deletePlaylist(try request.name(0), for: request.client.origin) { request.finish($0) }
        },
        MPDCommand("playlistadd", .control, 2...3) { door, request throws(MPDFailure) in try door.addToPlaylist(request) },
        MPDCommand("searchaddpl", .control, .atLeast(2)) { door, request throws(MPDFailure) in
            try door.addFoundToPlaylist(request)
        },
        MPDCommand("playlistclear", .control, 1...1) { door, request throws(MPDFailure) in
            try door.edit(.remove(start: 0, end: .max, clips: true), request)
        },
        MPDCommand("playlistdelete", .control, 2...2) { door, request throws(MPDFailure) in
            let range = try request.text.range(1)
            try door.edit(.remove(start: range.start, end: range.end, clips: true), request)
        },
        MPDCommand("playlistmove", .control, 3...3) { door, request throws(MPDFailure) in
            let range = try request.text.range(1)
            guard range.end < .max else { throw MPDFailure(.argument, "Open-ended range not supported") }
            let target = try request.text.unsigned(2)
            // MPD does not even look whether there is such a playlist.
            guard range.start < range.end, range.start != target else { return request.reply() }
            let move = PlaylistEdit.move(start: range.start, count: range.end - range.start, to: target)
            try door.edit(move, request, badIndex: "Bad range")
        },
    ]

    // MARK: Looking

    /// Returns the request whose answer is followed by the stored playlists: what `lsinfo` shows of the top of the library.
    func followedByPlaylists(_ request: MPDRequest) -> MPDRequest {
        MPDRequest(text: request.text, client: request.client) { [application] result in
            guard case .success(let reply) = result else { return request.answer(result) }
            application.listPlaylists(for: request.client.origin) { playlists in
                request.answer(.success(Self.add((try? playlists.get()) ?? [], to: reply)))
            }
        }
    }

    /// Returns the reply with playlists behind all of its rows.
    static func add(_ playlists: [StoredPlaylist], to reply: MPDReply) -> MPDReply {
        guard let before = reply.rows else { return reply }
        var reply = reply
        if let more = before.more {
            reply.rows?.more = { answer in more { result in answer(result.map { Self.add(playlists, to: $0) }) } }
            return reply
        }
        reply.rows = MPDReply.Rows(
            count: before.count + playlists.count,
            add: { row, text in
                guard row >= before.count else { return before.add(row, &text) }
                let playlist = playlists[row - before.count]
                text.add("playlist", playlist.name)
                text.add(modified: playlist.modified.rounded(.down))
            }, lease: before.lease)
        return reply
    }

    /// The songs of a playlist. Each is made when it is asked for.
    private struct PlaylistSongs {
        let indices: Range<Int>
        /// What clients see of a song as its file.
        let file: (Int) -> String
        let item: (Int) -> QueueItem
    }

    /// Reads the playlist that the first argument names, and has something done with it.
    private func readPlaylist(
        _ request: MPDRequest, _ use: @escaping (MPDDoor, PlaylistSongs) -> Void
    ) throws(MPDFailure) {
        let file = playlistFile(request.text)
        if let file, file.isOnlyThere { return readFile(file.path, request, use) }
        guard let name = String(validating: request.text.arguments[0], as: UTF8.self) else { throw .noSuchPlaylist }
        application.readPlaylist(name, for: request.client.origin) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let contents):
                let addresses = contents.entries.map { MediaAddress.shown($0.entry.uri) }
                use(
                    self,
                    PlaylistSongs(
                        indices: addresses.indices, file: { self.file(ofAddress: addresses[$0]) },
                        item: { QueueItem(id: 0, uri: addresses[$0]) }))
            case .failure(let error):
                guard let file, [.notFound, .badName].contains(error.code) else {
                    return request.answer(.failure(MPDFailure(error, badName: .noSuchPlaylist)))
                }
                readFile(file.path, request, use)
            }
        }
    }

    /// Does the same with a playlist file among the music.
    private func readFile(_ path: [UInt8], _ request: MPDRequest, _ use: @escaping (MPDDoor, PlaylistSongs) -> Void) {
        application.readPlaylist(file: path, for: request.client.origin) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let list):
                let items = list.items
                use(self, PlaylistSongs(indices: items.indices, file: { self.file(of: items[$0]) }, item: { items[$0] }))
            case .failure(let error): request.answer(.failure(MPDFailure(readingPlaylist: error)))
            }
        }
    }

    /// Answers with what the library knows of songs, and of others with what the playlist says.
    /// - Parameter isNumbered: whether each song comes with its place in the playlist.
    private func showDetails<Indices: RandomAccessCollection<Int>>(
        _ indices: Indices, _ item: @escaping (Int) -> QueueItem, isNumbered: Bool = false, _ client: MPDClient,
        _ answer: @escaping Answer
    ) where Indices.SubSequence == Indices {
        let entries = indices.prefix(ListedSongs.most).map {
            ListedSongs.Entry(item: item($0), index: nil, position: isNumbered ? $0 : nil)
        }
        let rest = indices.dropFirst(ListedSongs.most)
        var more: ((@escaping Answer) -> Void)?
        if !rest.isEmpty {
            more = { [weak self] answer in self?.showDetails(rest, item, isNumbered: isNumbered, client, answer) }
        }
        show(entries, client, followedBy: more, answer)
    }

    /// Answers with the songs of a playlist that match, and with their places in it.
    private func searchPlaylist(_ request: MPDRequest) throws(MPDFailure) {
        let text = request.text
        let hasWindow = text.arguments.count == 4 && text.text(2) == "window"
        let conditions = CommandText(text.name, Array(text.arguments[1..<(hasWindow ? 2 : text.arguments.count)]))
        let window = hasWindow ? try text.range(3) : .all
        var query = SongQuery(
            try SongFilter(conditions.texts[...], isSearch: true, stripsMarks: request.client.stripsMarks))
        query.window = window
        try readPlaylist(request) { door, songs in
            let item = songs.item
            door.select(songs.indices, { ListedSongs.Entry(item: item($0), index: nil) }, by: query, request.client) {
                [weak door] result in
                switch result {
                case .success(let places):
                    door?.showDetails(places[...], item, isNumbered: true, request.client, request.answer)
                case .failure(let failure): request.answer(.failure(failure))
                }
            }
        }
    }

    /// Answers with how many songs a playlist has, and how long those last together of which that is known.
    /// - Parameters:
    ///   - rest: the songs that are still to be looked up.
    ///   - milliseconds: how long the others last.
    private func showLength(of songs: PlaylistSongs, _ rest: Range<Int>, milliseconds: Int, _ request: MPDRequest) {
        guard !rest.isEmpty else {
            return request.reply {
                $0.add("songs", songs.indices.count)
                $0.add("playtime", Decimals.whole(Double(milliseconds) / 1_000))
            }
        }
        let entries = rest.prefix(ListedSongs.most).map { ListedSongs.Entry(item: songs.item($0), index: nil) }
        let part = ListedSongs(entries: entries, roots: application.library.roots, tags: [], matcher: nil)
        let work: LibraryWork<Int> = { store throws(DatabaseError) in try part.milliseconds(by: store) }
        application.library.ask(for: request.client.origin, work) { [weak self] result in
            let more: Int
            switch result {
            case .success(let found): more = found
            case .failure(.noDirectory): more = part.milliseconds
            case .failure(let error): return request.answer(.failure(MPDFailure(error)))
            }
            self?.showLength(of: songs, rest.dropFirst(ListedSongs.most), milliseconds: milliseconds + more, request)
        }
    }

    /// A playlist file among the music that a command may name.
    private struct PlaylistFile {
        let path: [UInt8]
        /// Whether the name cannot be that of a stored playlist, which comes first.
        let isOnlyThere: Bool
    }

    /// Returns the playlist file among the music that the first argument may name; `nil` if it can be none.
    private func playlistFile(_ text: CommandText) -> PlaylistFile? {
        let place = text.arguments[0]
        guard Self.isPlace(place), PlaylistFormat(path: place) != nil, let path = application.library.roots.path(of: place) else {
            return nil
        }
        return PlaylistFile(path: path, isOnlyThere: place.contains(UInt8(ascii: "/")))
    }

    // MARK: Loading

    private func load(_ request: MPDRequest) throws(MPDFailure) {
        let (text, client, answer) = (request.text, request.client, request.answer)
        let range = text.arguments.count > 1 ? try text.range(1) : .all
        let place = text.arguments.count > 2 ? QueueInsertion.Place.index(try index(of: text.position(2))) : .end
        let (name, origin) = (text.text(0), client.origin)
        var insertion = QueueInsertion(place)
        insertion.playlist = name
        let finish: Application.Answer = { result in
            answer(
                result.map { _ in MPDReply() }.mapError { error in
                    if case .player(let error) = error, error.code == .media(.notFound) { return .noSuchPlaylist }
                    return MPDFailure(error)
                })
        }
        // A playlist somewhere else, by its path or address.
        guard Self.isPlace(text.arguments[0]) else {
            let uri = try Self.uri(text.arguments[0], isLocal: client.isLocal, unknown: .noSuchPlaylist)
            return application.add([uri], insertion, for: origin, answer: finish)
        }
        let part = range.start..<range.end
        let file = playlistFile(text)
        if let file, file.isOnlyThere { return load(file.path, part, insertion, origin, answer) }
        application.load(playlist: name, part, insertion, for: origin) { [weak self] result in
            if let file, case .failure(.player(let error)) = result, error.code == .media(.notFound) {
                self?.load(file.path, part, insertion, origin, answer)
            } else {
                finish(result)
            }
        }
    }

    /// Adds a part of a playlist file among the music to the queue.
    private func load(
        _ path: [UInt8], _ part: Range<Int>, _ insertion: QueueInsertion, _ origin: Origin, _ answer: @escaping Answer
    ) {
        application.readPlaylist(file: path, for: origin) { [application] result in
            switch result {
            case .success(let list):
                let items = Array(list.items[part.clamped(to: list.items.indices)])
                application.add(items, insertion, for: origin) { result in
                    answer(result.map { _ in MPDReply() }.mapError(MPDFailure.init))
                }
            case .failure(let error): answer(.failure(MPDFailure(readingPlaylist: error)))
            }
        }
    }

    // MARK: Changing

    private func edit(
        _ edit: PlaylistEdit, _ request: MPDRequest, badIndex: String = MPDFailure.badIndex.message
    ) throws(MPDFailure) {
        application.editPlaylist(try request.name(0), edit, for: request.client.origin) {
            request.finish($0, badIndex: badIndex)
        }
    }

    private func addToPlaylist(_ request: MPDRequest) throws(MPDFailure) {
        let text = request.text
        let index = text.arguments.count > 2 ? try text.unsigned(2) : nil
        let name = try request.name(0)
        guard Self.isPlace(text.arguments[1]) || text.arguments[1].isEmpty else {
            let uri = try Self.uri(text.arguments[1], isLocal: request.client.isLocal, unknown: .noDatabase)
            return add([uri], to: name, at: index, request)
        }
        let missing = MPDFailure(.noExist, "No such directory")
        findSongs(at: text.text(1), request.client, missing: missing) { [weak self] result in
            self?.add(result, to: name, at: index, request)
        }
    }

    private func addFoundToPlaylist(_ request: MPDRequest) throws(MPDFailure) {
        let name = try request.name(0)
        let (conditions, place) = CommandText(request.text.name, Array(request.text.arguments.dropFirst())).withoutPlace()
        let index = try place?.unsigned(0)
        let query = try request.query(conditions, isSearch: true)
        findSongs(query, request.client) { [weak self] result in self?.add(result, to: name, at: index, request) }
    }

    private func add(
        _ songs: Result<[QueueItem], MPDFailure>, to name: String, at index: Int?, _ request: MPDRequest
    ) {
        switch songs {
        case .success(let songs): add(songs.map(\.uri), to: name, at: index, request)
        case .failure(let failure): request.answer(.failure(failure))
        }
    }

    private func add(_ uris: [String], to name: String, at index: Int?, _ request: MPDRequest) {
        guard !uris.isEmpty else { return addNothing(to: name, at: index, request) }
        application.addToPlaylist(name, uris: uris, at: index, revision: nil, for: request.client.origin) {
            request.finish($0, badIndex: Self.badPosition)
        }
    }

    /// Answers to a command that adds nothing: the place that it names has to be there all the same.
    private func addNothing(to name: String, at index: Int?, _ request: MPDRequest) {
        guard let index else { return request.reply() }
        let nothing = PlaylistEdit.remove(start: index, end: index, clips: true)
        application.editPlaylist(name, nothing, for: request.client.origin) { result in
            // A playlist that is missing is as good as an empty one.
            if index == 0, case .failure(let error) = result, error.code == .notFound { return request.reply() }
            let placed = result.mapError { $0.code == .notFound ? StoredPlaylistError(.badIndex, $0.message) : $0 }
            request.finish(placed, badIndex: Self.badPosition)
        }
    }

    private static let badPosition = "Bad position"
}

extension MPDRequest {
    /// Returns the name of a playlist that an argument states. Whether one can be called so is the application's matter.
    fileprivate func name(_ index: Int) throws(MPDFailure) -> String {
        guard let name = String(validating: text.arguments[index], as: UTF8.self) else { throw .badPlaylistName }
        return name
    }

    /// Returns the entries that an argument names; all of them without one.
    fileprivate func range(_ index: Int) throws(MPDFailure) -> Range<Int> {
        let range = text.arguments.count > index ? try text.range(index) : .all
        return range.start..<range.end
    }

    /// Answers with the outcome of a change.
    /// - Parameters:
    ///   - exists: what is said of a playlist that exists already. MPD has a sentence of its own for some commands.
    ///   - badIndex: what is said of an entry that the playlist does not have.
    fileprivate func finish<Value>(
        _ result: Result<Value, StoredPlaylistError>, exists: String = MPDFailure.playlistExists,
        badIndex: String = MPDFailure.badIndex.message
    ) {
        answer(result.map { _ in MPDReply() }.mapError { MPDFailure($0, exists: exists, badIndex: badIndex) })
    }
}

extension MPDFailure {
    fileprivate static let noSuchPlaylist = MPDFailure(.noExist, "No such playlist")
    fileprivate static let playlistExists = "Playlist already exists"
    fileprivate static let badPlaylistName = MPDFailure(.argument, "Bad playlist name")

    fileprivate init(readingPlaylist error: PlaybackError) {
        self = error.code == .media(.notFound) ? .noSuchPlaylist : MPDFailure(.player(error))
    }

    fileprivate init(
        _ error: StoredPlaylistError, badName: MPDFailure = .badPlaylistName, exists: String = Self.playlistExists,
        badIndex: String = Self.badIndex.message
    ) {
        switch error.code {
        case .badName: self = badName
        case .notFound: self = .noSuchPlaylist
        case .exists: self.init(.exist, exists)
        case .badIndex: self.init(.argument, badIndex)
        case .limitExceeded: self.init(.playlistMax, error.message)
        case .hasRules: self.init(.permission, error.message)
        case .changed, .badRules, .unreadable, .unwritable: self.init(.system, error.message)
        }
    }
}
