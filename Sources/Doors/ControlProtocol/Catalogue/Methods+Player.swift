public import AudioTypes
import JSON

extension Methods {
    /// Plays something, or goes on.
    public static let play = Method(
        "play", .control, "Plays `uri`, or an item of the queue; without parameters, goes on. Answers once the media is open.",
        .optional("uri", .address, "An absolute path or a URL; it replaces the queue."),
        .optional(
            "audio", .trackChoice,
            """
            Which of several audio tracks of `uri` is played: the index of its stream, as `media.probe` has it, or a language. Media \
            without that language is played in one of `playback.languages`, or as it comes.
            """),
        .optional("item", .identifier, "The id of a queue item."),
        .optional("index", .index, "The index of a queue item, counted from 0."),
        .optional(
            "position", .number(minimum: 0),
            """
            Seconds from its start. Without it, podcasts and books go on where they were left (`playback.resume_spoken`), \
            and so does what is long (`playback.resume_minutes`).
            """),
        .optional(
            "at", WireKind<Wire.StartTime>.value, "When it is to be heard, to the frame; without it, as soon as it can be."),
        answer: .value(Wire.Status.self),
        errors: mediaErrors + activationErrors + [.queueItemNotFound, .queueFull, .tooLate],
        waitsForMedia: true
    ) { uri, audio, item, index, position, start throws(ControlError) -> Wire.PlayTarget in
        let target = try target(uri, audio, item, index, position)
        guard let start else { return target }
        try start.check("play")
        return .timed(target, at: start)
    } take: { target in
        let (uri, audio, item, index, position) = target.parts
        return if case .timed(_, let start) = target {
            (uri, audio, item, index, position, start)
        } else {
            (uri, audio, item, index, position, nil)
        }
    }

    private static func target(
        _ uri: String?, _ audio: Wire.TrackChoice?, _ item: Int64?, _ index: Int?, _ position: Double?
    ) throws(ControlError) -> Wire.PlayTarget {
        try audio?.check("audio", in: "play")
        if audio != nil, uri == nil {
            throw ControlError(
                .invalidParams, "play: \"audio\" goes with \"uri\"; `player.selectAudio` is for the current item",
                details: ["parameter": "audio"])
        }
        switch (uri, item, index) {
        case (nil, nil, nil):
            guard position == nil else {
                throw ControlError(
                    .invalidParams,
                    "play: \"position\" goes with \"uri\", \"item\" or \"index\"; `seek` is for the current item",
                    details: ["parameter": "position"])
            }
            return .queue
        case (let uri?, nil, nil): return .media(uri, at: position, audio: audio)
        case (nil, let item?, nil): return .item(item, at: position)
        case (nil, nil, let index?): return .place(index, at: position)
        default: throw ControlError(.invalidParams, "play: give only one of \"uri\", \"item\" and \"index\"")
        }
    }

    /// Pauses playback.
    public static let pause = Method(
        "pause", .control, "Pauses playback. It is no error if nothing plays.", answer: .value(Wire.Status.self))

    /// Pauses if something plays, and plays otherwise.
    public static let toggle = Method(
        "toggle", .control, "Pauses if something plays, and plays otherwise.", answer: .value(Wire.Status.self),
        errors: mediaErrors + activationErrors, waitsForMedia: true)

    /// Stops playback and deactivates the session.
    public static let stop = Method(
        "stop", .control, "Stops playback and deactivates the session.", answer: .value(Wire.Status.self))

    /// Goes to the next item of the queue.
    public static let next = Method(
        "next", .control, "Goes to the next item of the queue, or to the next album.",
        .optional("album", .boolean, default: false, "Whether to go to the first item behind those of the current album."),
        answer: .value(Wire.Status.self),
        errors: mediaErrors + activationErrors,
        waitsForMedia: true)

    /// Goes to the previous item.
    public static let previous = Method(
        "previous", .control, "Goes to the previous item, or the previous album.",
        .optional(
            "album", .boolean, default: false,
            "Whether to go to the first item of the current album, and from there to that of the album before."),
        answer: .value(Wire.Status.self),
        errors: mediaErrors + activationErrors,
        waitsForMedia: true)

    /// Goes to a place in the current item.
    public static let seek = Method(
        "seek", .control, "Goes to a place in the current item. Give `position`, `offset` or `fraction`.",
        .optional("position", .number(minimum: 0), "Seconds from the start of the item."),
        .optional("offset", .number(), "Seconds from the current position; negative goes back."),
        .optional("fraction", .number(minimum: 0, maximum: 1), "A part of the item's duration: 0.5 is its middle."),
        // A position past the end goes to the next item.
        answer: .value(Wire.Status.self), errors: mediaErrors + activationErrors + [.notSeekable], waitsForMedia: true
    ) { position, offset, fraction throws(ControlError) -> Wire.SeekTarget in
        switch (position, offset, fraction) {
        case (let position?, nil, nil): return .position(position)
        case (nil, let offset?, nil): return .offset(offset)
        case (nil, nil, let fraction?): return .fraction(fraction)
        default: throw ControlError(.invalidParams, "seek: give one of \"position\", \"offset\" and \"fraction\"")
        }
    } take: { target in
        switch target {
        case .position(let seconds): (seconds, nil, nil)
        case .offset(let seconds): (nil, seconds, nil)
        case .fraction(let part): (nil, nil, part)
        }
    }

