import Application
import AudioTypes
import MPDProtocol
import Media
import PlayerModel
import SystemSupport

// The commands that change nothing.
extension MPDDoor {
    func look(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let player = application.snapshot.player
        switch command {
        case .playlistinfo, .playlistid, .playlist, .plchanges, .plchangesposid, .playlistfind, .playlistsearch:
            try look(command, text, at: player.queue, client, answer)
        case .currentsong:
            let entries = player.item.map { [ListedSongs.Entry(item: $0, index: player.index(of: $0))] } ?? []
            show(entries, client, answer)
        default: answer(.success(MPDReply(text: lookAtPlayer(command, client))))
        }
    }

    func lookAtPlayer(_ command: Command, _ client: MPDClient) -> ReplyText {
        let player = application.snapshot.player
        var reply = ReplyText()
        switch command {
        case .status:
            var report = StatusReport(
                player, error: latestError.map { application.sentence($0, for: client.origin) }, at: MonotonicClock.seconds)
            report.version = version(of: player.queue)
            report.mixRampDecibels = mixRampDecibels
            report.updating = application.library.scan?.id
            reply.add(report)
        case .stats:
            let times = times
            reply.add("uptime", Int(times.uptime))
            reply.add("playtime", Int(times.playing))
        case .getvol: reply.add("volume", StatusReport.percent(of: player.volume))
        case .replayGainStatus: reply.add("replay_gain_mode", player.configuration.options.replayGain.rawValue)
        case .outputs: for output in outputList() { reply.add(output) }
        case .listpartitions: reply.add("partition", "default")
        default:
            // FFmpeg reads all formats.
            reply.add("plugin", "ffmpeg")
            for suffix in AudioSuffixes.sorted { reply.add("suffix", suffix) }
        }
        return reply
    }

    /// Answers with what a command shows of the queue.
    private func look(
        _ command: Command, _ text: CommandText, at queue: PlayQueue, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let items = queue.items
        switch command {
        case .playlistinfo:
            let range = text.arguments.isEmpty ? items.indices : try text.range(0).clipped(to: items.count)
            show(range, of: items, client, answer)
        case .playlistid:
            guard !text.arguments.isEmpty else { return show(items.indices, of: items, client, answer) }
            let id = Int64(try text.unsigned(0))
            guard let index = items.firstIndex(where: { $0.id == id }) else { throw .noSuchSong }
            show(index..<index + 1, of: items, client, answer)
        case .plchanges: show(try changes(text, queue)[...], of: items, client, answer)
        case .playlist:
            let rows = MPDReply.Rows(count: items.count) { [self] in $1.add("\($0):file", file(of: items[$0])) }
            answer(.success(MPDReply(rows: rows)))
        case .plchangesposid:
            let changes = try changes(text, queue)
            let rows = MPDReply.Rows(count: changes.count) { row, reply in
                reply.add("cpos", changes[row])
                reply.add("Id", items[changes[row]].id)
            }
            answer(.success(MPDReply(rows: rows)))
        default:
            let arguments = text.arguments.indices.map(text.text)
            let matcher = SongMatcher(try SongFilter(arguments[...], isSearch: command == .playlistsearch))
            show(items.indices, of: items, matching: matcher, client, answer)
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
