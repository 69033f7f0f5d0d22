import AudioTypes
import MPDProtocol
import MediaTypes
import PlayerModel

extension StatusReport {
    /// Makes the status of a player.
    /// - Parameter now: CLOCK_MONOTONIC, in seconds.
    init(_ player: Player, error: String?, at now: Double) {
        self.init()
        let queue = player.queue
        volume = Self.percent(of: player)
        repeats = queue.modes.repeats != .off
        random = queue.modes.shuffles
        single = Self.single(of: player)
        consume = queue.modes.consumesOnce ? .oneshot : queue.modes.consumes ? .on : .off
        version = queue.revision
        length = queue.items.count
        state =
            switch player.state {
            case .playing, .buffering: .play
            case .paused: .pause
            case .stopped: .stop
            }
        crossfade = Int(player.configuration.options.crossfadeSeconds.rounded())
        song = Self.place(of: player.item, player)
        next = Self.place(of: player.upcomingItem, player)
        self.error = error
        guard state != .stop, player.item != nil else { return }
        let elapsed = min(player.position?.seconds(at: now) ?? 0, player.duration ?? .infinity)
        let kilobits = player.sourceDescription?.bitRate.map { ($0 + 500) / 1_000 }
        playing = Playing(elapsed: elapsed, kilobits: kilobits, duration: player.duration, audio: Self.format(of: player))
    }

    /// Returns what happens after the current song: the song itself again, and a stop after each song, are both `single`.
    static func single(of player: Player) -> Single {
        switch player.pendingStop {
        case .currentItem: .oneshot
        case .eachItem: .on
        case .item, .time, nil: player.queue.modes.repeats == .one ? .on : .off
        }
    }

    /// Returns the volume that is heard, 0…100: 100 is the most that the output allows.
    static func percent(of player: Player) -> Int {
        let (volume, most) = (player.volume, player.volumeMaximum)
        return volume.muted || most <= 0 ? 0 : Int((min(1, volume.level / most) * 100).rounded())
    }

    private static func place(of item: QueueItem?, _ player: Player) -> Song.Place? {
        guard let item, let index = player.index(of: item) else { return nil }
        return Song.Place(position: index, id: item.id)
    }

    /// Returns rate, bits and channels of the media; `nil` while nothing is open. `f` stands for codecs whose samples have no
    /// number of bits.
    private static func format(of player: Player) -> String? {
        player.sourceDescription.map { source in
            let bits = source.bitsPerSample.map { "\($0)" } ?? "f"
            return "\(source.format.sampleRate.hertz):\(bits):\(source.format.channelCount)"
        }
    }
}
