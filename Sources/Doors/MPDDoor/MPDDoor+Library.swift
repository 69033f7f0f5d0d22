import Application
import Database
import MPDProtocol
import Media
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

// The commands about the library of music. The library's own thread carries them out.
extension MPDDoor {
    static let libraryCommands: [MPDCommand] = [
        MPDCommand("lsinfo", .read, 0...1) { door, request in
            let isTop = request.place.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
            door.list(.contents, isTop && !request.client.hidesPlaylists ? door.followedByPlaylists(request) : request)
        },
        MPDCommand("listall", .read, 0...1) { door, request in door.list(.names, request) },
        MPDCommand("listallinfo", .read, 0...1) { door, request in door.list(.details, request) },
        MPDCommand("listfiles", .read, 0...1) { door, request in door.list(.files, request) },
        MPDCommand("find", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.find(request, isSearch: false)
        },
        MPDCommand("search", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.find(request, isSearch: true)
        },
        MPDCommand("findadd", .add, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.addFound(request, isSearch: false)
        },
        MPDCommand("searchadd", .add, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.addFound(request, isSearch: true)
        },
        MPDCommand("list", .read, .atLeast(1)) { door, request throws(MPDFailure) in try door.listValues(request) },
        MPDCommand("count", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.count(request, isSearch: false)
        },
        MPDCommand("searchcount", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.count(request, isSearch: true)
        },
        MPDCommand("update", .control, 0...1) { door, request throws(MPDFailure) in try door.update(request, .files) },
        MPDCommand("rescan", .control, 0...1) { door, request throws(MPDFailure) in try door.update(request, .contents) },
        MPDCommand("config", .admin, isLocalOnly: true) { door, request in
            request.reply {
                $0.add("music_directory", ifKnown: door.musicDirectory)
                $0.add("playlist_directory", door.application.playlistDirectory)
                $0.add("pcre", 1)
            }
        },
        MPDCommand("listmounts", .read, refusedWith: .noDatabase),
        MPDCommand("mount", .admin, 2...2, refusedWith: .noDatabase),
        MPDCommand("unmount", .admin, 1...1, refusedWith: .noDatabase),
        MPDCommand("listneighbors", .read, refusedWith: MPDFailure(.unknown, "No neighbor plugin configured")),
    ]

    func lookup(for client: MPDClient) -> LibraryLookup {
        LibraryLookup(roots: application.library.roots, tags: client.tags)
    }

    private func list(_ listing: LibraryLookup.Listing, _ request: MPDRequest) {
        let (lookup, place) = (lookup(for: request.client), request.place)
        list(listing, lookup, request.client, request.answer) { store throws(DatabaseError) in
            try lookup.list(listing, place, in: store)
        }
    }

    private func find(_ request: MPDRequest, isSearch: Bool) throws(MPDFailure) {
        let (query, lookup) = (try request.query(request.text, isSearch: isSearch), lookup(for: request.client))
        rows(request) { store throws(DatabaseError) in try lookup.songs(query, in: store) }
    }

    private func count(_ request: MPDRequest, isSearch: Bool) throws(MPDFailure) {
        let query = try GroupQuery(
            request.text, from: 0, isSearch: isSearch, stripsMarks: isSearch && request.client.stripsMarks)
        let lookup = lookup(for: request.client)
        rows(request) { store throws(DatabaseError) in try lookup.counts(query, in: store) }
    }

    private func listValues(_ request: MPDRequest) throws(MPDFailure) {
        let text = request.text
        guard !["file", "filename"].contains(text.text(0).lowercased()) else { return try listFiles(request) }
        guard let tag = TagType(name: text.text(0)) else {
            throw MPDFailure(.argument, "Unknown tag type: \(text.text(0))")
        }
        let query: GroupQuery
        if text.arguments.count == 2, text.arguments[1].first != UInt8(ascii: "(") {
            guard tag == .album else { throw MPDFailure(.argument, "should be \"Album\" for 3 arguments") }
            query = GroupQuery(albumsOf: text.text(1))
        } else {
            query = try GroupQuery(text, from: 1, hasWindow: true)
        }
        guard !query.groups.contains(tag) else { throw MPDFailure(.argument, "Conflicting group") }
        let lookup = lookup(for: request.client)
        rows(request) { store throws(DatabaseError) in try lookup.values(of: tag, query, in: store) }
    }

    /// Answers with the names of the songs that match, or of all.
    private func listFiles(_ request: MPDRequest) throws(MPDFailure) {
        let conditions = request.texts.dropFirst()
        let filter = conditions.isEmpty ? nil : try SongFilter(conditions, isSearch: false)
        let lookup = lookup(for: request.client)
        rows(request) { store throws(DatabaseError) in try lookup.names(filter, in: store) }
    }

    /// Brings the library up to date.
    private func update(_ request: MPDRequest, _ depth: LibraryScanner.Depth) throws(MPDFailure) {
        var path: [UInt8]?
        if let place = request.text.arguments.first, place.contains(where: { $0 != UInt8(ascii: "/") }) {
            path = application.library.roots.path(of: place)
            if path == nil { throw MPDFailure(.argument, "Malformed path") }
        }
        do throws(LibraryError) {
            let scan = try application.updateLibrary(path, depth)
            request.reply { $0.add("updating_db", scan) }
        } catch {
            throw MPDFailure(error)
        }
    }

    // MARK: Questions

    /// Has rows made by the library, and answers with them.
    func rows(
        _ request: MPDRequest,
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure>
    ) {
        application.library.ask(for: request.client.origin, length: .long, work) { [answers] result in
            request.answer(result.mapError(MPDFailure.init).flatMap { $0 }.flatMap { Self.reply($0, in: answers) })
        }
    }

    /// Has a part of a list made by the library, and answers with it. The next one is made while this one is written, once
    /// the client has taken some of it.
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

    /// Adds the songs that are found to the queue: at the place that the client names, or at the end.
    private func addFound(_ request: MPDRequest, isSearch: Bool) throws(MPDFailure) {
        let (conditions, named) = request.text.withoutPlace()
        let place = try named.map { place throws(MPDFailure) in QueueInsertion.Place.index(try index(of: place.position(0))) }
        let (client, answer) = (request.client, request.answer)
        findSongs(try request.query(conditions, isSearch: isSearch), client) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let items):
                guard !items.isEmpty else { return answer(.success(MPDReply())) }
                application.add(items, QueueInsertion(place ?? .end), for: client.origin) { result in
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
}

extension MPDRequest {
    /// The place of the library's tree that the first argument names; its top without one.
    fileprivate var place: String { text.arguments.isEmpty ? "" : text.text(0) }

    /// Reads what a command asks of the library, as its client wants texts to be compared.
    func query(_ text: CommandText, isSearch: Bool) throws(MPDFailure) -> SongQuery {
        try SongQuery(text, isSearch: isSearch, stripsMarks: isSearch && client.stripsMarks)
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
