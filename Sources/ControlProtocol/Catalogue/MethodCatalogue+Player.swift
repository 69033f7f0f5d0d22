extension MethodCatalogue {
    static let player: [Method] = [
        Method(
            "play", "Plays: what `uri` names, the queue item `item`, or what was paused. Answers once the media is open.",
            .optional("uri", .address, "An absolute path or an URL; it replaces the queue."),
            .optional("item", .identifier, "The id of a queue item."),
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.queueItemNotFound, .queueFull],
            waitsForMedia: true
        ) { uri, item throws(ControlError) in
            if uri != nil, item != nil { throw ControlError(.invalidParams, "play: give \"uri\" or \"item\", not both") }
            return .play(uri: uri, item: item)
        },
        Method("pause", "Pauses; no error when nothing plays.", result: .reference("Status")) { .pause },
        Method(
            "toggle", "Pauses what plays, and plays otherwise.", result: .reference("Status"),
            errors: mediaErrors + activationErrors, waitsForMedia: true
        ) { .toggle },
        Method("stop", "Stops, and ends the activation of the session.", result: .reference("Status")) { .stop },
        Method(
            "next", "Goes to the next item of the queue.", result: .reference("Status"),
            errors: mediaErrors + activationErrors, waitsForMedia: true
        ) { .next },
        Method(
            "previous", "Goes to the item before.", result: .reference("Status"), errors: mediaErrors + activationErrors,
            waitsForMedia: true
        ) { .previous },
        Method(
            "seek", "Goes to a place in the current item: `position` or `offset`, one of them.",
            .optional("position", .number(minimum: 0), "Seconds from the start."),
            .optional("offset", .number(), "Seconds from where playback is, backwards when negative."),
            // Past the end is the next item.
            result: .reference("Status"), errors: mediaErrors + activationErrors + [.notSeekable], waitsForMedia: true
        ) { position, offset throws(ControlError) in
            switch (position, offset) {
            case (let position?, nil): return .seek(.position(position))
            case (nil, let offset?): return .seek(.offset(offset))
            default: throw ControlError(.invalidParams, "seek: give \"position\" or \"offset\", one of them")
            }
        },
        Method(
            "volume", "Reads the volume, or changes it. A level out of range is clamped.",
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to be mute."),
            result: .reference("Volume"), errors: [.mediaServicesFailed]
        ) { level, delta, muted throws(ControlError) in
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "volume: give \"level\" or \"delta\", not both")
            }
            return .volume(level: level, delta: delta, muted: muted)
        },
        Method("status", "Reads what the player does.", result: .reference("Status")) { .status },
    ]
}
