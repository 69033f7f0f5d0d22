extension ControlError {
    /// The kind of an error. Codes may be added; a code never changes its number or name.
    public struct Code: Hashable, Sendable {
        /// The number, JSON-RPC's `code`.
        public let number: Int
        /// The name, `data.code`.
        public let name: String

        /// Makes a code.
        package init(number: Int, name: String) {
            self.number = number
            self.name = name
        }

        /// Returns the code with `number`, or one named `unknown` if this program does not know the number.
        static func known(number: Int) -> Code {
            all.first { $0.number == number } ?? Code(number: number, name: "unknown")
        }
    }
}

extension ControlError.Code {
    /// The line is not JSON.
    public static let parseError = Self(number: -32700, name: "parse_error")
    /// The JSON is not a request, or exceeds a limit of the transport.
    public static let invalidRequest = Self(number: -32600, name: "invalid_request")
    /// No such method.
    public static let methodNotFound = Self(number: -32601, name: "method_not_found")
    /// A parameter is unknown, missing, of the wrong type or out of range.
    public static let invalidParams = Self(number: -32602, name: "invalid_params")
    /// A fault of the daemon itself.
    public static let internalError = Self(number: -32603, name: "internal_error")

    /// No such file or resource.
    public static let mediaNotFound = Self(number: -32010, name: "media_not_found")
    /// No permission, a directory without sound files, a device, or a FIFO.
    public static let mediaUnreadable = Self(number: -32011, name: "media_unreadable")
    /// The media has no audio, or an unknown format.
    public static let mediaUnsupported = Self(number: -32012, name: "media_unsupported")
    /// The media is damaged beyond use.
    public static let mediaCorrupt = Self(number: -32013, name: "media_corrupt")
    /// The daemon may not open that address.
    public static let uriNotAllowed = Self(number: -32014, name: "uri_not_allowed")
    /// The network or the server failed.
    public static let networkFailed = Self(number: -32015, name: "network_failed")
    /// The media does not allow seeking.
    public static let notSeekable = Self(number: -32016, name: "not_seekable")
    /// A later request took the place of this one, which was waiting for media.
    public static let superseded = Self(number: -32017, name: "superseded")
    /// The media ended earlier than it says it does.
    public static let mediaIncomplete = Self(number: -32018, name: "media_incomplete")
    /// The media has no picture.
    public static let pictureNotFound = Self(number: -32019, name: "picture_not_found")
    /// The queue is empty, or no item follows.
    public static let nothingToPlay = Self(number: -32020, name: "nothing_to_play")
    /// No item has that id.
    public static let queueItemNotFound = Self(number: -32021, name: "queue_item_not_found")
    /// The queue has no room.
    public static let queueFull = Self(number: -32022, name: "queue_full")
    /// The time at which something was to be heard has passed, or is too far away.
    public static let tooLate = Self(number: -32046, name: "too_late")
    /// There is no recording with that id, or it is over.
    public static let recordingNotFound = Self(number: -32023, name: "recording_not_found")
    /// There is a file of that name already, and nothing is overwritten.
    public static let fileExists = Self(number: -32024, name: "file_exists")
    /// The file cannot be written: no space, no permission, a failing disk.
    public static let fileNotWritable = Self(number: -32025, name: "file_not_writable")
    /// There is no job with that id, or it is over.
    public static let jobNotFound = Self(number: -32026, name: "job_not_found")
    /// The library has no such song, album or directory.
    public static let songNotFound = Self(number: -32027, name: "song_not_found")
    /// The song has no note of that name.
    public static let stickerNotFound = Self(number: -32028, name: "sticker_not_found")
    /// There is no library, or its database failed.
    public static let libraryFailed = Self(number: -32029, name: "library_failed")
    /// The category of the session does not allow it.
    public static let sessionIncompatibleCategory = Self(number: -32030, name: "session_incompatible_category")
    /// The option or mode does not go with the category.
    public static let sessionBadOption = Self(number: -32031, name: "session_bad_option")
    /// An interruption of higher priority is in force.
    public static let sessionInsufficientPriority = Self(number: -32033, name: "session_insufficient_priority")
    /// The sound server is away.
    public static let mediaServicesFailed = Self(number: -32036, name: "media_services_failed")
    /// There is no usable output.
    public static let noRoute = Self(number: -32037, name: "no_route")
    /// No output has that uid.
    public static let outputNotFound = Self(number: -32038, name: "output_not_found")
    /// No input has that uid, or there is none.
    public static let inputNotFound = Self(number: -32039, name: "input_not_found")
    /// The item has no such chapter.
    public static let chapterNotFound = Self(number: -32043, name: "chapter_not_found")
    /// A limit of the daemon is reached.
    public static let limitExceeded = Self(number: -32040, name: "limit_exceeded")
    /// The caller is not allowed to do this.
    public static let permissionDenied = Self(number: -32041, name: "permission_denied")
    /// No such request for permission to record waits.
    public static let recordRequestNotFound = Self(number: -32047, name: "record_request_not_found")
    /// The daemon is about to end.
    public static let shuttingDown = Self(number: -32042, name: "shutting_down")

