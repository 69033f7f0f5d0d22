extension Wire {
    /// What happens to the music while an announcement is heard.
    public enum AnnouncementEffect: String, CaseIterable, Hashable, Sendable {
        /// It goes on at a lower level.
        case duck
        /// It pauses, and goes on afterwards.
        case pause
    }

    /// Why an announcement is over that did not fail.
    public enum AnnouncementEnd: String, CaseIterable, Hashable, Sendable {
        case finished, cancelled, timeLimit, interrupted, routeLost
    }

    /// An announcement that is not over.
    public struct Announcement: WireObject {
        /// Where an announcement is in the line.
        public enum Phase: String, CaseIterable, Hashable, Sendable {
            /// Its media is being opened.
            case opening
            /// It waits for its turn.
            case waiting
            /// It is heard.
            case speaking
        }

        /// The id of the announcement.
        public var announcement: Int64
        /// The address of its media.
        public var uri: String
        /// The title that mixers show, if there is one.
        public var title: String?
        /// The volume.
        public var volume: Double
        /// What happens to the music; `nil` if it goes on as it is.
        public var interrupt: AnnouncementEffect?
        /// The ids of the rooms in which it is heard; `nil` if it is heard where the music plays.
        public var rooms: [String]?
        /// Where it is in the line.
        public var phase: Phase

        /// Makes an announcement.
        package init(
            announcement: Int64, uri: String, title: String?, volume: Double, interrupt: AnnouncementEffect?, rooms: [String]?,
            phase: Phase
        ) {
            self.announcement = announcement
            self.uri = uri
            self.title = title
            self.volume = volume
            self.interrupt = interrupt
            self.rooms = rooms
            self.phase = phase
        }

        /// The members of an announcement.
        package static let shape = WireShape(
            Announcement.init(announcement:uri:title:volume:interrupt:rooms:phase:),
            .of(\.announcement, .required("announcement", .integer(), "The id of the announcement.")),
            .of(\.uri, .required("uri", .string, "The address of its media.")),
            .of(\.title, .optional("title", .string, "The title that mixers show, if there is one.")),
            .of(\.volume, .required("volume", .number(in: Wire.Volume.levels), "The volume.")),
            .of(
                \.interrupt,
                .optional("interrupt", .choice, "What happens to the music: `duck` or `pause`; left out if it goes on as it is.")),
            .of(
                \.rooms,
                .optional(
                    "rooms", .strings, "The ids of the rooms in which it is heard; left out if it is heard where the music plays."
                )),
            .of(\.phase, .required("phase", .choice, "Where it is in the line: `opening`, `waiting` or `speaking`.")))
    }
}
