/// A short sound of its own over the music, such as spoken words or a door bell.
package struct Announcement: Hashable, Sendable {
    /// What happens to the music while an announcement is heard.
    package enum Effect: String, CaseIterable, Hashable, Sendable {
        /// The music goes on at a lower level.
        case duck
        /// The music pauses, and goes on afterwards.
        case pause
    }

    /// The id of the announcement; never used twice.
    package let id: Int64
    /// The address of its media.
    package let uri: String
    /// The title to show; `nil` if the client gave none.
    package let title: String?
    /// The level on the cubic scale of desktop mixers, 0…1.
    package let volume: Double
    /// What happens to the music; `nil` if it goes on as it is.
    package let effect: Effect?
    /// The ids of the rooms in which it is heard; none if it is heard where the music plays.
    package let rooms: [String]

    package init(id: Int64, uri: String, title: String?, volume: Double, effect: Effect?, rooms: [String] = []) {
        self.id = id
        self.uri = uri
        self.title = title
        self.volume = volume
        self.effect = effect
        self.rooms = rooms
    }
}

/// What became of an announcement.
package enum AnnouncementEvent: Hashable, Sendable {
    /// Why an announcement is over that did not fail.
    package enum End: String, CaseIterable, Hashable, Sendable {
        /// All of it was heard.
        case finished
        /// Somebody cancelled it.
        case cancelled
        /// It lasted longer than the configuration allows.
        case timeLimit
        /// A call, an alarm or something else needed the sound, or the session let no sound out any more.
        case interrupted
        /// The headphones that it was heard through are gone.
        case routeLost
    }

    /// Its first frame is heard.
    case began(Announcement)
    /// It is over, heard or not.
    case ended(Announcement, End)
    /// It could not be heard, or not to its end.
    case failed(Announcement, PlaybackError)
}