    /// Reads the volume, or changes it.
    public static let volume = Method(
        "volume", .control, "Reads the volume, or changes it. A level out of range is clamped.",
        .inline(Wire.VolumeChange.shape(of: "the sound")), volumeTime, answer: .value(Wire.Volume.self)
    )
    .checked { change, seconds throws(ControlError) in try check(change, over: seconds, in: "volume") }

    private static let volumeTime = WireMember<Double?>.optional(
        "over", .number(minimum: 0, maximum: 3_600),
        "In how many seconds the level goes there; without it, at once. What is set meanwhile takes its place.")

    private static func check(_ change: Wire.VolumeChange, over seconds: Double?, in method: String) throws(ControlError) {
        try change.requireOneWay(in: method)
        if seconds != nil, change.level == nil, change.delta == nil {
            throw ControlError(
                .invalidParams, "\(method): \"over\" goes with \"level\" or \"delta\"", details: ["parameter": "over"])
        }
    }

    /// Reads the state of the player.
    public static let status = Method("status", .view, "Reads the state of the player.", answer: .value(Wire.Status.self))

    /// The methods whose names begin with `player.`.
    public enum Player {
        /// Changes the volume, as ``Methods/volume`` does.
        public static let setVolume = Method(
            "player.setVolume", .control, "Changes the volume, and reads it without a change: the same as `volume`.",
            .inline(Wire.VolumeChange.shape(of: "the sound")), volumeTime, answer: .value(Wire.Volume.self)
        )
        .checked { change, seconds throws(ControlError) in try check(change, over: seconds, in: "player.setVolume") }

        /// Plays another audio track of the current item, from the same place on.
        public static let selectAudio = Method(
            "player.selectAudio", .control,
            "Plays another audio track of the current item, from the same place on. Give `index` or `language`.",
            .optional("index", WireKind(track: .index), "The index of the stream, as `media.probe` has it."),
            .optional("language", WireKind(track: .language), "A language, such as `de`, `deu` or `de-AT`."),
            answer: .value(Wire.Status.self), errors: mediaErrors + [.notSeekable, .nothingToPlay], waitsForMedia: true
        ) { index, language throws(ControlError) -> Wire.TrackChoice in
            switch (index, language) {
            case (let choice?, nil), (nil, let choice?):
                try choice.check("language", in: "player.selectAudio")
                return choice
            default: throw ControlError(.invalidParams, "player.selectAudio: give \"index\" or \"language\"")
            }
        } take: { choice in
            if case .index = choice { (choice, nil) } else { (nil, choice) }
        }

        /// Goes to a chapter of the current item.
        public static let seekToChapter = Method(
            "player.seekToChapter", .control, "Goes to a chapter of the current item. Give `index`, `next` or `previous`.",
            .optional("index", .index, "The index of the chapter, counted from 0."),
            .optional("next", .boolean, "True: the one behind the current one; behind the last one, the next item."),
            .optional(
                "previous", .boolean,
                "True: the beginning of the current one, or the one before it if the current one has only just begun."),
            answer: .value(Wire.Status.self), errors: mediaErrors + activationErrors + [.notSeekable, .chapterNotFound],
            waitsForMedia: true
        ) { index, next, previous throws(ControlError) -> Wire.ChapterTarget in
            switch (index, next ?? false, previous ?? false) {
            case (let index?, false, false): return .index(index)
            case (nil, true, false): return .next
            case (nil, false, true): return .previous
            default:
                throw ControlError(.invalidParams, "player.seekToChapter: give one of \"index\", \"next\" and \"previous\"")
            }
        } take: { target in
            switch target {
            case .index(let index): (index, nil, nil)
            case .next: (nil, true, nil)
            case .previous: (nil, nil, true)
            }
        }

        /// The methods that set an option for playing, by the options.
        public static let setters: [(option: PlayerOption, method: Method<OptionValue, Wire.Status>)] =
            PlayerOption.all.compactMap { option in
                option.setter.map { setter in
                    let parameter = WireMember.required(setter.parameter, option.wireKind, setter.parameterSummary)
                    return (option, Method(setter.method, .control, setter.summary, parameter, answer: .value(Wire.Status.self)))
                }
            }

