extension Methods.Player {
    /// Has a part of the current item be heard over and over; `nil`: none.
    public static let setLoop = Method(
        "player.setLoop", .control,
        """
        Has a part of the current item be heard over and over, to the frame and without a gap, in place of the part before; without \
        parameters, none. Playback goes on where it is, or at the beginning of the part if it is behind its end.
        """,
        loopPlace("from", "Where the part begins, in seconds of the item."),
        loopPlace("to", "Where it ends, at least a tenth of a second later."), loopCount,
        answer: .value(Wire.Status.self), errors: [.nothingToPlay, .notSeekable, .rangeNotAllowed]
    ) { from, to, count throws(ControlError) -> Wire.Loop? in
        if from == nil, to == nil, count == nil { return nil }
        guard let from, let to else {
            throw ControlError(.invalidParams, "player.setLoop: give \"from\" and \"to\", or nothing to end the loop")
        }
        return Wire.Loop(from: from, to: to, count: count)
    } take: { loop in
        (loop?.from, loop?.to, loop?.count)
    }

    private static func loopPlace(_ name: String, _ summary: String) -> WireMember<Double?> {
        .optionalOrNull(name, .number(minimum: 0, maximum: 999_999_999), summary)
    }

    private static let loopCount = WireMember<Int?>.optional(
        "count", .integer(in: 1...1_000), "How many times it is heard; without it, until somebody ends it.")
}
