import ControlProtocol
import MPDMigration

/// Takes over the queue, the place in it, the volume and the modes.
struct QueueImport {
    private let source: MPDSource
    private let replaces: Bool
    private let report: ImportReport

    init(_ source: MPDSource, replaces: Bool, _ report: ImportReport) {
        (self.source, self.replaces, self.report) = (source, replaces, report)
    }

    func run(_ connection: DaemonConnection?) throws(ClientFailure) {
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
        guard try makeRoom(connection) else { return }
        let isWhole = try add(kept, connection)
        try setModes(state, connection)
        if let index = state.current, state.playback != .stop {
            let place = addresses[..<index].count { $0 != nil }
            if isWhole, addresses[index] != nil {
                try goOn(state, at: place, connection)
            } else {
                report.lost("the place in the queue")
            }
        }
    }

    /// Makes the queue empty, if that is wanted. Returns whether it is.
    private func makeRoom(_ connection: DaemonConnection) throws(ClientFailure) -> Bool {
        let list = try value("queue.list", ["limit": .integer(1)], connection)
        // Whoever may not ask does not know that the queue is empty.
        guard let length = list?["length"]?.integerValue else { return false }
        guard length > 0 else { return true }
        guard replaces else {
            report.lost("the queue: fermatad has one of \(length) items, which stays as it is without --replace-queue")
            return false
        }
        return try value("queue.clear", connection) != nil
    }

    /// Adds the songs. Returns whether each of them is in the queue, once.
    private func add(_ addresses: [String], _ connection: DaemonConnection) throws(ClientFailure) -> Bool {
        var added = 0
        for piece in QueueAdding.pieces(addresses) {
            let parameters: JSONObject = ["uris": .array(piece.map(JSONValue.string))]
            guard let value = try value("queue.add", parameters, connection) else { continue }
            added += (try? Wire.QueueAddition(json: value))?.count ?? 0
            for entry in (value.objectValue.flatMap { try? Wire.SkippedEntry.all(in: $0) }) ?? [] {
                report.lost("\(entry.uri): \(entry.message)")
            }
        }
        report.say("queue: \(added) items")
        return added == addresses.count
    }

    private func setModes(_ state: MPDState, _ connection: DaemonConnection) throws(ClientFailure) {
        let repeats: Wire.RepeatMode = state.repeats ? (state.single == .on ? .one : .all) : .off
        let modes: JSONObject = [
            "repeat": .string(repeats.rawValue), "shuffle": .bool(state.random), "consume": .bool(state.consume),
        ]
        guard try value("queue.set", modes, connection) != nil else { return }
        report.say(
            "modes: repeat \(repeats.rawValue), shuffle \(state.random ? "on" : "off"), consume \(state.consume ? "on" : "off")")
        let stop: String? = state.single == .oneshot ? "current" : state.single == .on && !state.repeats ? "each" : nil
        if let stop, try value("player.stopAfter", ["item": .string(stop)], connection) != nil {
            report.say("stop after: \(stop)")
        }
        if let volume = state.volume, try value("volume", ["level": .number(Double(volume) / 100)], connection) != nil {
            report.say("volume: \(volume)%")
        }
    }

    /// Goes to the place at which MPD was, and plays there, or pauses without having been heard.
    private func goOn(_ state: MPDState, at place: Int, _ connection: DaemonConnection) throws(ClientFailure) {
        let isPaused = state.playback == .pause
        let wasMuted = try value("volume", connection)?["muted"]?.boolValue ?? false
        if isPaused, !wasMuted { _ = try value("volume", ["muted": .bool(true)], connection) }
        var isThere = try value("play", ["index": .integer(Int64(place))], connection) != nil
        if isThere, state.elapsed > 0 {
            isThere = try value("seek", ["position": .number(state.elapsed)], connection) != nil
        }
        if isPaused {
            _ = try value("pause", connection)
            if !wasMuted { _ = try value("volume", ["muted": .bool(false)], connection) }
        }
        if isThere {
            report.say("\(isPaused ? "paused" : "playing") at \(TimeText.text(state.elapsed)) of item \(place + 1)")
        }
    }

    /// Calls a method; what is refused is reported, and the value is `nil`.
    private func value(
        _ method: String, _ parameters: JSONObject = [:], _ connection: DaemonConnection
    ) throws(ClientFailure) -> JSONValue? {
        switch try connection.call(method, parameters).result {
        case .success(let value): return value
        case .failure(let error):
            report.lost("\(method): \(error.message)")
            return nil
        }
    }

    private func value(_ method: String, _ connection: DaemonConnection) throws(ClientFailure) -> JSONValue? {
        try value(method, [:], connection)
    }
}
