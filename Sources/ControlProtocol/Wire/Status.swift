extension Wire {
    /// The status of the player: the result of `status` and of all methods that change playback.
    package struct Status: WireValue {
        /// The state of the player.
        package var state: PlayerState
        /// Why the player is in this state.
        package var reason: StateReason
        /// The current item.
        package var item: QueueItem?
        /// The position in the item; `nil` if no item is open.
        package var position: Position?
        /// The duration of the item, in seconds; `nil` if it is not known (a live stream).
        package var duration: Double?
        /// Whether the duration may differ from what will be heard.
        package var durationIsEstimate: Bool
        /// The volume.
        package var volume: Volume
        /// A summary of the queue.
        package var queue: QueueSummary
        /// The format of the current item as it is stored.
        package var format: AudioFormat?
        /// The output that the sound goes to; `nil` if there is none.
        package var output: OutputSummary?
        /// Whether playback will go on by itself once the cause of the pause is over.
        package var resumeExpected: Bool

        /// Makes a status.
        package init(
            state: PlayerState, reason: StateReason, item: QueueItem? = nil, position: Position? = nil,
            duration: Double? = nil, durationIsEstimate: Bool = false, volume: Volume, queue: QueueSummary,
            format: AudioFormat? = nil,
            output: OutputSummary? = nil, resumeExpected: Bool = false
        ) {
            self.state = state
            self.reason = reason
            self.item = item
            self.position = position
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
            self.volume = volume
            self.queue = queue
            self.format = format
            self.output = output
            self.resumeExpected = resumeExpected
        }

        /// Reads a status.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                state: try object.choice("state", of: PlayerState.self),
                reason: try object.choice("reason", of: StateReason.self),
                item: try object.wireIfPresent("item", as: QueueItem.self),
                position: try object.wireIfPresent("position", as: Position.self),
                duration: object["duration"]?.numberValue, durationIsEstimate: Wire.isEstimate(object),
                volume: try object.wire("volume", as: Volume.self),
                queue: try object.wire("queue", as: QueueSummary.self),
                format: try object.wireIfPresent("format", as: AudioFormat.self),
                output: try object.wireIfPresent("output", as: OutputSummary.self),
                resumeExpected: try object.bool("resumeExpected"))
        }

        /// The status as JSON.
        package var json: JSONValue {
            [
                "state": .string(state.rawValue), "reason": .string(reason.rawValue), "item": item?.json ?? .null,
                "position": position?.json ?? .null, "duration": duration.map(JSONValue.number) ?? .null,
                "durationIsEstimate": Wire.mark(durationIsEstimate),
                "volume": volume.json, "queue": queue.json, "format": format?.json ?? .null,
                "output": output?.json ?? .null, "resumeExpected": .bool(resumeExpected),
            ]
        }

        /// The schema of a status.
        package static var schema: Schema {
            .object([
                .required("state", .choice(of: PlayerState.self), "The state of the player."),
                .required("reason", .choice(of: StateReason.self), "Why it is in this state."),
                .required("item", .nullable(.reference("QueueItem")), "The current item."),
                .required("position", .nullable(.reference("Position")), "The position in the item; null if no item is open."),
                .required("duration", .nullable(.number(minimum: 0)), "The item's duration, in seconds; null if unknown."),
                Wire.estimateField,
                .required("volume", .reference("Volume"), "The volume."),
                .required("queue", QueueSummary.schema, "A summary of the queue."),
                .required("format", .nullable(AudioFormat.schema), "The format of the item as it is stored."),
                .required("output", .nullable(OutputSummary.schema), "Where the sound goes; null if there is no output."),
                .required("resumeExpected", .boolean, "Whether playback will go on by itself."),
                SkippedEntry.field,
            ])
        }
    }
}
