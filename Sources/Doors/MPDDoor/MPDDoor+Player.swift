import Application
import MPDProtocol
import PlayerModel

// The commands that control the player.
extension MPDDoor {
    static let playerCommands: [MPDCommand] = [
        MPDCommand("play", .player, 0...1) { door, request throws(MPDFailure) in try door.play(request) },
        MPDCommand("playid", .player, 0...1) { door, request throws(MPDFailure) in try door.playItem(request) },
        MPDCommand("pause", .player, 0...1) { door, request throws(MPDFailure) in try door.pause(request) },
        MPDCommand("stop", .player) { door, request in door.perform(.stop, request) },
        MPDCommand("next", .player) { door, request throws(MPDFailure) in
            let player = try door.startedPlayer()
            door.perform(player.hasNextItem ? .next : .stop, request)
        },
        MPDCommand("previous", .player) { door, request throws(MPDFailure) in
            _ = try door.startedPlayer()
            door.perform(.previous, request)
        },
        MPDCommand("seek", .player, 2...2) { door, request throws(MPDFailure) in try door.seek(request, byID: false) },
        MPDCommand("seekid", .player, 2...2) { door, request throws(MPDFailure) in try door.seek(request, byID: true) },
        MPDCommand("seekcur", .player, 1...1) { door, request throws(MPDFailure) in
            let seconds = try request.text.number(0)
            let isOffset = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(request.text.arguments[0].first)
            _ = try door.startedPlayer()
            door.perform(isOffset ? .seekBy(seconds) : .seekTo(seconds), request)
        },
        MPDCommand("setvol", .player, 1...1) { door, request throws(MPDFailure) in
            let level = Double(try request.text.unsigned(0, most: 100)) / 100 * door.application.snapshot.player.volumeMaximum
            door.perform(.setVolume(level: level, delta: nil, muted: false), request)
        },
        MPDCommand("volume", .player, 1...1) { door, request throws(MPDFailure) in
            let delta = Double(try request.text.integer(0, in: -100...100)) / 100 * door.application.snapshot.player.volumeMaximum
            door.perform(.setVolume(level: nil, delta: delta, muted: false), request)
        },
        MPDCommand("clearerror", .player) { door, request in
            door.latestError = nil
            request.reply()
        },
    ]

    /// Returns the player.
    /// - Throws: a refusal if it is stopped.
    private func startedPlayer() throws(MPDFailure) -> Player {
        let player = application.snapshot.player
        guard player.state != .stopped else { throw .notPlaying }
        return player
    }

    private func play(_ request: MPDRequest) throws(MPDFailure) {
        guard let index = try place(request.text), index >= 0 else { return resume(request) }
        guard index < application.snapshot.player.queue.items.count else { throw .badIndex }
        perform(.playPlace(index), request)
    }

    private func playItem(_ request: MPDRequest) throws(MPDFailure) {
        guard let id = try place(request.text), id >= 0 else { return resume(request) }
        try requireItem(Int64(id), in: application.snapshot.player.queue)
        perform(.playItem(Int64(id)), request)
    }

    /// Returns the number that names a song; `nil` without one.
    private func place(_ text: CommandText) throws(MPDFailure) -> Int? {
        text.arguments.isEmpty ? nil : try text.integer(0)
    }

    /// Goes on, or begins with the queue. With an empty queue nothing happens.
    private func resume(_ request: MPDRequest) {
        guard application.snapshot.player.hasSomethingToPlay else { return request.reply() }
        perform(.play, request)
    }

    private func pause(_ request: MPDRequest) throws(MPDFailure) {
        let state = application.snapshot.player.state
        let pauses = request.text.arguments.isEmpty ? state != .paused : try request.text.flag(0)
        // A stopped player stays as it is.
        guard state != .stopped else { return request.reply() }
        perform(pauses ? .pause : .play, request)
    }

    private func seek(_ request: MPDRequest, byID: Bool) throws(MPDFailure) {
        let player = application.snapshot.player
        let number = try request.text.unsigned(0)
        let seconds = try request.text.seconds(1)
        let id: Int64
        if byID {
            id = Int64(number)
            try requireItem(id, in: player.queue)
        } else {
            guard player.queue.items.indices.contains(number) else { throw .badIndex }
            id = player.queue.items[number].id
        }
        guard player.item?.id != id || player.state == .stopped else { return perform(.seekTo(seconds), request) }
        perform(.playItem(id), request.then { [weak self] in self?.perform(.seekTo(seconds), request) })
    }

    func requireItem(_ id: Int64, in queue: PlayQueue) throws(MPDFailure) {
        guard queue.items.contains(where: { $0.id == id }) else { throw .noSuchSong }
    }

    /// Has the application carry out a command, and answers with nothing but its outcome.
    func perform(_ command: PlayerCommand, _ request: MPDRequest) {
        application.perform(command, for: request.client.origin) { result in
            request.answer(result.map { _ in MPDReply() }.mapError(MPDFailure.init))
        }
    }
}
