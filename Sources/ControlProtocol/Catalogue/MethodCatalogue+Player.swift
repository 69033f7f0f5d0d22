extension MethodCatalogue {
    static let player: [Method] = [
        Method(
            "play", "Plays `uri` or the queue item `item`; without both, goes on. Answers once the media is open.",
            .optional("uri", .address, "An absolute path or a URL; it replaces the queue."),
            .optional("item", .identifier, "The id of a queue item."),
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.queueItemNotFound, .queueFull],
            waitsForMedia: true
        ) { uri, item throws(ControlError) in
            switch (uri, item) {
            case (nil, nil): return .player(.play(.queue))
            case (let uri?, nil): return .player(.play(.media(uri)))
            case (nil, let item?): return .player(.play(.item(item)))
            default: throw ControlError(.invalidParams, "play: give \"uri\" or \"item\", not both")
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
            "seek", "Goes to a place in the current item. Give either `position` or `offset`.",
            .optional("position", .number(minimum: 0), "Seconds from the start of the item."),
            .optional("offset", .number(), "Seconds from the current position; negative goes back."),
            // A position past the end goes to the next item.
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.notSeekable], waitsForMedia: true
        ) { position, offset throws(ControlError) in
            switch (position, offset) {
            case (let position?, nil): return .player(.seek(.position(position)))
            case (nil, let offset?): return .player(.seek(.offset(offset)))
            default: throw ControlError(.invalidParams, "seek: give either \"position\" or \"offset\"")
            }
        },
        Method(
            "volume", "Reads the volume, or changes it. A level out of range is clamped.",
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to mute the sound."),
            result: .reference("Volume"), errors: [.mediaServicesFailed]
        ) { level, delta, muted throws(ControlError) in
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "volume: give \"level\" or \"delta\", not both")
            }
            return .player(.volume(level: level, delta: delta, muted: muted))
        },
        Method("status", "Reads the state of the player.", result: .reference("Status")) { .player(.status) },
    ]
}
