import Application
import MPDProtocol
import Media
import PlayerModel
import SystemSupport

// The commands that change nothing.
extension MPDDoor {
    func look(_ command: Command, _ text: CommandText, _ client: MPDClient) throws(MPDFailure) -> ReplyText {
        let snapshot = application.snapshot
        let player = snapshot.player
        let items = player.queue.items
        var reply = ReplyText()
        func show(_ index: Int) { reply.add(Song(items[index], at: index), showing: client.tags) }
        switch command {
        case .status: reply.add(StatusReport(player, error: latestError, at: MonotonicClock.seconds))
        case .stats:
            let times = times
            reply.add("uptime", Int(times.uptime))
            reply.add("playtime", Int(times.playing))
        case .currentsong:
            if let item = player.item { reply.add(Song(item, at: player.index(of: item)), showing: client.tags) }
        case .playlistinfo:
            let range = text.arguments.isEmpty ? 0..<items.count : try text.range(0).clipped(to: items.count)
            for index in range { show(index) }
        case .playlistid:
            guard !text.arguments.isEmpty else {
                for index in items.indices { show(index) }
                break
            }
            let id = Int64(try text.unsigned(0))
            guard let index = items.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
            show(index)
        case .playlist: for (index, item) in items.enumerated() { reply.add("\(index):file", item.uri) }
        case .plchanges: for index in try changes(text, player.queue) { show(index) }
        case .plchangesposid:
            for index in try changes(text, player.queue) {
                reply.add("cpos", index)
                reply.add("Id", items[index].id)
            }
        case .playlistfind, .playlistsearch:
            let arguments = text.arguments.indices.map(text.text)
            let filter = try SongFilter(arguments[...], isSearch: command == .playlistsearch)
            for (index, item) in items.enumerated() {
                let song = Song(item, at: index)
                if filter.holds(for: song) { reply.add(song, showing: client.tags) }
            }
        case .getvol: reply.add("volume", StatusReport.percent(of: player.volume))
        case .replayGainStatus: reply.add("replay_gain_mode", player.configuration.replayGain.mode.rawValue)
        case .outputs: for output in outputList() { reply.add(output) }
        case .listpartitions: reply.add("partition", "default")
        default:
            // FFmpeg reads all formats.
            reply.add("plugin", "ffmpeg")
            for suffix in AudioSuffixes.sorted { reply.add("suffix", suffix) }
        }
        return reply
    }

    /// Returns the positions that have changed since the version that a client names, within the range that it names.
    private func changes(_ text: CommandText, _ queue: PlayQueue) throws(MPDFailure) -> [Int] {
        let version = Int64(try text.unsigned(0))
        let range = text.arguments.count > 1 ? try text.range(1) : .all
        ledger.look(at: queue.revision) { queue.items.map(QueueLedger.Entry.init) }
        return ledger.changes(since: version).filter { (range.start..<range.end).contains($0) }
    }
}

extension Player {
    /// Returns the index of an item in the queue; `nil` for one that is not in it, such as one that was removed while it plays.
    func index(of item: QueueItem) -> Int? {
        queue.currentID == item.id ? queue.currentIndex : queue.items.firstIndex { $0.id == item.id }
    }
}
