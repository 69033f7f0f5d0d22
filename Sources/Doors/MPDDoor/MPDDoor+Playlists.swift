import Application
import MPDProtocol
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

// The commands about stored playlists.
extension MPDDoor {
    func useStored(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let origin = client.origin
        switch command {
        case .listplaylists:
            application.listPlaylists(for: origin) { result in
                answer(
                    result.map { Self.add($0, to: MPDReply(rows: MPDReply.Rows(count: 0) { _, _ in })) }
                        .mapError { MPDFailure($0, of: command) })
            }
        case .listplaylist, .listplaylistinfo:
            let isDetailed = command == .listplaylistinfo
            let file = playlistFile(text)
            if let file, file.isOnlyThere { return showFile(file.path, isDetailed, client, answer) }
            guard let name = String(validating: text.arguments[0], as: UTF8.self) else { throw .noSuchPlaylist }
            application.readPlaylist(name, for: origin) { [weak self] result in
                switch result {
                case .success(let contents): self?.show(contents, isDetailed, client, answer)
                case .failure(let error):
                    guard let file, [.notFound, .badName].contains(error.code) else {
                        return answer(.failure(MPDFailure(error, of: command)))
                    }
                    self?.showFile(file.path, isDetailed, client, answer)
                }
            }
        case .load: try load(text, client, answer)
        case .save:
            application.saveQueue(as: try Self.name(text, 0), .create, for: origin) { Self.finish($0, command, answer) }
        case .playlistadd:
            let index = text.arguments.count > 2 ? try text.unsigned(2) : nil
            try add(text, at: index, client, answer)
        case .searchaddpl: try addFound(text, client, answer)
        case .playlistclear: try edit(command, text, .remove(start: 0, end: .max, clips: true), client, answer)
        case .playlistdelete:
            let range = try text.range(1)
            try edit(command, text, .remove(start: range.start, end: range.end, clips: true), client, answer)
        case .playlistmove:
            let (from, to) = (try text.unsigned(1), try text.unsigned(2))
            // MPD does not even look whether there is such a playlist.
            guard from != to else { return answer(.success(MPDReply())) }
            try edit(command, text, .move(start: from, count: 1, to: to), client, answer)
        case .rename:
            application.renamePlaylist(try Self.name(text, 0), to: try Self.name(text, 1), for: origin) {
                Self.finish($0, command, answer)
            }
        default: application.deletePlaylist(try Self.name(text, 0), for: origin) { Self.finish($0, command, answer) }
        }
    }

    // MARK: Looking

    /// Returns the answer that follows with the stored playlists what `lsinfo` shows of the top of the library.
    func followedByPlaylists(_ client: MPDClient, _ answer: @escaping Answer) -> Answer {
        { [application] result in
            guard case .success(let reply) = result else { return answer(result) }
            application.listPlaylists(for: client.origin) { playlists in
                answer(.success(Self.add((try? playlists.get()) ?? [], to: reply)))
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

    private func load(_ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer) throws(MPDFailure) {
        let range = text.arguments.count > 1 ? try text.range(1) : .all
        var place = QueueInsertion.Place.end
        if text.arguments.count > 2 {
            let queue = application.snapshot.player.queue
            place = .index(try text.position(2).index(in: queue.items.count, current: queue.currentIndex))
        }
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
        _ command: Command, _ text: CommandText, _ edit: PlaylistEdit, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        application.editPlaylist(try Self.name(text, 0), edit, for: client.origin) {
            Self.finish($0, command, answer)
        }
    }

    private func add(
        _ text: CommandText, at index: Int?, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let name = try Self.name(text, 0)
        guard Self.isPlace(text.arguments[1]) || text.arguments[1].isEmpty else {
            let uri = try Self.uri(text.arguments[1], isLocal: client.isLocal, unknown: .noDatabase)
            return add([uri], to: name, at: index, .playlistadd, client, answer)
        }
        let missing = MPDFailure(.noExist, "No such directory")
        findSongs(at: text.text(1), client, missing: missing) { [weak self] result in
            switch result {
            case .success(let songs): self?.add(songs.map(\.uri), to: name, at: index, .playlistadd, client, answer)
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    private func addFound(_ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer) throws(MPDFailure) {
        let name = try Self.name(text, 0)
        let (conditions, place) = CommandText(text.name, Array(text.arguments.dropFirst())).withoutPlace()
        let index = try place?.unsigned(0)
        let query = try SongQuery(conditions, isSearch: true)
        findSongs(query, client) { [weak self] result in
            switch result {
            case .success(let songs): self?.add(songs.map(\.uri), to: name, at: index, .searchaddpl, client, answer)
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    private func add(
        _ uris: [String], to name: String, at index: Int?, _ command: Command, _ client: MPDClient, _ answer: @escaping Answer
    ) {
        guard !uris.isEmpty else { return addNothing(to: name, at: index, command, client, answer) }
        application.addToPlaylist(name, uris: uris, at: index, revision: nil, for: client.origin) {
            Self.finish($0, command, answer)
        }
    }

    /// Answers to a command that adds nothing: the place that it names has to be there all the same.
    private func addNothing(
        to name: String, at index: Int?, _ command: Command, _ client: MPDClient, _ answer: @escaping Answer
    ) {
        guard let index else { return answer(.success(MPDReply())) }
        let nothing = PlaylistEdit.remove(start: index, end: index, clips: true)
        application.editPlaylist(name, nothing, for: client.origin) { result in
            // A playlist that is missing is as good as an empty one.
            if index == 0, case .failure(let error) = result, error.code == .notFound { return answer(.success(MPDReply())) }
            let placed = result.mapError { $0.code == .notFound ? StoredPlaylistError(.badIndex, $0.message) : $0 }
            Self.finish(placed, command, answer)
        }
    }

    // MARK: Answers

    private static func finish<Value>(
        _ result: Result<Value, StoredPlaylistError>, _ command: Command, _ answer: @escaping Answer
    ) {
        answer(result.map { _ in MPDReply() }.mapError { MPDFailure($0, of: command) })
    }

    /// Returns the name that an argument states. Whether a playlist can be called so is the application's matter.
    private static func name(_ text: CommandText, _ index: Int) throws(MPDFailure) -> String {
        guard let name = String(validating: text.arguments[index], as: UTF8.self) else { throw .badPlaylistName }
        return name
    }
}

extension MPDFailure {
    fileprivate static let noSuchPlaylist = MPDFailure(.noExist, "No such playlist")
    fileprivate static let badPlaylistName = MPDFailure(.argument, "Bad playlist name")

    fileprivate init(readingPlaylist error: PlaybackError) {
        self = error.code == .media(.notFound) ? .noSuchPlaylist : MPDFailure(.player(error))
    }

    fileprivate init(_ error: StoredPlaylistError, of command: Command) {
        switch error.code {
        case .badName: self = [.listplaylist, .listplaylistinfo].contains(command) ? .noSuchPlaylist : .badPlaylistName
        case .notFound: self = .noSuchPlaylist
        case .exists: self.init(.exist, command == .rename ? "Playlist exists already" : "Playlist already exists")
        case .badIndex:
            let message =
                switch command {
                case .playlistmove: "Bad range"
                case .playlistadd, .searchaddpl: "Bad position"
                default: "Bad song index"
                }
            self.init(.argument, message)
        case .limitExceeded: self.init(.playlistMax, error.message)
        case .changed, .unreadable, .unwritable: self.init(.system, error.message)
        }
    }
}
