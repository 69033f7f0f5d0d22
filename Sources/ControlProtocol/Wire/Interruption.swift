extension Wire {
    /// An interruption of playback.
    package struct Interruption: WireValue {
        /// The id of the interruption.
        package var interruption: Int64
        /// Why it interrupts: `communication`, `alarm`, `corked`, `otherPlayer`, `systemSleep`, `routeDisconnected`, or a
        /// client's own word.
        package var reason: String
        /// Who interrupts: an application, a player or a client.
        package var source: String
        /// Whether playback goes on softly instead of pausing.
        package var ducked: Bool

        /// Makes an interruption.
        package init(interruption: Int64, reason: String, source: String, ducked: Bool) {
            self.interruption = interruption
            self.reason = reason
            self.source = source
            self.ducked = ducked
        }

        /// Reads an interruption.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                interruption: try object.integer("interruption"), reason: try object.string("reason"),
                source: try object.string("source"), ducked: try object.bool("ducked"))
        }

        var object: JSONObject {
            [
                "interruption": .integer(interruption), "reason": .string(reason), "source": .string(source),
                "ducked": .bool(ducked),
            ]
        }

        /// The interruption as JSON.
        package var json: JSONValue { .object(object) }

        static let fields: [Schema.Field] = [
            .required("interruption", .integer(), "The id of the interruption."),
            .required("reason", .string(), "Why it interrupts."),
            .required("source", .string(), "Who interrupts: an application, a player or a client."),
            .required("ducked", .boolean, "Whether playback goes on softly instead of pausing."),
        ]

        /// The schema of an interruption.
        package static var schema: Schema { .object(fields) }
    }
}