        /// Reads what the output gets as it is, or sets what it may get; `nil` leaves that.
        public static let passthrough = Method(
            "player.passthrough", .control,
            """
            Reads what an output that decodes it gets as it is, or sets that: what plays changes at once, and the list also holds after \
            a restart.
            """,
            .optional("codecs", .choices(PassthroughCodec.allCases.map(\.rawValue)), "The codecs; none to decode everything."),
            answer: .value(Wire.Passthrough.self))

        /// Has playback stop by itself; `nil` takes that back.
        public static let stopAfter = Method(
            "player.stopAfter", .control,
            """
            Has playback stop by itself: after an item, or in some minutes. It takes the place of an earlier call; without \
            parameters, playback does not stop by itself any more.
            """,
            .optional(
                "item", .itemOfStop,
                "`current`, for the item that is current by then; `each`, for every item; or the id of a queue item."),
            .optional("minutes", .number(minimum: 0, maximum: 10_080), "After how many minutes."),
            .optional("fade", .number(minimum: 0, maximum: 600), "Over how many seconds the sound fades before that."),
            answer: .value(Wire.Status.self), errors: [.queueItemNotFound]
        ) { item, minutes, fade throws(ControlError) -> Wire.StopTarget? in
            if fade != nil, minutes == nil {
                throw ControlError(
                    .invalidParams, "player.stopAfter: \"fade\" goes with \"minutes\" only", details: ["parameter": "fade"])
            }
            switch (item, minutes) {
            case (nil, nil): return nil
            case (let item?, nil): return item
            case (nil, let minutes?): return .minutes(minutes, fade: fade ?? 0)
            default: throw ControlError(.invalidParams, "player.stopAfter: give \"item\" or \"minutes\", not both")
            }
        } take: { target in
            guard case .minutes(let minutes, let fade)? = target else { return (target, nil, nil) }
            return (nil, minutes, fade == 0 ? nil : fade)
        }
    }

    static let player: [any AnyMethod] =
        [play, pause, toggle, stop, next, previous, seek, Player.seekToChapter, Player.selectAudio, volume, Player.setVolume]
        + Player.setters.map(\.method)
        + [Player.passthrough, status, Player.stopAfter, Player.setSpeed, Player.setLoop]
}

extension Wire {
    /// What ``Methods/play`` plays. Positions are in seconds; without one, the media begins where it was left, or at its start.
    public indirect enum PlayTarget: Hashable, Sendable {
        /// The queue where it is: goes on, or starts it.
        case queue
        /// The media at an address, which replace the queue.
        case media(String, at: Double? = nil, audio: TrackChoice? = nil)
        /// The queue item with this id.
        case item(Int64, at: Double? = nil)
        /// The item at this index of the queue.
        case place(Int, at: Double? = nil)
        /// One of the others, to be heard at that time.
        case timed(PlayTarget, at: StartTime)

        /// The parameters of `play` that name it.
        var parts: (uri: String?, audio: Wire.TrackChoice?, item: Int64?, index: Int?, position: Double?) {
            switch self {
            case .queue: (nil, nil, nil, nil, nil)
            case .media(let uri, let position, let audio): (uri, audio, nil, nil, position)
            case .item(let item, let position): (nil, nil, item, nil, position)
            case .place(let index, let position): (nil, nil, nil, index, position)
            case .timed(let target, _): target.parts
            }
        }
    }

    /// The target of ``Methods/seek``.
    public enum SeekTarget: Hashable, Sendable {
        /// Seconds from the start of the item.
        case position(Double)
        /// Seconds from the current position; negative goes back.
        case offset(Double)
        /// A part of the item's duration, 0…1.
        case fraction(Double)
    }

    /// The target of ``Methods/Player/seekToChapter``.
    public enum ChapterTarget: Hashable, Sendable {
        /// The one at this index, counted from 0.
        case index(Int)
        /// The one behind the current one.
        case next
        /// The beginning of the current one, or the one before it.
        case previous
    }

    /// When ``Methods/Player/stopAfter`` has playback stop.
    public enum StopTarget: Hashable, Sendable {
        /// The end of the item that is current by then.
        case current
        /// The end of the item with this id.
        case item(Int64)
        /// The end of each item.
        case each
        /// So many minutes from now; the sound fades over the last `fade` seconds.
        case minutes(Double, fade: Double)
    }
}

extension WireKind where Value == Wire.StopTarget {
    /// `current`, `each`, or the id of a queue item.
    fileprivate static var itemOfStop: Self {
        Self(.either([.choice(["current", "each"]), .integer()])) { target in
            switch target {
            case .current: "current"
            case .each: "each"
            case .item(let id): .integer(id)
            case .minutes(let minutes, _): .number(minutes)
            }
        } read: { object, name throws(JSONMismatch) in
            switch object[name]?.stringValue {
            case "current": .current
            case "each": .each
            default: .item(try object.integer(name))
            }
        }
    }
}