    /// What was to be changed of an item of the queue cannot be changed.
    public static let queueItemNotEditable = Self(number: -32044, name: "queue_item_not_editable")
    /// The media has no such part.
    public static let rangeNotAllowed = Self(number: -32045, name: "range_not_allowed")

    /// No change of the queue is there to take back, or to do again.
    public static let nothingToUndo = Self(number: -32049, name: "nothing_to_undo")

    /// There is no stored playlist of that name.
    public static let playlistNotFound = Self(number: -32050, name: "playlist_not_found")
    /// There is a stored playlist of that name already.
    public static let playlistExists = Self(number: -32051, name: "playlist_exists")
    /// The stored playlist is not the one for which the change was meant.
    public static let playlistChanged = Self(number: -32052, name: "playlist_changed")
    /// The file of a stored playlist cannot be read or written.
    public static let playlistFailed = Self(number: -32053, name: "playlist_failed")
    /// The entries of the stored playlist are found by rules, so none can be changed.
    public static let playlistHasRules = Self(number: -32054, name: "playlist_has_rules")

    /// No Snapcast server is configured, or it is not there, or none of the rooms is.
    public static let roomsUnavailable = Self(number: -32060, name: "rooms_unavailable")
    /// No room has that id or name.
    public static let roomNotFound = Self(number: -32061, name: "room_not_found")
    /// Several rooms have that name.
    public static let roomAmbiguous = Self(number: -32062, name: "room_ambiguous")
    /// The Snapcast server has refused it, or takes no sound for the rooms.
    public static let roomsFailed = Self(number: -32063, name: "rooms_failed")

    /// Nothing listens for the network.
    public static let remoteUnavailable = Self(number: -32070, name: "remote_unavailable")
    /// No device has that number.
    public static let deviceNotFound = Self(number: -32071, name: "device_not_found")

    /// No alarm has that number, or none rings.
    public static let alarmNotFound = Self(number: -32080, name: "alarm_not_found")

    /// The configuration turns the directory of radio stations off.
    public static let radioUnavailable = Self(number: -32090, name: "radio_unavailable")
    /// The directory has no station of that number.
    public static let stationNotFound = Self(number: -32091, name: "station_not_found")

    /// Every code, JSON-RPC's own first.
    public static let all: [Self] = [
        parseError, invalidRequest, methodNotFound, invalidParams, internalError,
        mediaNotFound, mediaUnreadable, mediaUnsupported, mediaCorrupt, uriNotAllowed, networkFailed, notSeekable, superseded,
        mediaIncomplete, pictureNotFound,
        nothingToPlay, queueItemNotFound, queueFull, tooLate, recordingNotFound, fileExists, fileNotWritable, jobNotFound,
        songNotFound, stickerNotFound, libraryFailed,
        sessionIncompatibleCategory, sessionBadOption, sessionInsufficientPriority, mediaServicesFailed, noRoute, outputNotFound,
        inputNotFound,
        limitExceeded, permissionDenied, recordRequestNotFound,
        shuttingDown, chapterNotFound, queueItemNotEditable, rangeNotAllowed, nothingToUndo,
        playlistNotFound, playlistExists, playlistChanged, playlistFailed, playlistHasRules,
        roomsUnavailable, roomNotFound, roomAmbiguous, roomsFailed, remoteUnavailable, deviceNotFound, alarmNotFound,
        radioUnavailable, stationNotFound,
    ]
}
