import Application
import AudioTypes
import MPDProtocol
import MediaTypes
import PlayerModel

// What each command does.
extension MPDDoor {
    /// Gets the reply to a command, or the reason why it was refused.
    typealias Answer = (Result<MPDReply, MPDFailure>) -> Void

    /// Carries out a command. `answer` is called now, or once the media are open, unless this throws.
    func perform(_ command: Command, _ text: CommandText, for client: MPDClient, answer: @escaping Answer) throws(MPDFailure) {
        if !command.permission.isDisjoint(with: [.player, .add]) { application.clientActs(client.origin) }
        switch command {
        case .stats: addStatistics(to: lookAtPlayer(command, client), client, answer)
        case .lsinfo, .listall, .listallinfo, .listfiles, .find, .search, .findadd, .searchadd, .list, .count, .update, .rescan,
            .readcomments:
            try askLibrary(command, text, client, answer)
        case .sticker: try noteSticker(text, client, answer)
        case .status, .currentsong, .decoders, .playlist, .playlistinfo, .playlistid, .plchanges, .plchangesposid,
            .playlistfind, .playlistsearch, .getvol, .replayGainStatus, .listpartitions:
            try look(command, text, client, answer)
        case .listplaylists, .listplaylist, .listplaylistinfo, .load, .save, .rename, .rm, .playlistadd, .playlistclear,
            .playlistdelete, .playlistmove, .searchaddpl:
            try useStored(command, text, client, answer)
        case .add, .addid, .clear, .delete, .deleteid, .move, .moveid, .swap, .swapid, .shuffle, .prio, .prioid, .rangeid,
            .addtagid, .cleartagid:
            try edit(command, text, client, answer)
        case .`repeat`, .random, .single, .consume, .crossfade, .mixrampdb, .mixrampdelay, .replayGainMode:
            try setOption(command, text, client, answer)
        case .outputs, .enableoutput, .disableoutput, .toggleoutput, .outputset, .moveoutput:
            application.whenGraphIsKnown(for: client.origin) { [self] in useOutputs(command, text, client, answer) }
        case .albumart, .readpicture: try fetchPicture(command, text, client, answer: answer)
        case .getfingerprint: try fetchFingerprint(text, client, answer)
        case .partition:
            guard text.text(0) == "default" else { throw MPDFailure(.noExist, "partition does not exist") }
            answer(.success(MPDReply()))
        case .delpartition:
            guard text.text(0) == "default" else { throw MPDFailure(.noExist, "no such partition") }
            throw MPDFailure(.unknown, "cannot delete the default partition")
        case .clearerror:
            latestError = nil
            answer(.success(MPDReply()))
        case .protocol:
            try Self.checkProtocol(text)
            answer(.success(MPDReply()))
        default: try control(command, text, client, answer)
        }
    }

    /// Checks the arguments of `protocol`: there is no feature to switch on.
    private static func checkProtocol(_ text: CommandText) throws(MPDFailure) {
        switch text.arguments.isEmpty ? nil : text.text(0) {
        case nil, "all", "clear", "available":
            if text.arguments.count > 1 { throw MPDFailure(.argument, "Too many arguments") }
        case "enable", "disable":
            guard text.arguments.count > 1 else { throw MPDFailure(.argument, "Not enough arguments") }
            throw MPDFailure(.argument, "Unknown protocol feature")
        default: throw MPDFailure(.argument, "Unknown sub command")
        }
    }

    // MARK: The player

    private func control(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let player = application.snapshot.player
        let isStopped = player.state == .stopped
        switch command {
        case .play:
            guard let index = try place(text), index >= 0 else { return resume(client, answer) }
            guard index < player.queue.items.count else { throw .badIndex }
            perform(.playPlace(index), client, answer)
        case .playid:
            guard let id = try place(text), id >= 0 else { return resume(client, answer) }
            try requireItem(Int64(id), in: player.queue)
            perform(.playItem(Int64(id)), client, answer)
        case .pause:
            let pauses = text.arguments.isEmpty ? player.state != .paused : try text.flag(0)
            // A stopped player stays as it is.
            guard !isStopped else { return answer(.success(MPDReply())) }
            perform(pauses ? .pause : .play, client, answer)
        case .stop: perform(.stop, client, answer)
        case .next:
            guard !isStopped else { throw .notPlaying }
            perform(player.hasNextItem ? .next : .stop, client, answer)
        case .previous:
            guard !isStopped else { throw .notPlaying }
            perform(.previous, client, answer)
        case .seek, .seekid: try seek(command, text, player, client, answer)
        case .seekcur:
            let seconds = try text.number(0)
            let isOffset = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(text.arguments[0].first)
            guard !isStopped else { throw .notPlaying }
            perform(isOffset ? .seekBy(seconds) : .seekTo(seconds), client, answer)
        case .setvol:
            let level = Double(try text.unsigned(0, most: 100)) / 100
            perform(.setVolume(level: level, delta: nil, muted: false), client, answer)
        case .volume:
            let delta = Double(try text.integer(0, in: -100...100)) / 100
            perform(.setVolume(level: nil, delta: delta, muted: false), client, answer)
        default: throw MPDFailure(.unknown, "unknown command \"\(text.name)\"")
        }
    }

