import Application
import AudioTypes
import MPDProtocol
import PlayerModel

// The commands that set how songs follow each other and how they sound.
extension MPDDoor {
    static let optionCommands: [MPDCommand] = [
        MPDCommand("repeat", .player, 1...1) { door, request throws(MPDFailure) in
            let player = door.application.snapshot.player
            door.setModes(repeats: try request.text.flag(0), StatusReport.single(of: player), player, request)
        },
        MPDCommand("single", .player, 1...1) { door, request throws(MPDFailure) in
            guard let single = StatusReport.Single(rawValue: request.text.text(0)) else {
                throw MPDFailure(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
            }
            let player = door.application.snapshot.player
            door.setModes(repeats: player.queue.modes.repeats != .off, single, player, request)
        },
        MPDCommand("random", .player, 1...1) { door, request throws(MPDFailure) in
            door.perform(.setModes(repeats: nil, shuffles: try request.text.flag(0), consumes: nil), request)
        },
        MPDCommand("consume", .player, 1...1) { door, request throws(MPDFailure) in
            guard let consume = StatusReport.Consume(rawValue: request.text.text(0)) else {
                throw MPDFailure(.argument, "Unrecognized consume mode, expected 0, 1, or oneshot")
            }
            door.perform(
                .setModes(repeats: nil, shuffles: nil, consumes: consume != .off, consumesOnce: consume == .oneshot), request)
        },
        MPDCommand("crossfade", .player, 1...1) { door, request throws(MPDFailure) in
            // A longer overlap than there can be becomes the longest one.
            door.perform(.setOptions([.crossfade: .number(Double(try request.text.unsigned(0)))]), request)
        },
        MPDCommand("mixrampdb", .player, 1...1) { door, request throws(MPDFailure) in
            // Without a delay, MPD has no use for it either; with one, the levels of each song decide here.
            door.mixRampDecibels = try request.text.number(0)
            door.tell(.options)
            request.reply()
        },
        MPDCommand("mixrampdelay", .player, 1...1) { door, request throws(MPDFailure) in
            // What is not above 0, and what is no number, switches it off, as in MPD.
            let delay = request.text.text(0).lowercased() == "nan" ? 0 : try request.text.number(0)
            let mode: CrossfadeMode = delay > 0 ? .content : .time
            if delay > 0 { door.mixRampDelay = delay }
            door.perform(.setOptions([.crossfadeBy: .word(mode.rawValue)]), request)
        },
        MPDCommand("replay_gain_mode", .player, 1...1) { door, request throws(MPDFailure) in
            guard let mode = PlayerOption.replayGain.accepted(.word(request.text.text(0))) else {
                throw MPDFailure(.argument, "Unrecognized replay gain mode")
            }
            door.perform(.setOptions([.replayGain: mode]), request)
        },
        MPDCommand("replay_gain_status", .read) { door, request in
            let mode = door.application.snapshot.player.configuration.options.replayGain
            request.reply { $0.add("replay_gain_mode", mode.rawValue) }
        },
    ]

    /// Sets whether songs repeat and what happens after each of them: first the modes, then where playback stops by itself.
    private func setModes(repeats: Bool, _ single: StatusReport.Single, _ player: Player, _ request: MPDRequest) {
        let wanted: QueueModes.Repeat = repeats ? (single == .on ? .one : .all) : .off
        let stop: StopRequest? =
            switch single {
            case .off: nil
            case .on: repeats ? nil : .eachItem
            case .oneshot: .currentItem
            }
        // A time at which playback stops has nothing to do with this.
        let isKept = stop == nil && ![.currentItem, .eachItem].contains(player.pendingStop)
        let modes = PlayerCommand.setModes(repeats: wanted, shuffles: nil, consumes: nil)
        guard !isKept else { return perform(modes, request) }
        perform(modes, request.then { [weak self] in self?.perform(.stopAfter(stop), request) })
    }
}
