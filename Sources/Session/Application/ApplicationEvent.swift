package import AudioSession
package import AudioTypes
package import PlayerModel
package import Recording
package import Rooms

/// An event for all doors, and for everyone else who observes the application.
package enum ApplicationEvent: Sendable {
    case player(PlayerEvent)
    case session(SessionEvent)
    case announcement(AnnouncementEvent)
    case alarm(AlarmEvent)
    case recording(RecordingNews)
    /// The levels of what the player plays; only if somebody follows them.
    case playerLevels(Levels)
    /// The levels of its bands, in decibels; only if somebody follows them.
    case playerSpectrum([Double])
    /// A job was added, got on, or is over.
    case job(JobStatus)
    case library(LibraryNews)
    /// A stored playlist is another one than before.
    case playlist(PlaylistNews)
    /// A room or a group is another one than before.
    case rooms(HouseChange)
    /// Somebody wants to record, and a person has to allow it; or that is over.
    case recordPermission(RecordPermissionNews)
    /// Other devices of the network are paired than before.
    case remoteDevicesChanged
    /// The output reported something. The engine and the session may not have taken it in yet.
    case output(OutputEvent)
    /// The sinks or their ports changed. The session knows it by now.
    case graphChanged
    /// The configuration was read again and applies.
    case reconfigured
    /// A value of ``Application/savedState`` changed, or the way in which ``Application/heardWatch`` tells the position.
    case stateToSaveChanged
    /// ``Application/currentPicture`` changed. Told only if a door follows it.
    case currentPictureChanged
}

/// What happens to the question whether a program may record.
package enum RecordPermissionNews: Hashable, Sendable {
    /// A program asks, and waits.
    case asked(RecordRequest)
    /// The question does not wait any more.
    case ended(Int64, RecordRequest.End)
}
