import Application
import Database
import MPDProtocol
import Media
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists
import SystemSupport

// The commands about the library of music. The library's own thread carries them out.
extension MPDDoor {
    /// Carries out a command about the library.
    func askLibrary(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let lookup = LibraryLookup(roots: application.library.roots, tags: client.tags)
        switch command {
        case .lsinfo, .listall, .listallinfo, .listfiles:
            let listing: LibraryLookup.Listing =
                switch command {
                case .lsinfo: .contents
                case .listall: .names
                case .listallinfo: .details
                default: .files
                }
            let place = text.arguments.isEmpty ? "" : text.text(0)
            let isTop = command == .lsinfo && place.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
            list(listing, lookup, client, isTop ? followedByPlaylists(client, answer) : answer) { store throws(DatabaseError) in
                try lookup.list(listing, place, in: store)
            }
        case .find, .search:
            let query = try SongQuery(text, isSearch: command == .search)
            rows(client, answer) { store throws(DatabaseError) in try lookup.songs(query, in: store) }
        case .findadd, .searchadd:
            let (conditions, place) = text.withoutPlace()
            let queue = application.snapshot.player.queue
            let index = try place?.position(0).index(in: queue.items.count, current: queue.currentIndex)
            addFound(try SongQuery(conditions, isSearch: command == .searchadd), at: index, client, answer)
        case .list: try listValues(text, lookup, client, answer)
        case .count:
            let query = try GroupQuery(text, from: 0)
            rows(client, answer) { store throws(DatabaseError) in try lookup.counts(query, in: store) }
        case .readcomments: try readComments(text, client, answer)
        default: try update(command, text, answer)
        }
    }

    private func listValues(
        _ text: CommandText, _ lookup: LibraryLookup, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        guard let tag = TagType(name: text.text(0)) else {
            throw MPDFailure(.argument, "Unknown tag type: \(text.text(0))")
        }
        let query: GroupQuery
        if text.arguments.count == 2, text.arguments[1].first != UInt8(ascii: "(") {
            guard tag == .album else { throw MPDFailure(.argument, "should be \"Album\" for 3 arguments") }
            query = GroupQuery(albumsOf: text.text(1))
        } else {
            query = try GroupQuery(text, from: 1)
        }
        guard !query.groups.contains(tag) else { throw MPDFailure(.argument, "Conflicting group") }
        rows(client, answer) { store throws(DatabaseError) in try lookup.values(of: tag, query, in: store) }
    }

    /// Brings the library up to date.
    private func update(_ command: Command, _ text: CommandText, _ answer: @escaping Answer) throws(MPDFailure) {
        var path: [UInt8]?
        if let place = text.arguments.first, place.contains(where: { $0 != UInt8(ascii: "/") }) {
            path = application.library.roots.path(of: place)
            if path == nil { throw MPDFailure(.argument, "Malformed path") }
        }
        do throws(LibraryError) {
            var reply = MPDReply()
            reply.text.add("updating_db", try application.updateLibrary(path, command == .rescan ? .contents : .files))
            answer(.success(reply))
        } catch {
            throw MPDFailure(error)
        }
    }

    // MARK: Questions

    /// Has rows made by the library, and answers with them.
    func rows(
        _ client: MPDClient, _ answer: @escaping Answer,
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure>
    ) {
        application.library.ask(for: client.origin, length: .long, work) { [answers] result in
            answer(result.mapError(MPDFailure.init).flatMap { $0 }.flatMap { Self.reply($0, in: answers) })
        }
    }

    /// Has a part of a list made by the library, and answers with it. The next one is made once the client has read most of this one.
    private func list(
        _ listing: LibraryLookup.Listing, _ lookup: LibraryLookup, _ client: MPDClient, _ answer: @escaping Answer,
        _ work: @escaping LibraryWork<Result<ListedPart, MPDFailure>>
    ) {
        application.library.ask(for: client.origin, length: .long, work) { [weak self] result in
            guard let self else { return }
            let part: Result<ListedPart, MPDFailure> = result.mapError(MPDFailure.init).flatMap { $0 }
            answer(part.flatMap { self.reply($0, listing, lookup, client) })
        }
    }

    private func reply(
        _ part: ListedPart, _ listing: LibraryLookup.Listing, _ lookup: LibraryLookup, _ client: MPDClient
    ) -> Result<MPDReply, MPDFailure> {
        guard let rest = part.rest else { return Self.reply(part.rows, in: answers) }
        return Self.reply(part.rows, keeping: rest.byteCount, in: answers) { [weak self] answer in
            self?.list(listing, lookup, client, answer) { store throws(DatabaseError) in
                try lookup.part(of: rest, listing, in: store)
            }
        }
    }

    /// Returns the reply with rows that wait in memory until the client has read them.
    /// - Parameters:
    ///   - bytes: how much else waits with them.
    ///   - more: makes what follows them; `nil` if nothing does.
    static func reply(
        _ rows: [ReplyText], keeping bytes: Int = 0, in answers: AnswerMemory, more: ((@escaping Answer) -> Void)? = nil
    ) -> Result<MPDReply, MPDFailure> {
        guard let lease = answers.lease(rows.reduce(bytes) { $0 + $1.bytes.count }) else { return .failure(.tooManyAnswers) }
        return .success(
            MPDReply(rows: MPDReply.Rows(count: rows.count, add: { $1.append(rows[$0]) }, lease: lease, more: more)))
    }

