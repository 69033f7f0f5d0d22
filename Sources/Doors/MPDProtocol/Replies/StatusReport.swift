/// The reply to `status`. A value.
package struct StatusReport: Hashable, Sendable {
    /// The states of the protocol, by its words.
    package enum State: String, Hashable, Sendable {
        case play, pause, stop
    }

    /// What happens after the current song.
    package enum Single: String, Hashable, Sendable {
        /// Playback goes on.
        case off = "0"
        /// The current song is repeated.
        case on = "1"
        /// Playback stops once.
        case oneshot
    }

    /// Whether songs leave the queue after they were played.
    package enum Consume: String, Hashable, Sendable {
        case off = "0"
        case on = "1"
        /// One song does.
        case oneshot
    }

    /// The song that is played, and where.
    package struct Playing: Hashable, Sendable {
        /// The position in seconds.
        package var elapsed: Double
        /// Thousands of bits in a second; `nil` if unknown.
        package var kilobits: Int?
        /// The duration in seconds; `nil` if unknown.
        package var duration: Double?
        /// Rate, bits and channels, as `44100:16:2`; `nil` while nothing is open.
        package var audio: String?

        /// Makes a value.
        package init(elapsed: Double, kilobits: Int? = nil, duration: Double?, audio: String?) {
            self.elapsed = elapsed
            self.kilobits = kilobits
            self.duration = duration
            self.audio = audio
        }
    }

    /// 0…100.
    package var volume = 100
    package var repeats = false
    package var random = false
    package var single = Single.off
    package var consume = Consume.off
    /// The version of the queue.
    package var version: Int64 = 0
    package var length = 0
    package var state = State.stop
    /// The playlist that was loaded last into the queue; empty if none was.
    package var loadedPlaylist = ""
    /// For how many seconds songs overlap.
    package var crossfade = 0
    /// The level at which songs were to overlap by their tags for MixRamp, in decibels. It is kept for clients, and used for nothing.
    package var mixRampDecibels = 0.0
    /// A number of seconds above 0 if what is heard at the ends of songs decides how they overlap; `nil` if not.
    package var mixRampDelay: Double?
    package var song: Song.Place?
    package var playing: Playing?
    /// The number of the scan of the library that runs; `nil` if none does.
    package var updating: Int64?
    /// What went wrong last, for a person.
    package var error: String?
    package var next: Song.Place?

    /// Makes the status of a player that has not played yet.
    package init() {}
}

extension ReplyText {
    /// Adds the lines of `status`, in the order in which MPD has them.
    package mutating func add(_ status: StatusReport) {
        add("volume", status.volume)
        add("repeat", status.repeats ? 1 : 0)
        add("random", status.random ? 1 : 0)
        add("single", status.single.rawValue)
        add("consume", status.consume.rawValue)
        add("partition", "default")
        // Clients read the version as a number of 32 bits.
        add("playlist", status.version & Int64(UInt32.max))
        add("playlistlength", status.length)
        add("mixrampdb", Decimals.short(status.mixRampDecibels))
        add("state", status.state.rawValue)
        add("lastloadedplaylist", status.loadedPlaylist)
        if status.crossfade > 0 { add("xfade", status.crossfade) }
        add("mixrampdelay", ifKnown: status.mixRampDelay.map(Decimals.short))
        if let song = status.song {
            add("song", song.position)
            add("songid", song.id)
        }
        if let playing = status.playing {
            add("time", "\(Int(Decimals.bounded(playing.elapsed))):\(Decimals.whole(playing.duration ?? 0))")
            add("elapsed", Decimals.milliseconds(playing.elapsed))
            add("bitrate", ifKnown: playing.kilobits)
            add("duration", ifKnown: playing.duration.map(Decimals.milliseconds))
            add("audio", ifKnown: playing.audio)
        }
        add("updating_db", ifKnown: status.updating)
        add("error", ifKnown: status.error)
        if let next = status.next {
            add("nextsong", next.position)
            add("nextsongid", next.id)
        }
    }
}
