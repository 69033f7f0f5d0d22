import Application
import ControlProtocol
import ControlServer
import Database
import LineServer
import MediaTypes
import MusicLibrary
import Playlists

// The methods of the library of music. What they ask is carried out by the library's own thread.
extension ControlDoor {
    static let library: [MethodBinding<ControlDoor>] = [
        .library(Methods.Library.search) { door, parameters, request throws(ControlError) in
            let (text, field, page) = parameters
            let (searched, after) = (field.flatMap(SearchField.init(rawValue:)), try page.place(BlockPlace.init(cursor:)))
            door.list(request) { store throws(DatabaseError) in
                let found = try store.found(text, in: searched, after: after, limit: page.limit)
                return (found.items, found.next?.cursor)
            }
        },
        .library(Methods.Library.albums) { door, page, request throws(ControlError) in
            let after = try page.place(SortedPlace.init(cursor:))
            door.ask(request) { store throws(DatabaseError) in
                let found = try store.albums(after: after, limit: page.limit)
                return (found.items.map(Wire.LibraryAlbum.init), found.next?.cursor)
            }
        },
        .library(Methods.Library.artists) { door, parameters, request throws(ControlError) in
            let (role, page) = parameters
            try door.listNames(role ?? "artist", page, request)
        },
        .library(Methods.Library.names) { door, parameters, request throws(ControlError) in
            let (tag, page) = parameters
            try door.listNames(tag, page, request)
        },
        MethodBinding(Methods.Library.years) { door, _, request in
            door.ask(request) { store throws(DatabaseError) in
                try store.years().map { Wire.LibraryYear(year: $0.year, songs: $0.songCount) }
            }
        },
        .library(Methods.Library.browse) { door, parameters, request throws(ControlError) in
            let (place, page) = parameters
            try door.browse(place, page, request)
        },
        .library(Methods.Library.item) { door, parameters, request throws(ControlError) in
            let (item, readsFile) = parameters
            try door.describe(item, readsFile: readsFile, request)
        },
        .library(Methods.Library.update) { door, parameters, request throws(ControlError) in
            let (path, comparesFiles, readsFiles, measures) = parameters
            let depth: LibraryScanner.Depth = readsFiles ? .contents : comparesFiles ? .files : .directories
            try door.update(path, depth, measuresLoudness: measures, request)
        },
        .library(Methods.Library.gains) { door, parameters, request throws(ControlError) in
            let (path, page) = parameters
            try door.listGains(path, page, request)
        },
        MethodBinding(Methods.Library.cancelUpdate) { door, _, request in
            door.application.library.cancelUpdates()
            request.succeed()
        },
        MethodBinding(Methods.Library.statistics) { door, _, request in
            let library = door.application.library
            let running = library.loudness
            let work: LibraryWork<(LibraryStatistics, LoudnessProgress?)> = { store throws(DatabaseError) in
                let statistics = try store.statistics()
                if let running { return (statistics, running) }
                return (statistics, try store.hasLoudness() ? try store.loudnessCounts() : nil)
            }
            library.ask(for: Origin(request.client), work) { result in
                request(
                    result.map { statistics, loudness in
                        Wire.LibraryStatistics(
                            songs: statistics.songs, albums: statistics.albums, artists: statistics.artists,
                            duration: Double(statistics.milliseconds) / 1_000, changedAt: statistics.changed,
                            scan: library.scan.map(Wire.LibraryScan.init),
                            watching: library.watching.map(Wire.LibraryWatching.init),
                            loudness: loudness.map(Wire.LibraryLoudness.init))
                    }.mapError(ControlError.init))
            }
        },
        MethodBinding(Methods.Library.picture) { door, parameters, request in
            let (song, withData) = parameters
            let origin = Origin(request.client)
            door.application.library.ask(for: origin, { store throws(DatabaseError) in try store.song(song)?.uri }) { result in
                switch result.mapError(ControlError.init) {
                case .success(let uri?): door.findPicture(of: .media(uri), withData, request)
                case .success(nil): request.fail(.noSong(song))
                case .failure(let error): request.fail(error)
                }
            }
        },
    ]

    private func update(
        _ address: String?, _ depth: LibraryScanner.Depth, measuresLoudness: Bool, _ request: Request<(Int64, String?)>
    ) throws(ControlError) {
        let path = try address.map { text throws(ControlError) in try Self.path(text) }
        do throws(LibraryError) {
            let scan = try application.updateLibrary(path, depth, measuresLoudness: measuresLoudness)
            request.succeed((scan, measuresLoudness ? application.measuringProblem : nil))
        } catch {
            throw ControlError(error)
        }
    }

