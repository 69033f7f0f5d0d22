import Application
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
        MPDCommand("listplaylist", .read, 1...1) { door, request throws(MPDFailure) in
            try door.showPlaylist(request, isDetailed: false)
        },
        MPDCommand("listplaylistinfo", .read, 1...1) { door, request throws(MPDFailure) in
            try door.showPlaylist(request, isDetailed: true)
        },
        MPDCommand("load", .add, 1...3) { door, request throws(MPDFailure) in try door.load(request) },
        MPDCommand("save", .control, 1...1) { door, request throws(MPDFailure) in
            door.application.saveQueue(as: try request.name(0), .create, for: request.client.origin) { request.finish($0) }
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
            let (from, to) = (try request.text.unsigned(1), try request.text.unsigned(2))
            // MPD does not even look whether there is such a playlist.
            guard from != to else { return request.reply() }
            try door.edit(.move(start: from, count: 1, to: to), request, badIndex: "Bad range")
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
                text.add("Last-Modified", Timestamp.text(playlist.modified.rounded(.down)))
            }, lease: before.lease)
        return reply
    }

    private func showPlaylist(_ request: MPDRequest, isDetailed: Bool) throws(MPDFailure) {
        let (client, answer) = (request.client, request.answer)
        let file = playlistFile(request.text)
        if let file, file.isOnlyThere { return showFile(file.path, isDetailed, client, answer) }
        guard let name = String(validating: request.text.arguments[0], as: UTF8.self) else { throw .noSuchPlaylist }
        application.readPlaylist(name, for: client.origin) { [weak self] result in
            switch result {
            case .success(let contents): self?.show(contents, isDetailed, client, answer)
            case .failure(let error):
                guard let file, [.notFound, .badName].contains(error.code) else {
                    return answer(.failure(MPDFailure(error, badName: .noSuchPlaylist)))
                }
                self?.showFile(file.path, isDetailed, client, answer)
            }
        }
    }

    private func show(_ contents: StoredContents, _ isDetailed: Bool, _ client: MPDClient, _ answer: @escaping Answer) {
        let addresses = contents.entries.map { MediaAddress.shown($0.entry.uri) }
        guard isDetailed else { return show(addresses.map(file(ofAddress:)), answer) }
        showDetails(addresses.indices, { QueueItem(id: 0, uri: addresses[$0]) }, client, answer)
    }

    /// Answers with the entries of a playlist file among the music.
    private func showFile(_ path: [UInt8], _ isDetailed: Bool, _ client: MPDClient, _ answer: @escaping Answer) {
        application.readPlaylist(file: path, for: client.origin) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let list):
                let items = list.items
                guard isDetailed else { return show(items.map(file(of:)), answer) }
                showDetails(items.indices, { items[$0] }, client, answer)
            case .failure(let error): answer(.failure(MPDFailure(readingPlaylist: error)))
            }
        }
    }

    private func show(_ files: [String], _ answer: Answer) {
        answer(.success(MPDReply(rows: MPDReply.Rows(count: files.count) { $1.add("file", files[$0]) })))
    }

    /// Answers with what the library knows of songs, and of others with what the playlist says.
    private func showDetails(
        _ indices: Range<Int>, _ item: @escaping (Int) -> QueueItem, _ client: MPDClient, _ answer: @escaping Answer
    ) {
        let entries = indices.prefix(ListedSongs.most).map { ListedSongs.Entry(item: item($0), index: nil) }
        let rest = indices.dropFirst(ListedSongs.most)
        var more: ((@escaping Answer) -> Void)?
        if !rest.isEmpty { more = { [weak self] answer in self?.showDetails(rest, item, client, answer) } }
        show(entries, client, followedBy: more, answer)
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
        let (insertion, origin) = (QueueInsertion(place), client.origin)
        let name = text.text(0)
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
                guard !items.isEmpty else { return answer(.success(MPDReply())) }
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
        let query = try SongQuery(conditions, isSearch: true)
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
        case .changed, .unreadable, .unwritable: self.init(.system, error.message)
        }
    }
}
