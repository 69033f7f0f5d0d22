import Glibc
import Playback
import PlayerModel

/// How loud the music is while an announcement is heard. A value.
///
/// If the music pauses for it, music that somebody starts meanwhile is low as well.
struct MusicUnderAnnouncement: Hashable {
    /// How the music makes way for the announcement that is heard; `nil` without one.
    var way: Announcement.Effect?
    /// By how many decibels the music is lower meanwhile; 0 or below.
    var decibels = -14.0

    /// What the music is multiplied by.
    var factor: Float { way == nil ? 1 : Float(pow(10, decibels / 20)) }
}