    private func listGains(
        _ address: String?, _ page: Wire.LibraryPage, _ request: Request<([Wire.MeasuredSong], String?)>
    ) throws(ControlError) {
        let path = try address.map { text throws(ControlError) in
            try application.pathOfLibrary(try Self.path(text)).mapError(ControlError.init).get()
        }
        let after = try page.place { Int64($0) } ?? 0
        ask(request) { store throws(DatabaseError) in
            let found = try store.measuredSongs(after: after, in: path, limit: max(1, min(page.limit, 1_000)))
            return (found.songs.compactMap(Wire.MeasuredSong.init), found.next.map { "\($0)" })
        }
    }

    /// Has the library asked for the answer.
    func ask<Answer>(_ request: Request<Answer>, _ work: @escaping LibraryWork<Answer>) {
        application.library.ask(for: Origin(request.client), work) { request($0.mapError(ControlError.init)) }
    }

    /// Has the library asked for an answer that it may not have: `missing` is the error then.
    func ask<Answer>(_ request: Request<Answer>, missing: ControlError, _ work: @escaping LibraryWork<Answer?>) {
        application.library.ask(for: Origin(request.client), work) { result in
            switch result.mapError(ControlError.init) {
            case .success(let value?): request.succeed(value)
            case .success(nil): request.fail(missing)
            case .failure(let error): request.fail(error)
            }
        }
    }

    private func listNames(
        _ tag: String, _ page: Wire.LibraryPage, _ request: Request<([Wire.LibraryName], String?)>
    ) throws(ControlError) {
        let (tag, after) = (SongTag(name: tag) ?? .artist, try page.place(SortedPlace.init(cursor:)))
        ask(request) { store throws(DatabaseError) in
            let found = try store.names(in: tag, after: after, limit: page.limit)
            return (found.items.map { Wire.LibraryName(id: $0.id, name: $0.name) }, found.next?.cursor)
        }
    }

    // MARK: Songs