    /// Returns the number that names a song; `nil` without one.
    private func place(_ text: CommandText) throws(MPDFailure) -> Int? {
        text.arguments.isEmpty ? nil : try text.integer(0)
    }

    /// Goes on, or begins with the queue. With an empty queue nothing happens.
    private func resume(_ client: MPDClient, _ answer: @escaping Answer) {
        guard application.snapshot.player.hasSomethingToPlay else { return answer(.success(MPDReply())) }
        perform(.play, client, answer)
    }

    private func seek(
        _ command: Command, _ text: CommandText, _ player: Player, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let number = try text.unsigned(0)
        let seconds = try text.seconds(1)
        let id: Int64
        if command == .seek {
            guard player.queue.items.indices.contains(number) else { throw .badIndex }
            id = player.queue.items[number].id
        } else {
            id = Int64(number)
            try requireItem(id, in: player.queue)
        }
        guard player.item?.id != id || player.state == .stopped else { return perform(.seekTo(seconds), client, answer) }
        perform(.playItem(id), client) { [weak self] result in
            guard let self, case .success = result else { return answer(result) }
            perform(.seekTo(seconds), client, answer)
        }
    }

    func requireItem(_ id: Int64, in queue: PlayQueue) throws(MPDFailure) {
        guard queue.items.contains(where: { $0.id == id }) else { throw .noSuchSong }
    }

    // MARK: Options

    private func setOption(
        _ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer
    ) throws(MPDFailure) {
        let player = application.snapshot.player
        switch command {
        case .random: perform(.setModes(repeats: nil, shuffles: try text.flag(0), consumes: nil), client, answer)
        case .consume:
            let isOnce = text.text(0) == StatusReport.Consume.oneshot.rawValue
            perform(
                .setModes(repeats: nil, shuffles: nil, consumes: isOnce ? true : try text.flag(0), consumesOnce: isOnce), client,
                answer)
        case .`repeat`:
            setModes(repeats: try text.flag(0), StatusReport.single(of: player), player, client, answer)
        case .single:
            guard let single = StatusReport.Single(rawValue: text.text(0)) else {
                throw MPDFailure(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
            }
            setModes(repeats: player.queue.modes.repeats != .off, single, player, client, answer)
        case .crossfade:
            // A longer overlap than there can be becomes the longest one.
            perform(.setOptions([.crossfade: .number(Double(try text.unsigned(0)))]), client, answer)
        case .mixrampdb:
            // Without a delay, MPD has no use for it either.
            mixRampDecibels = try text.number(0)
            tell(.options)
            answer(.success(MPDReply()))
        case .mixrampdelay:
            // A negative number, or none, switches it off.
            let isOff = text.text(0).lowercased() == "nan" ? true : try text.number(0) < 0
            guard isOff else { throw Self.noMixRamp }
            answer(.success(MPDReply()))
        default:
            guard let mode = PlayerOption.replayGain.accepted(.word(text.text(0))) else {
                throw MPDFailure(.argument, "Unrecognized replay gain mode")
            }
            perform(.setOptions([.replayGain: mode]), client, answer)
        }
    }

    private static let noMixRamp = MPDFailure(.unknown, "There is no MixRamp: songs overlap as crossfade says")

    /// Sets whether songs repeat and what happens after each of them: first the modes, then where playback stops by itself.
    private func setModes(
        repeats: Bool, _ single: StatusReport.Single, _ player: Player, _ client: MPDClient, _ answer: @escaping Answer
    ) {
        let wanted: QueueModes.Repeat = repeats ? (single == .on ? .one : .all) : .off
        let stop: StopRequest? =
            switch single {
            case .off: nil
            case .on: repeats ? nil : .eachItem
            case .oneshot: .currentItem
            }
        // A time at which playback stops has nothing to do with this.
        let isKept = stop == nil && ![.currentItem, .eachItem].contains(player.pendingStop)
        perform(.setModes(repeats: wanted, shuffles: nil, consumes: nil), client) { [weak self] result in
            guard !isKept, case .success = result else { return answer(result) }
            self?.perform(.stopAfter(stop), client, answer)
        }
    }

    // MARK: Answers

    /// Has the application carry out a command, and answers with nothing but its outcome.
    func perform(_ command: PlayerCommand, _ client: MPDClient, _ answer: @escaping Answer) {
        application.perform(command, for: client.origin) { result in
            answer(result.map { _ in MPDReply() }.mapError(MPDFailure.init))
        }
    }
}