    /// Adds what counts the library's songs to the reply of `stats`.
    func addStatistics(to reply: ReplyText, _ client: MPDClient, _ answer: @escaping Answer) {
        let work: LibraryWork<LibraryStatistics> = { store throws(DatabaseError) in try store.statistics() }
        application.library.ask(for: client.origin, work) { result in
            var reply = reply
            switch result {
            case .success(let statistics):
                reply.add("artists", statistics.artists)
                reply.add("albums", statistics.albums)
                reply.add("songs", statistics.songs)
                reply.add("db_playtime", statistics.milliseconds / 1_000)
                reply.add("db_update", Int64(statistics.changed ?? 0))
                answer(.success(MPDReply(text: reply)))
            case .failure(.noDirectory): answer(.success(MPDReply(text: reply)))
            case .failure(let error): answer(.failure(MPDFailure(error)))
            }
        }
    }

    // MARK: Songs

    /// Returns the place in the library's tree at which clients see an item; its address if the library does not have that.
    func file(of item: QueueItem) -> String { file(ofAddress: item.wholeURI) }

    /// Does the same for an address.
    func file(ofAddress uri: String) -> String { application.library.roots.file(ofAddress: uri) }

    /// The path of the only directory of music; `nil` if there are several, because then no single one leads from the names of songs
    /// to their files, and without any.
    var musicDirectory: String? {
        let paths = application.library.roots.paths
        return paths.count == 1 ? String(decoding: paths[0], as: UTF8.self) : nil
    }

    /// Finds the songs at a place of the library's tree, with the tags that the library knows: clients show them at once.
    func findSongs(
        at place: String, _ client: MPDClient, missing: MPDFailure,
        _ answer: @escaping (Result<[QueueItem], MPDFailure>) -> Void
    ) {
        let lookup = LibraryLookup(roots: application.library.roots, tags: [])
        let work: LibraryWork<[QueueItem]?> = { store throws(DatabaseError) in try lookup.items(at: place, in: store) }
        application.library.ask(for: client.origin, work) { result in
            switch result {
            case .success(let items?): answer(.success(items))
            case .success(nil): answer(.failure(missing))
            case .failure(let error): answer(.failure(MPDFailure(error)))
            }
        }
    }

    /// Adds the songs that a query wants to the queue; at its end without an index.
    private func addFound(_ query: SongQuery, at index: Int?, _ client: MPDClient, _ answer: @escaping Answer) {
        let place = index.map { QueueInsertion.Place.index($0) } ?? .end
        findSongs(query, client) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let items):
                guard !items.isEmpty else { return answer(.success(MPDReply())) }
                application.add(items, QueueInsertion(place), for: client.origin) { result in
                    answer(result.map { _ in MPDReply() }.mapError(MPDFailure.init))
                }
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    /// Finds the songs that a query wants, in its order.
    func findSongs(
        _ query: SongQuery, _ client: MPDClient, _ answer: @escaping (Result<[QueueItem], MPDFailure>) -> Void
    ) {
        let lookup = LibraryLookup(roots: application.library.roots, tags: client.tags)
        let work: LibraryWork<Result<[QueueItem], MPDFailure>> = { store throws(DatabaseError) in
            try lookup.items(for: query, in: store)
        }
        application.library.ask(for: client.origin, length: .long, work) { result in
            answer(result.mapError(MPDFailure.init).flatMap { $0 })
        }
    }

    /// Answers with the tags of a file as the demuxer finds them.
    private func readComments(_ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer) throws(MPDFailure) {
        let unknown = application.library.roots.paths.isEmpty ? MPDFailure.noDatabase : MPDFailure(.noExist, "No such file")
        let uri = try address(text.arguments[0], client, unknown: unknown)
        application.probe(uri, for: client.origin) { result in
            answer(
                result.map { description in
                    var reply = MPDReply()
                    reply.text.add(fileTags: description.tags)
                    return reply
                }.mapError(MPDFailure.init))
        }
    }

    /// Answers with the fingerprint of a song, a file or a stream.
    func fetchFingerprint(_ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer) throws(MPDFailure) {
        let uri = try address(text.arguments[0], client, unknown: .noDatabase)
        application.findFingerprint(of: uri, for: client.origin) { result in
            answer(
                result.map { fingerprint in
                    var reply = MPDReply()
                    reply.text.add("chromaprint", fingerprint)
                    return reply
                }.mapError { MPDFailure(.player($0)) })
        }
    }

    /// Returns the address that an argument names: a place of the library's tree, or what the client may name otherwise.
    func address(_ argument: [UInt8], _ client: MPDClient, unknown: MPDFailure) throws(MPDFailure) -> String {
        if Self.isPlace(argument), let path = application.library.roots.path(of: argument) {
            return LocationResolver.uri(ofAbsolutePath: path)
        }
        return try Self.uri(argument, isLocal: client.isLocal, unknown: unknown)
    }
}

extension MPDFailure {
    fileprivate static let tooManyAnswers = MPDFailure(.system, "Other clients do not read their long answers: try again later")

    init(_ error: LibraryError) {
        switch error {
        case .noDirectory: self = .noDatabase
        case .notFound: self.init(.noExist, "No such directory")
        case .tooManyWaiting(let limit): self.init(.system, "\(limit) questions of this client wait, which is the limit")
        case .tooManyScans: self.init(.unknown, "already updating")
        case .database(let error): self.init(.system, error.message)
        }
    }

    /// Why songs of the queue could not be compared.
    static func comparing(_ error: ProbeError) -> MPDFailure {
        switch error {
        case .media(let error): MPDFailure(.system, error.description)
        case .tooManyWaiting(let limit): MPDFailure(.system, "\(limit) questions of this client wait, which is the limit")
        }
    }

    init(_ error: ProbeError) {
        switch error {
        case .media(let error) where error.code == .notFound: self.init(.noExist, "No such song")
        case .media(let error): self.init(.system, error.description)
        case .tooManyWaiting(let limit): self.init(.system, "\(limit) files are being looked into, which is the limit")
        }
    }
}
