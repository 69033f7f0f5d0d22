import Application
import MPDProtocol
import Media
import PlayerModel
import SystemSupport

// The commands that change nothing.
extension MPDDoor {
    func look(_ command: Command, _ text: CommandText, _ client: MPDClient) throws(MPDFailure) -> MPDReply {
        switch command {
        case .playlistinfo, .playlistid, .playlist, .plchanges, .plchangesposid, .playlistfind, .playlistsearch:
            return MPDReply(rows: try rows(command, text, application.snapshot.player.queue, client.tags))
        default: return MPDReply(text: lookAtPlayer(command, client))
        }
    }

    func lookAtPlayer(_ command: Command, _ client: MPDClient) -> ReplyText {
        let player = application.snapshot.player
        var reply = ReplyText()
        switch command {
        case .status:
            var report = StatusReport(player, error: latestError, at: MonotonicClock.seconds)
            report.mixRampDecibels = mixRampDecibels
            report.updating = application.libraryScan?.id
            reply.add(report)
        case .stats:
            let times = times
            reply.add("uptime", Int(times.uptime))
            reply.add("playtime", Int(times.playing))
        case .currentsong:
            if let item = player.item { reply.add(song(item, at: player.index(of: item)), showing: client.tags) }
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

    /// Returns what a command shows of the queue.
    private func rows(
        _ command: Command, _ text: CommandText, _ queue: PlayQueue, _ tags: Set<TagType>
    ) throws(MPDFailure) -> MPDReply.Rows {
        let items = queue.items
        switch command {
        case .playlistinfo:
            let range = text.arguments.isEmpty ? items.indices : try text.range(0).clipped(to: items.count)
            return songs(at: range, of: items, tags)
        case .playlistid:
            guard !text.arguments.isEmpty else { return songs(at: items.indices, of: items, tags) }
            let id = Int64(try text.unsigned(0))
            guard let index = items.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
            return songs(at: index..<index + 1, of: items, tags)
        case .playlist: return MPDReply.Rows(count: items.count) { [self] in $1.add("\($0):file", file(of: items[$0])) }
        case .plchanges: return songs(at: try changes(text, queue), of: items, tags)
        case .plchangesposid:
            let changes = try changes(text, queue)
            return MPDReply.Rows(count: changes.count) { row, reply in
                reply.add("cpos", changes[row])
                reply.add("Id", items[changes[row]].id)
            }
        default:
            let arguments = text.arguments.indices.map(text.text)
            let matcher = SongMatcher(try SongFilter(arguments[...], isSearch: command == .playlistsearch))
            return MPDReply.Rows(count: items.count) { [self] row, reply in
                let song = song(items[row], at: row)
                if matcher.holds(for: song) { reply.add(song, showing: tags) }
            }
        }
    }

    private func songs(
        at positions: some RandomAccessCollection<Int>, of items: [QueueItem], _ tags: Set<TagType>
    ) -> MPDReply.Rows {
        let positions = Array(positions)
        return MPDReply.Rows(count: positions.count) { [self] row, reply in
            reply.add(song(items[positions[row]], at: positions[row]), showing: tags)
        }
    }

    private func song(_ item: QueueItem, at index: Int?) -> Song { Song(item, file: file(of: item), at: index) }

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
