import AudioTypes

extension Wire.Session {
    /// All categories.
    package static let categories = SessionCategory.allCases.map(\.rawValue)
    /// All modes.
    package static let modes = SessionMode.allCases.map(\.rawValue)
    /// All options.
    package static let options = SessionOption.allCases.map(\.rawValue)

    /// Reads a session.
    package init(json: JSONValue) throws(JSONMismatch) {
        let object = try Self.members(json)
        self.init(
            category: try object.string("category"), mode: try object.string("mode"), options: try object.strings("options"),
            active: try object.bool("active"), preferredIOBufferDuration: try object.number("preferredIOBufferDuration"),
            ioBufferDuration: try object.number("ioBufferDuration"),
            preferredSampleRate: try object.number("preferredSampleRate"), sampleRate: try object.number("sampleRate"),
            outputLatency: try object.number("outputLatency"),
            outputVolume: try object.number("outputVolume", in: Wire.Volume.levels),
            outputMuted: try object.bool("outputMuted"), outputChannels: try object.int("outputChannels"),
            otherAudioPlaying: try object.bool("otherAudioPlaying"),
            secondaryAudioShouldBeSilencedHint: try object.bool("secondaryAudioShouldBeSilencedHint"),
            recordPermission: try object.string("recordPermission"),
            interruptions: try object.wires("interruptions", as: Wire.Interruption.self),
            route: try object.wire("route", as: Wire.Route.self))
    }

    /// The session as JSON.
    package var json: JSONValue {
        [
            "category": .string(category), "mode": .string(mode), "options": .array(options.map(JSONValue.string)),
            "active": .bool(active), "preferredIOBufferDuration": .number(preferredIOBufferDuration),
            "ioBufferDuration": .number(ioBufferDuration), "preferredSampleRate": .number(preferredSampleRate),
            "sampleRate": .number(sampleRate), "outputLatency": .number(outputLatency),
            "outputVolume": .number(outputVolume), "outputMuted": .bool(outputMuted),
            "outputChannels": .integer(Int64(outputChannels)), "otherAudioPlaying": .bool(otherAudioPlaying),
            "secondaryAudioShouldBeSilencedHint": .bool(secondaryAudioShouldBeSilencedHint),
            "recordPermission": .string(recordPermission), "interruptions": .array(interruptions.map(\.json)),
            "route": route.json,
        ]
    }

    /// The schema of a session.
    package static var schema: Schema {
        .object([
            .required("category", .choice(categories), "What the sound is for."),
            .required("mode", .choice(modes), "What kind of sound it is."),
            .required("options", .array(of: .choice(options)), "How the session shares the sound with other programs."),
            .required("active", .boolean, "Whether the session is active."),
            .required("preferredIOBufferDuration", .number(), "In seconds; 0 means no preference."),
            .required("ioBufferDuration", .number(), "The graph's buffer duration now, in seconds."),
            .required("preferredSampleRate", .number(), "In hertz; 0 means no preference."),
            .required("sampleRate", .number(), "The graph's sample rate now, in hertz."),
            .required("outputLatency", .number(), "Seconds until a rendered frame is heard."),
            .required("outputVolume", .number(), "The volume of the output."),
            .required("outputMuted", .boolean, "Whether the output is muted."),
            .required("outputChannels", .integer(minimum: 0), "How many channels the output has."),
            .required("otherAudioPlaying", .boolean, "Whether other programs play."),
            .required("secondaryAudioShouldBeSilencedHint", .boolean, "Whether secondary audio should be silent."),
            .required("recordPermission", .string(), "Whether recording is allowed."),
            .required("interruptions", .array(of: .reference("Interruption")), "The interruptions in effect now."),
            .required("route", .reference("Route"), "Where the sound goes to and comes from."),
        ])
    }
}
