import Application
import MediaTypes
import MessageBus
import PlayerModel

/// What is published about the player, apart from the position. A value: the control thread makes it, the bus thread keeps it.
struct PublishedPlayer: Hashable, Sendable {
    /// The states of MPRIS, by its words.
    enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    var status = Status.stopped
    var modes = QueueModes()
    /// The volume that is heard, 0…1 on the cubic scale of mixers: 0 if the player is muted.
    var volume = 1.0
    /// How many volumes the output has not allowed: a client that asked for more is told the volume again, or its slider stays where it is.
    var refusedVolumes = 0
    var abilities = PlayerAbilities()
    /// How fast the position advances while something plays.
    var rate = 1.0
    /// The item that plays, or would play.
    var current: PublishedTrack?
    /// The part of the queue that is published.
    var tracks: [PublishedTrack] = []

    /// Makes a player without tracks, which has nothing to play.
    init() {}

    /// Takes from `player` what is published, apart from the part of the queue.
    init(_ player: Player, _ abilities: PlayerAbilities) {
        status =
            switch player.state {
            case .playing, .buffering: .playing
            case .paused: .paused
            case .stopped: .stopped
            }
        modes = player.queue.modes
        volume = player.volume.muted ? 0 : player.volume.level
        self.abilities = abilities
        rate = player.speed
        current = player.item.map { PublishedTrack($0, duration: player.duration) }
        current?.lyrics = player.sourceDescription?.tags["lyrics"].flatMap { LRC.lyrics(in: $0)?.text }
    }

    /// The metadata of the current item; empty if there is none.
    var metadata: BusValue { current?.metadata ?? .properties([]) }
}

extension QueueModes.Repeat {
    /// The word of MPRIS for this mode.
    var loopStatus: String {
        switch self {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    /// Makes the mode from a word of MPRIS; `nil` for any other word.
    init?(loopStatus: String) {
        guard let mode = Self.allCases.first(where: { $0.loopStatus == loopStatus }) else { return nil }
        self = mode
    }
}
