import ControlProtocol
import FermataKit
import MPDMigration

/// Takes over the queue, the place in it, the volume and the modes.
struct QueueImport {
    private let source: MPDSource
    private let replaces: Bool
    private let report: ImportReport

    init(_ source: MPDSource, replaces: Bool, _ report: ImportReport) {
        (self.source, self.replaces, self.report) = (source, replaces, report)
    }

    func run(_ connection: DaemonConnection?, _ undo: inout ImportUndo) throws(ClientFailure) {
        guard let state = source.state else {
            if let problem = source.stateProblem { report.lost(problem) } else { report.say("queue: MPD has no state file") }
            return
        }
        state.losses.forEach(report.lost)
        let addresses = state.songs.map(source.address)
        let lost = addresses.count { $0 == nil }
        if lost > 0 { report.lost("\(lost) songs of the queue that fermatad cannot play") }
        let kept = addresses.compactMap(\.self)
        guard let connection else {
            report.say("would put \(kept.count) songs into the queue, and set its modes and the volume")
            return
        }
        guard let room = try makeRoom(connection, undo) else { return }
        let modes = try answer(Methods.Queue.set, Wire.QueueModeChange(), connection)
        let volume = try answer(Methods.volume, (Wire.VolumeChange(), nil), connection)
        let (isWhole, added) = try add(kept, connection)
        undo.note(items: added.compactMap(\.self), modes: modes, volume: volume, former: room.playlist)
        var items: [Int: Int64] = [:]
        for (place, item) in zip(addresses.indices.filter { addresses[$0] != nil }, added) { items[place] = item }
        try setModes(state, connection)
        // Before anything plays: the current item cannot become a part of itself.
        try setParts(state.parts, of: items, connection)
        try setPriorities(state.priorities, of: items, connection)
        try setTags(state.tags, of: items, connection)
        if let index = state.current, state.playback != .stop {
            let place = addresses[..<index].count { $0 != nil }
            if isWhole, addresses[index] != nil {
                try goOn(state, at: place, connection)
            } else {
                report.lost("the place in the queue")
            }
        }
    }

    /// An empty queue.
    private struct Room {
        /// The playlist that keeps what was in it; `nil` if there is nothing to keep.
        var playlist: String?
    }

    /// Makes the queue empty, if that is wanted. A playlist keeps its items, unless imports have added all of them. Returns `nil` if
    /// the queue is not to be changed.
    private func makeRoom(
        _ connection: DaemonConnection, _ undo: ImportUndo
    ) throws(ClientFailure) -> Room? {
        // A client that may not ask does not know that the queue is empty.
        guard let length = try answer(Methods.Queue.list, (offset: 0, limit: 1), connection)?.length else { return nil }
        guard length > 0 else { return Room(playlist: nil) }
        guard replaces else {
            report.lost("the queue: fermatad has one of \(length) items, which stays as it is without --replace-queue")
            return nil
        }
        var playlist: String?
        if !undo.hasAdded(try QueueReader(connection).ids()) {
            guard let name = try keep(connection) else { return nil }
            report.say("queue: the \(length) items in it are the playlist \"\(name)\" now")
            playlist = name
        }
        return try isDone(Methods.Queue.clear, (), connection) ? Room(playlist: playlist) : nil
    }

    /// Saves the queue as a playlist of a name that is free. Returns the name; `nil` if that is refused.
    private func keep(_ connection: DaemonConnection) throws(ClientFailure) -> String? {
        for number in 1...Self.mostFormerQueues {
            let name = ImportUndo.formerQueue + (number > 1 ? " \(number)" : "")
            switch try connection.ask(Methods.Playlist.save, (name, .create, uris: nil)).result {
            case .success: return name
            case .failure(let error) where error.code == .playlistExists: continue
            case .failure(let error):
                report.lost("the queue, which stays as it is: \(error.message)")
                return nil
            }
        }
        report.lost("the queue, which stays as it is: there are \(Self.mostFormerQueues) playlists \"\(ImportUndo.formerQueue)\"")
        return nil
    }

    private static let mostFormerQueues = 100

    /// Adds the songs. Returns whether each of them is in the queue, once, and the items that they have become; `nil` for a song of which
    /// that is not known.
    private func add(
        _ addresses: [String], _ connection: DaemonConnection
    ) throws(ClientFailure) -> (isWhole: Bool, items: [Int64?]) {
        var (count, items, isWhole): (Int, [Int64?], Bool) = (0, [], true)
        for piece in QueueAdding.pieces(addresses) {
            // A disk may be away: its songs stay in the queue, as they did in that of MPD.
            let insertion = Wire.QueueInsertion(uris: Array(piece), missing: true)
            let addition = try answer(Methods.Queue.add, insertion, connection)
            count += addition?.count ?? 0
            for entry in addition?.skipped ?? [] { report.lost("\(entry.uri): \(entry.message)") }
            // The answer does not say which item is which song unless each song has become one.
            let isComplete = addition.map { $0.skipped.isEmpty && $0.count == piece.count } ?? false
            isWhole = isWhole && isComplete
            if isComplete, let addition, addition.ids.count == piece.count {
                items += addition.ids.map(Optional.some)
            } else {
                items += [Int64?](repeating: nil, count: piece.count)
            }
        }
        report.say("queue: \(count) items")
        return (isWhole, items)
    }

