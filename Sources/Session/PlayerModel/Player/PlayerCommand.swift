package import AudioTypes
package import MediaTypes

/// The number of a client's request, until it is answered.
package typealias RequestIdentifier = UInt64

/// A command of a client to the player.
package enum PlayerCommand: Hashable, Sendable {
    /// Replaces the queue with one URI and plays it. If it cannot be opened, nothing changes. `at` is the position to start at, in
    /// seconds; without it, what goes on where it was left does so. `track` is the audio track that was chosen.
    case playURI(String, at: Double? = nil, track: TrackChoice? = nil)
    /// Like ``playURI(_:at:)``, for a playlist or directory, once its entries are known.
    case playList(String, at: Double? = nil, track: TrackChoice? = nil)
    /// Replaces the queue with the stream of a client, once the stream is open. The request is answered before that, with the
    /// id that the item will have.
    case playStream(QueueItem)
    /// Plays the item of the queue with this id.
    case playItem(Int64, at: Double? = nil)
    /// Plays the item at this index of the queue.
    case playPlace(Int, at: Double? = nil)
    /// Continues, or starts the queue.
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    /// Goes to the next album, in the order of playing.
    case nextAlbum
    /// Goes to the beginning of the current album, or of the one before it from its first item.
    case previousAlbum
    /// Goes to a position, in seconds from the item's beginning.
    case seekTo(Double)
    /// Goes to a position, in seconds from the heard position.
    case seekBy(Double)
    /// Goes to a part of the item's duration, 0…1.
    case seekToPart(Double)
    /// Goes to a chapter of the current item.
    case seekToChapter(ChapterTarget)
    /// Plays another audio track of the current item, from the same place on.
    case selectTrack(TrackChoice)
    /// Changes the volume. A `nil` leaves its value as it is; `level` comes before `delta`; the result is clamped to 0…1. The level
    /// goes there within `over` seconds, the mute switch at once.
    case setVolume(level: Double?, delta: Double?, muted: Bool?, over: Double = 0)
    /// Adds items, of which some tags may be known already; the queue gives them their ids.
    case addItems([QueueItem], QueueInsertion = QueueInsertion())
    /// Removes duplicates: of the items that name the same media, one stays.
    case deduplicate
    case remove([Int64])
    case move([Int64], position: Int)
    case clear
    /// Takes the newest change of the queue back, or does what was taken back last again. Where playback comes back to a place at which it
    /// was heard, it is heard again only if it `mayPlay`.
    case revert(QueueDirection, mayPlay: Bool = true)
    /// Changes the modes of the queue; a `nil` leaves its value as it is. `consumesOnce` has the queue consume one item, and none
    /// after it. `count` is how many times an item that repeats itself is heard in all, the present time included.
    case setModes(
        repeats: QueueModes.Repeat?, shuffles: Bool?, consumes: Bool?, consumesOnce: Bool? = nil, count: Int? = nil,
        shufflesBy: QueueModes.ShuffleUnit? = nil)
    /// Sets how early a queue that shuffles plays items.
    case setPriority(UInt8, of: [Int64])
    /// Has a part of the file of an item be played, and no longer all of it; `nil` plays all of it.
    case setRange(MediaRange?, of: Int64)
    /// Sets tags of an item that is an address of the network; an empty text removes one.
    case setTags([QueueTag: String], of: Int64)
    /// Changes options for playing.
    case setOptions([PlayerOption: OptionValue])
    /// Keeps a speed for the current item, for what it belongs to, or for what is named; `nil` forgets the speed that was kept there.
    case setSpeed(Double?, for: SpeedScope, of: String? = nil)
    /// Has a part of the current item be heard over and over, in place of the one before; `nil`: of none.
    case setLoop(MediaLoop?)
    /// Has playback stop by itself, in place of what was wanted before; `nil` takes that back.
    case stopAfter(StopRequest?)
}