    private func browse(
        _ place: Wire.LibraryPlace, _ page: Wire.LibraryPage, _ request: Request<Wire.LibrarySongs>
    ) throws(ControlError) {
        let limit = max(1, min(page.limit, 1_000))
        switch place {
        case .directory(let path): try browse(path, page, request)
        case .album(let album):
            let after = try page.place(TrackPlace.init(cursor:))
            list(request) { store throws(DatabaseError) in
                let found = try store.songs(ofAlbum: album, after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .name(let name):
            let after = try page.place(BlockPlace.init(cursor:))
            list(request) { store throws(DatabaseError) in
                let found = try store.songs(ofName: name, inAlbumOrderAfter: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .year(let year):
            let after = try page.place(BlockPlace.init(cursor:))
            list(request) { store throws(DatabaseError) in
                let found = try store.songs(ofYear: Int64(year), inAlbumOrderAfter: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .neverPlayed:
            let after = try page.place { Int64($0) }
            list(request) { store throws(DatabaseError) in
                let songs = try store.neverPlayed(after: after, limit: limit)
                return (songs, Self.place(behind: songs, limit))
            }
        case .recentlyAdded:
            let after = try page.place(TimedPlace.init(cursor:))
            list(request) { store throws(DatabaseError) in
                let found = try store.recentlyAdded(after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .recentlyPlayed:
            let after = try page.place(TimedPlace.init(cursor:))
            list(request) { store throws(DatabaseError) in
                let found = try store.recentlyPlayed(after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .random(let seed):
            let after = try page.place { Int($0) } ?? 0
            list(request) { store throws(DatabaseError) in
                let seed = UInt64(truncatingIfNeeded: seed)
                let found = try store.random(seed: seed, after: after, limit: limit)
                return (found.items, found.next.map { "\($0)" })
            }
        }
    }

    /// The place behind songs that are listed by id; `nil` if there are fewer than were asked for.
    private static func place(behind songs: [LibrarySong], _ limit: Int) -> String? {
        songs.count == limit ? songs.last.map { "\($0.id)" } : nil
    }

    /// Answers with songs, and with the place behind them if more may follow.
    private func list(
        _ request: Request<Wire.LibrarySongs>, _ work: @escaping LibraryWork<(songs: [LibrarySong], next: String?)>
    ) {
        ask(request) { store throws(DatabaseError) in
            let (songs, next) = try work(store)
            return Wire.LibrarySongs(songs: songs.map(Wire.LibrarySong.init), next: next)
        }
    }

    /// Answers with a directory. All directories in it come with the first part of its songs.
    private func browse(
        _ path: String, _ page: Wire.LibraryPage, _ request: Request<Wire.LibrarySongs>
    ) throws(ControlError) {
        let (roots, after) = (application.library.roots, try page.place(TrackPlace.init(cursor:)))
        let place = path.utf8.filter { $0 != UInt8(ascii: "/") }.isEmpty ? [] : Array(path.utf8)
        if place.isEmpty, !roots.top.isEmpty {
            let directories = roots.top.map {
                Wire.LibraryDirectory(
                    path: String(decoding: $0.name, as: UTF8.self), uri: LocationResolver.uri(ofAbsolutePath: $0.path))
            }
            return request.succeed(Wire.LibrarySongs(songs: [], directories: directories))
        }
        let missing = ControlError(.songNotFound, "the library has no directory \(path)")
        guard let absolute = roots.path(of: place) else { throw missing }
        ask(request, missing: missing) { store throws(DatabaseError) -> Wire.LibrarySongs? in
            guard let folder = try store.folder(at: absolute) else { return nil }
            let songs = try store.songs(in: folder, after: after, limit: page.limit)
            let directories = try after == nil ? store.folders(in: folder.id).map { Wire.LibraryDirectory($0, in: roots) } : []
            return Wire.LibrarySongs(
                songs: songs.items.map(Wire.LibrarySong.init), next: songs.next?.cursor, directories: directories)
        }
    }

    private func describe(
        _ item: Wire.LibraryItem, readsFile: Bool, _ request: Request<Wire.LibrarySong>
    ) throws(ControlError) {
        let missing: ControlError
        let find: LibraryWork<LibrarySong?>
        switch item {
        case .song(let id):
            missing = .noSong(id)
            find = { store throws(DatabaseError) in try store.song(id) }
        case .uri(let uri):
            let part = MediaRange.split(uri)
            let path = try Self.path(part?.file ?? uri)
            missing = ControlError(.songNotFound, "the library does not have \(uri)")
            find = { store throws(DatabaseError) in try store.song(at: path, part: part?.range) }
        }
        let work: LibraryWork<Wire.LibrarySong?> = { store throws(DatabaseError) in
            try find(store).map { song throws(DatabaseError) in
                Wire.LibrarySong(
                    song, stickers: NamedTexts(try store.listStickers(of: .song(song.id))), try store.listening(to: song.id),
                    measured: try store.measuredGain(of: song.id))
            }
        }
        application.library.ask(for: Origin(request.client), work) { [self] result in
            switch result.mapError(ControlError.init) {
            case .success(let song?):
                if readsFile { readFile(of: song, request) } else { request.succeed(song) }
            case .success(nil): request.fail(missing)
            case .failure(let error): request.fail(error)
            }
        }
    }

    /// Answers with a song and with what its file says now.
    private func readFile(of song: Wire.LibrarySong, _ request: Request<Wire.LibrarySong>) {
        application.readDetails(ofSong: song.uri, for: Origin(request.client)) { result in
            request(result.map { song.with($0) }.mapError { ControlError($0, uri: song.uri) })
        }
    }

    /// Returns the path that an address names.
    private static func path(_ address: String) throws(ControlError) -> [UInt8] {
        do throws(MediaError) {
            // `.` and a slash too many mean nothing. What `..` means depends on symbolic links.
            let parts = try MediaLocation(uri: address).path.split(separator: UInt8(ascii: "/")).filter { $0 != [0x2E] }
            guard !parts.contains([0x2E, 0x2E]) else {
                throw MediaError(.notAllowed, "give the path without \"..\"")
            }
            return parts.flatMap { [UInt8(ascii: "/")] + $0 }
        } catch {
            throw ControlError(.songNotFound, "\(address) is not in the library: \(error.description)")
        }
    }
}

extension MethodBinding where Handler == ControlDoor {
    /// Binds a method to what asks the library, which answers with the error if the parameters make no sense.
    static func library<Bound: AnyMethod>(
        _ method: Bound,
        _ ask: @escaping @Sendable (ControlDoor, Bound.Parameters, Request<Bound.Answer>) throws(ControlError) -> Void
    ) -> MethodBinding {
        MethodBinding(method) { door, parameters, request in
            do throws(ControlError) { try ask(door, parameters, request) } catch { request.fail(error) }
        }
    }
}