    /// Has the parts of songs play that MPD would have played.
    private func setParts(
        _ parts: [Int: MPDState.Part], of items: [Int: Int64], _ connection: DaemonConnection
    ) throws(ClientFailure) {
        var taken = 0
        for (place, part) in parts.sorted(by: { $0.key < $1.key }) {
            guard let item = items[place] else { continue }
            if try isDone(Methods.Queue.setRange, (item, start: part.start, end: part.end), connection) { taken += 1 }
        }
        if taken > 0 { report.say("parts of songs: \(taken)") }
        reportUnknown(parts.keys.count { items[$0] == nil }, "parts")
    }

    /// How many items one request is about: their numbers fit into a message.
    private static let itemsAtOnce = 10_000

    /// Gives the items the priorities that their songs had.
    private func setPriorities(
        _ priorities: [Int: UInt8], of items: [Int: Int64], _ connection: DaemonConnection
    ) throws(ClientFailure) {
        var wanted: [UInt8: [Int64]] = [:]
        for (place, priority) in priorities {
            if let item = items[place] { wanted[priority, default: []].append(item) }
        }
        var taken = 0
        for (priority, ids) in wanted.sorted(by: { $0.key > $1.key }) {
            for start in stride(from: 0, to: ids.count, by: Self.itemsAtOnce) {
                let piece = ids[start..<min(start + Self.itemsAtOnce, ids.count)]
                if try isDone(Methods.Queue.setPriority, (Array(piece), priority), connection) { taken += piece.count }
            }
        }
        if taken > 0 { report.say("priorities: \(taken)") }
        reportUnknown(priorities.keys.count { items[$0] == nil }, "priorities")
    }

    /// Gives addresses of the network the tags that MPD has of them. Those of the media itself take their place once it is open.
    private func setTags(
        _ tags: [Int: [MPDState.Tag: String]], of items: [Int: Int64], _ connection: DaemonConnection
    ) throws(ClientFailure) {
        var taken = 0
        for (place, texts) in tags.sorted(by: { $0.key < $1.key }) {
            guard let item = items[place] else { continue }
            var wanted: [Wire.QueueTag: String] = [:]
            for (tag, text) in texts { Wire.QueueTag(rawValue: tag.rawValue).map { wanted[$0] = text } }
            if try isDone(Methods.Queue.setTags, (item, wanted), connection) { taken += 1 }
        }
        if taken > 0 { report.say("tags of streams: \(taken)") }
        reportUnknown(tags.keys.count { items[$0] == nil }, "tags")
    }

    private func reportUnknown(_ count: Int, _ what: String) {
        guard count > 0 else { return }
        report.lost("the \(what) of \(count) songs: they are not in the queue, or it is not known which items they are")
    }

    private func setModes(_ state: MPDState, _ connection: DaemonConnection) throws(ClientFailure) {
        let repeats: Wire.RepeatMode = state.repeats ? (state.single == .on ? .one : .all) : .off
        let modes = Wire.QueueModeChange(
            repeat: repeats, shuffle: state.random, consume: state.consume, consumeOnce: state.consumesOnce ? true : nil)
        guard try isDone(Methods.Queue.set, modes, connection) else { return }
        let consume = state.consumesOnce ? "once" : state.consume ? "on" : "off"
        report.say("modes: repeat \(repeats.rawValue), shuffle \(state.random ? "on" : "off"), consume \(consume)")
        let stop: Wire.StopTarget? = state.single == .oneshot ? .current : state.single == .on && !state.repeats ? .each : nil
        if let stop, try isDone(Methods.Player.stopAfter, stop, connection) {
            report.say("stop after: \(stop == .current ? "current" : "each")")
        }
        if let volume = state.volume,
            try isDone(Methods.volume, (Wire.VolumeChange(level: Double(volume) / 100), nil), connection)
        {
            report.say("volume: \(volume)%")
        }
    }

    /// Goes to the place at which MPD was, and plays there, or pauses without having been heard.
    private func goOn(_ state: MPDState, at place: Int, _ connection: DaemonConnection) throws(ClientFailure) {
        let isPaused = state.playback == .pause
        let wasMuted = try answer(Methods.volume, (Wire.VolumeChange(), nil), connection)?.muted ?? false
        if isPaused, !wasMuted { _ = try isDone(Methods.volume, (Wire.VolumeChange(muted: true), nil), connection) }
        var isThere = try isDone(Methods.play, .place(place), connection)
        if isThere, state.elapsed > 0 {
            isThere = try isDone(Methods.seek, .position(state.elapsed), connection)
        }
        if isPaused {
            _ = try isDone(Methods.pause, (), connection)
            if !wasMuted { _ = try isDone(Methods.volume, (Wire.VolumeChange(muted: false), nil), connection) }
        }
        if isThere {
            report.say("\(isPaused ? "paused" : "playing") at \(TimeText.text(state.elapsed)) of item \(place + 1)")
        }
    }

    /// Calls a method; what is refused is reported, and the answer is `nil`.
    private func answer<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, _ connection: DaemonConnection
    ) throws(ClientFailure) -> Answer? {
        let reply = try connection.ask(method, parameters)
        if case .failure(let error) = reply.result { report.lost("\(method.name): \(error.message)") }
        return reply.answer
    }

    /// Calls a method, and returns whether the daemon has done it; what is refused is reported.
    private func isDone<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, _ connection: DaemonConnection
    ) throws(ClientFailure) -> Bool {
        guard case .failure(let error) = try connection.ask(method, parameters).result else { return true }
        report.lost("\(method.name): \(error.message)")
        return false
    }
}
