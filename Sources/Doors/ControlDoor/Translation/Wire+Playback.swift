import AudioTypes
import ControlProtocol
import Media
import MediaTypes
import PlayerModel

// The player's values in the form of the protocol.

extension Wire.QueueItem {
    init(_ item: QueueItem) {
        let tags = item.albumTags
        self.init(
            id: item.id, uri: item.uri, title: item.title, artist: item.artist, album: item.album, albumArtist: tags.artist,
            trackNumber: item.trackNumber.map(Int.init), trackTotal: tags.trackTotal.map(Int.init),
            discNumber: tags.discNumber.map(Int.init), discTotal: tags.discTotal.map(Int.init), date: tags.date,
            genre: tags.genre, hasPicture: item.hasPicture == true, duration: item.duration,
            durationIsEstimate: item.durationIsEstimate, priority: item.priority == 0 ? nil : Int(item.priority),
            range: item.range.map { Wire.ItemRange(start: $0.start.seconds, end: $0.end?.seconds) },
            audio: item.track.map { Wire.TrackChoice($0) }, automatic: item.isAutomatic)
    }
}

extension Wire.QueueItem {
    /// Makes an item with what the queue knows of tries to play it.
    init(_ item: QueueItem, in queue: PlayQueue) {
        self.init(item)
        failure = queue.failures[item.id]?.message
    }
}

extension Wire.Passthrough {
    /// Tells what the output gets from `player` as it is.
    init(_ player: Player) {
        self.init(
            codecs: player.configuration.options.passthrough.sortedNames, offered: player.offeredPassthrough.sortedNames,
            output: player.offeringSink, playing: player.passedThrough?.rawValue)
    }
}

extension Set<PassthroughCodec> {
    /// The names in the order in which the protocol lists them.
    fileprivate var sortedNames: [String] { PassthroughCodec.allCases.filter(contains).map(\.rawValue) }
}

extension Wire.Position {
    init(_ position: HeardPosition) {
        self.init(seconds: position.seconds, monotonic: position.monotonic, rate: position.rate)
    }
}

extension Wire.Volume {
    init(_ volume: Volume, maximum: Double = 1) {
        self.init(level: volume.level, muted: volume.muted, maximum: maximum < 1 ? maximum : nil)
    }

    /// Makes the volume of a player, with the most that its output allows.
    init(_ player: Player) { self.init(player.volume, maximum: player.volumeMaximum) }
}

extension Wire.VolumeSource {
    init(_ source: VolumeSource) {
        self =
            switch source {
            case .client: .client
            case .system: .system
            case .limit: .limit
            case .output: .output
            }
    }
}

extension Wire.VolumeFade {
    init(_ fade: VolumeFadeReport) { self.init(level: fade.goal, seconds: fade.left, monotonic: fade.monotonic) }
}

extension Wire.QueueModes {
    init(_ modes: QueueModes) {
        self.init(
            repeat: Wire.RepeatMode(rawValue: modes.repeats.rawValue) ?? .off, shuffle: modes.shuffles,
            consume: modes.consumes, consumeOnce: modes.consumesOnce, repeatCount: modes.repeatsLeft,
            shuffleBy: modes.shufflesBy == .albums ? .albums : nil)
    }
}

extension Wire.AudioFormat {
    init(_ source: SourceDescription, _ gain: TrackGain?, passedThrough: PassthroughCodec? = nil) {
        self.init(
            codec: source.codec, sampleRate: Int(source.format.sampleRate.hertz), channels: source.format.channelCount,
            bitsPerSample: source.bitsPerSample, bitRate: source.bitRate,
            replayGain: gain.map { ($0.decibels * 100).rounded() / 100 },
            replayGainFrom: gain.flatMap { Wire.GainOrigin(rawValue: $0.origin.rawValue) }, passthrough: passedThrough?.rawValue)
    }
}

extension Wire.PlayerState {
    init(_ state: PlaybackState) {
        self =
            switch state {
            case .playing: .playing
            case .paused: .paused
            case .stopped: .stopped
            case .buffering: .buffering
            }
    }
}

extension Wire.StateReason {
    init(_ reason: PlaybackReason) {
        self =
            switch reason {
            case .user: .user
            case .mpris: .mpris
            case .mpd: .mpd
            case .alarm: .alarm
            case .endOfQueue: .endOfQueue
            case .error: .error
            case .routeLost: .routeLost
            case .interrupted: .interrupted
            case .mediaServicesLost: .mediaServicesLost
            case .systemSleep: .systemSleep
            case .stopAfter: .stopAfter
            case .startup: .startup
            case .none: .none
            }
    }
}

extension Wire.SpeedObstacle {
    init(_ obstacle: SpeedObstacle) {
        self =
            switch obstacle {
            case .live: .live
            case .passthrough: .passthrough
            }
    }
}

extension SpeedScope {
    init(_ scope: Wire.SpeedScope) {
        self =
            switch scope {
            case .item: .item
            case .book: .book
            case .feed: .feed
            case .all: .all
            }
    }
}

extension Wire.WantedSpeed {
    init(_ speed: SpeedInForce) {
        let from: Wire.SpeedScope =
            switch speed.scope {
            case .item: .item
            case .book: .book
            case .feed: .feed
            case .all: .all
            }
        self.init(speed: speed.speed, from: from, of: speed.owner?.name)
    }
}

extension Wire.StopAfter {
    init(_ stop: StopReport) {
        switch stop {
        case .currentItem: self.init(after: .current)
        case .eachItem: self.init(after: .each)
        case .item(let id): self.init(after: .item, item: id)
        case .time(let left, let monotonic, let fade):
            self.init(after: .time, seconds: left, monotonic: monotonic, fade: fade)
        }
    }
}

extension Wire.Loop {
    init(_ loop: MediaLoop) { self.init(from: loop.from, to: loop.to, count: loop.count, left: loop.left) }
}

extension Wire.ItemChangeReason {
    init(_ reason: ItemChangeReason) {
        self =
            switch reason {
            case .next: .next
            case .previous: .previous
            case .gapless: .gapless
            case .play: .play
            case .queue: .queue
            case .end: .end
            }
    }
}

extension RawSamples {
    /// Makes the raw samples' format from one that the catalogue has checked; `nil` for a container.
    init?(_ format: Wire.StreamFormat) {
        guard let encoding = Encoding(rawValue: format.encoding.rawValue),
            let rate = format.sampleRate.flatMap({ SampleRate(hertz: $0) }), let channels = format.channels
        else { return nil }
        self.init(encoding: encoding, sampleRate: rate, channelCount: channels)
    }
}

extension Wire.SkippedEntry {
    init(_ entry: SkippedEntry) { self.init(uri: entry.uri, message: entry.message) }
}
