import Application
import AudioTypes
import Database
import MPDProtocol
import Media
import MusicLibrary
import PlayerModel
import SystemSupport

// The commands that show the player and the queue, and change nothing.
extension MPDDoor {
    static let shownCommands: [MPDCommand] = [
        MPDCommand("status", .read) { door, request in request.reply { $0.add(door.status(for: request.client)) } },
        MPDCommand("stats", .read) { door, request in door.showStatistics(request) },
        MPDCommand("getvol", .read) { door, request in
            request.reply { $0.add("volume", StatusReport.percent(of: door.application.snapshot.player)) }
        },
        MPDCommand("decoders", .read) { _, request in
            request.reply { reply in
                // FFmpeg reads all formats.
                reply.add("plugin", "ffmpeg")
                for suffix in AudioSuffixes.sorted { reply.add("suffix", suffix) }
            }
        },
        MPDCommand("currentsong", .read) { door, request in
            let player = door.application.snapshot.player
            let entries = player.item.map { [ListedSongs.Entry(item: $0, index: player.index(of: $0))] } ?? []
            door.show(entries, request.client, request.answer)
        },
        MPDCommand("playlist", .read) { door, request in
            let items = door.queue.items
            let rows = MPDReply.Rows(count: items.count) { $1.add("\($0):file", door.file(of: items[$0])) }
            request.answer(.success(MPDReply(rows: rows)))
        },
        MPDCommand("playlistinfo", .read, 0...1) { door, request throws(MPDFailure) in
            let items = door.queue.items
            let range = request.text.arguments.isEmpty ? items.indices : try request.text.range(0).clipped(to: items.count)
            door.show(range, of: items, request.client, request.answer)
        },
        MPDCommand("playlistid", .read, 0...1) { door, request throws(MPDFailure) in
            let items = door.queue.items
            let index = request.text.arguments.isEmpty ? nil : try door.index(ofID: 0, request.text)
            door.show(index.map { $0..<$0 + 1 } ?? items.indices, of: items, request.client, request.answer)
        },
        MPDCommand("playlistfind", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.findInQueue(request, isSearch: false)
        },
        MPDCommand("playlistsearch", .read, .atLeast(1)) { door, request throws(MPDFailure) in
            try door.findInQueue(request, isSearch: true)
        },
        MPDCommand("plchanges", .read, 1...2) { door, request throws(MPDFailure) in
            let queue = door.queue
            door.show(try door.changes(request.text, queue)[...], of: queue.items, request.client, request.answer)
        },
        MPDCommand("plchangesposid", .read, 1...2) { door, request throws(MPDFailure) in
            let queue = door.queue
            let (items, changes) = (queue.items, try door.changes(request.text, queue))
            let rows = MPDReply.Rows(count: changes.count) { row, reply in
                reply.add("cpos", changes[row])
                reply.add("Id", items[changes[row]].id)
            }
            request.answer(.success(MPDReply(rows: rows)))
        },
    ]

    private func status(for client: MPDClient) -> StatusReport {
        let player = application.snapshot.player
        var report = StatusReport(
            player, error: latestError.map { application.sentence($0, for: client.origin) }, at: MonotonicClock.seconds)
        report.version = version(of: player.queue)
        report.mixRampDecibels = mixRampDecibels
        if player.configuration.options.crossfadeBy == .content { report.mixRampDelay = mixRampDelay }
        report.loadedPlaylist = player.queue.loadedPlaylist ?? ""
        report.updating = application.library.scan?.id
        return report
    }

    /// Answers with times, and with what counts the library's songs if there is a library.
    private func showStatistics(_ request: MPDRequest) {
        let times = times
        let work: LibraryWork<LibraryStatistics> = { store throws(DatabaseError) in try store.statistics() }
        application.library.ask(for: request.client.origin, work) { result in
            var reply = ReplyText()
            reply.add("uptime", Int(times.uptime))
            reply.add("playtime", Int(times.playing))
            switch result {
            case .success(let statistics):
                reply.add("artists", statistics.artists)
                reply.add("albums", statistics.albums)
                reply.add("songs", statistics.songs)
                reply.add("db_playtime", statistics.milliseconds / 1_000)
                reply.add("db_update", Int64(statistics.changed ?? 0))
            case .failure(.noDirectory): break
            case .failure(let error): return request.answer(.failure(MPDFailure(error)))
            }
            request.answer(.success(MPDReply(text: reply)))
        }
    }

    /// Answers with the songs of the queue that match.
    private func findInQueue(_ request: MPDRequest, isSearch: Bool) throws(MPDFailure) {
        let (items, client, answer) = (queue.items, request.client, request.answer)
        let query = try SongQuery(
            request.text, isSearch: isSearch, stripsMarks: isSearch && client.stripsMarks, isOfQueue: true)
        guard query.order != nil || query.window != .all else {
            return show(items.indices, of: items, matching: query.filter.map(SongMatcher.init), client, answer)
        }
        // Of songs that are sorted, as many have to match as the window skips.
        if query.order == nil { _ = try query.window.clipped(to: items.count) }
        select(items.indices, { ListedSongs.Entry(item: items[$0], index: $0) }, by: query, client) { [weak self] result in
            switch result {
            case .success(let places): self?.show(places[...], of: items, client, answer)
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    /// Returns the positions that have changed since the version that a client names, within the range that it names.
    private func changes(_ text: CommandText, _ queue: PlayQueue) throws(MPDFailure) -> [Int] {
        let version = Int64(try text.unsigned(0))
        let range = text.arguments.count > 1 ? try text.range(1) : .all
        ledger.look(at: self.version(of: queue)) {
            queue.items.map { QueueLedger.Entry($0, libraryChange: shownSongs.changes(of: $0.id)) }
        }
        return ledger.changes(since: version).filter { (range.start..<range.end).contains($0) }
    }
}

extension Player {
    /// Returns the index of an item in the queue; `nil` for one that is not in it, such as one that was removed while it plays.
    func index(of item: QueueItem) -> Int? {
        queue.currentID == item.id ? queue.currentIndex : queue.items.firstIndex { $0.id == item.id }
    }
}
