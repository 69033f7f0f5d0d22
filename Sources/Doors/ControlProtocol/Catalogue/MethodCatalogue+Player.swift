import AudioTypes
import JSON

extension MethodCatalogue {
    static let player = control + PlayerOption.all.compactMap(Method.init(setting:)) + listening

    private static let control: [Method] = [
        Method(
            "play", "Plays `uri`, or an item of the queue; without parameters, goes on. Answers once the media is open.",
            .optional("uri", .address, "An absolute path or a URL; it replaces the queue."),
            .optional("item", .identifier, "The id of a queue item."),
            .optional("index", .index, "The index of a queue item, counted from 0."),
            .optional(
                "position", .number(minimum: 0),
                """
                Seconds from its start. Without it, podcasts and books go on where they were left (`playback.resume_spoken`), \
                and so does what is long (`playback.resume_minutes`).
                """),
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.queueItemNotFound, .queueFull],
            waitsForMedia: true
        ) { uri, item, index, position throws(ControlError) in
            switch (uri, item, index) {
            case (nil, nil, nil):
                guard position == nil else {
                    throw ControlError(
                        .invalidParams,
                        "play: \"position\" goes with \"uri\", \"item\" or \"index\"; `seek` is for the current item",
                        details: ["parameter": "position"])
                }
                return .player(.play(.queue))
            case (let uri?, nil, nil): return .player(.play(.media(uri), at: position))
            case (nil, let item?, nil): return .player(.play(.item(item), at: position))
            case (nil, nil, let index?): return .player(.play(.place(index), at: position))
            default: throw ControlError(.invalidParams, "play: give only one of \"uri\", \"item\" and \"index\"")
            }
        },
        Method("pause", "Pauses playback. It is no error if nothing plays.", result: .reference("Status")) { .player(.pause) },
        Method(
            "toggle", "Pauses if something plays, and plays otherwise.", result: .reference("Status"),
            errors: mediaErrors + activationErrors, waitsForMedia: true
        ) { .player(.toggle) },
        Method("stop", "Stops playback and deactivates the session.", result: .reference("Status")) { .player(.stop) },
        Method(
            "next", "Goes to the next item of the queue.", result: .reference("Status"),
            errors: mediaErrors + activationErrors, waitsForMedia: true
        ) { .player(.next) },
        Method(
            "previous", "Goes to the previous item.", result: .reference("Status"), errors: mediaErrors + activationErrors,
            waitsForMedia: true
        ) { .player(.previous) },
        Method(
            "seek", "Goes to a place in the current item. Give `position`, `offset` or `fraction`.",
            .optional("position", .number(minimum: 0), "Seconds from the start of the item."),
            .optional("offset", .number(), "Seconds from the current position; negative goes back."),
            .optional("fraction", .number(minimum: 0, maximum: 1), "A part of the item's duration: 0.5 is its middle."),
            // A position past the end goes to the next item.
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.notSeekable], waitsForMedia: true
        ) { position, offset, fraction throws(ControlError) in
            switch (position, offset, fraction) {
            case (let position?, nil, nil): return .player(.seek(.position(position)))
            case (nil, let offset?, nil): return .player(.seek(.offset(offset)))
            case (nil, nil, let fraction?): return .player(.seek(.fraction(fraction)))
            default: throw ControlError(.invalidParams, "seek: give one of \"position\", \"offset\" and \"fraction\"")
            }
        },
        Method(
            "player.seekToChapter", "Goes to a chapter of the current item. Give `index`, `next` or `previous`.",
            .optional("index", .index, "The index of the chapter, counted from 0."),
            .optional("next", .boolean, "True: the one behind the current one; behind the last one, the next item."),
            .optional(
                "previous", .boolean,
                "True: the beginning of the current one, or the one before it if the current one has only just begun."),
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.notSeekable, .chapterNotFound],
            waitsForMedia: true
        ) { index, next, previous throws(ControlError) in
            switch (index, next ?? false, previous ?? false) {
            case (let index?, false, false): return .player(.seekToChapter(.index(index)))
            case (nil, true, false): return .player(.seekToChapter(.next))
            case (nil, false, true): return .player(.seekToChapter(.previous))
            default:
                throw ControlError(.invalidParams, "player.seekToChapter: give one of \"index\", \"next\" and \"previous\"")
            }
        },
        Method(
            "volume", "Reads the volume, or changes it. A level out of range is clamped.",
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to mute the sound."),
            result: .reference("Volume")
        ) { level, delta, muted throws(ControlError) in
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "volume: give \"level\" or \"delta\", not both")
            }
            return .player(.volume(level: level, delta: delta, muted: muted))
        },
    ]

    private static let listening: [Method] = [
        Method(
            "player.passthrough",
            """
            Reads what an output that decodes it gets as it is, or sets that: what plays changes at once, and the list also holds after \
            a restart.
            """,
            .optional("codecs", .choices(PassthroughCodec.allCases.map(\.rawValue)), "The codecs; none to decode everything."),
            result: .reference("Passthrough")
        ) { codecs in .player(.passthrough(codecs.map { Set($0.compactMap(PassthroughCodec.init(rawValue:))) })) },
        Method("status", "Reads the state of the player.", result: .reference("Status")) { .player(.status) },
        Method(
            "player.stopAfter",
            """
            Has playback stop by itself: after an item, or in some minutes. It takes the place of an earlier call; without \
            parameters, playback does not stop by itself any more.
            """,
            .optional(
                "item", .wordOrIdentifier,
                "`current`, for the item that is current by then; `each`, for every item; or the id of a queue item."),
            .optional("minutes", .number(minimum: 0, maximum: 10_080), "After how many minutes."),
            .optional("fade", .number(minimum: 0, maximum: 600), "Over how many seconds the sound fades before that."),
            result: .reference("Status"), errors: [.queueItemNotFound]
        ) { item, minutes, fade throws(ControlError) in
            if fade != nil, minutes == nil {
                throw ControlError(
                    .invalidParams, "player.stopAfter: \"fade\" goes with \"minutes\" only", details: ["parameter": "fade"])
            }
            switch (item, minutes) {
            case (nil, nil): return .player(.stopAfter(nil))
            case (let item?, nil): return .player(.stopAfter(item))
            case (nil, let minutes?): return .player(.stopAfter(.minutes(minutes, fade: fade ?? 0)))
            default: throw ControlError(.invalidParams, "player.stopAfter: give \"item\" or \"minutes\", not both")
            }
        },
    ]
}
