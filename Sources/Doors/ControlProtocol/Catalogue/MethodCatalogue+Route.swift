import JSON

extension MethodCatalogue {
    static let route: [Method] = [
        Method("route.get", "Reads where the sound goes.", result: .reference("Route")) { .route(.get) },
        Method("route.outputs", "Lists the outputs.", result: .array(of: .reference("Output"))) { .route(.outputs) },
        Method("route.inputs", "Lists the inputs.", result: .array(of: .reference("Input"))) { .route(.inputs) },
        Method(
            "route.selectInput", "Chooses the input of recordings that name none.",
            .required("input", .nullableText, "The uid of an input, or null for the default input."),
            result: .reference("Route"), errors: [.inputNotFound, .mediaServicesFailed]
        ) { input in .route(.selectInput(input: input)) },
        Method(
            "route.setInputVolume",
            """
            Sets the volume of the input that recordings take which name none, or its mute switch, as mixers do. A level out of range is
            clamped.
            """,
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to mute the input."),
            result: .reference("Volume"), errors: [.inputNotFound, .mediaServicesFailed]
        ) { level, delta, muted throws(ControlError) in
            try requireVolumeChange("route.setInputVolume", level, delta, muted)
            return .route(.setInputVolume(level: level, delta: delta, muted: muted))
        },
        Method(
            "route.select", "Chooses an output, or several that play the same sound.",
            .optional("output", .nullableText, "The uid of an output, or null for the default output."),
            .optional("outputs", .texts(minimumCount: 1), "The uids of several outputs instead; the first is the primary."),
            result: .reference("Route"), errors: [.outputNotFound, .noRoute, .mediaServicesFailed]
        ) { output, outputs throws(ControlError) in
            switch (output, outputs) {
            case (let output?, nil): return .route(.select(output: output))
            case (nil, let outputs?): return .route(.selectTogether(outputs: outputs))
            default:
                throw ControlError(
                    .invalidParams, "route.select: give either \"output\" or \"outputs\"", details: ["parameter": "output"])
            }
        },
        Method(
            "route.setVolume",
            "Sets the volume of an output, or its mute switch, as mixers do. A level out of range is clamped.",
            .optional("output", .text, "The uid of an output; without it, the primary one that the sound goes to."),
            .optional("level", .number(), "The new level: 0 is silence, 1 is full."),
            .optional("delta", .number(), "What to add to the level."),
            .optional("muted", .boolean, "Whether to mute the output."),
            result: .reference("Volume"), errors: [.outputNotFound, .mediaServicesFailed]
        ) { output, level, delta, muted throws(ControlError) in
            try requireVolumeChange("route.setVolume", level, delta, muted)
            return .route(.setVolume(output: output, level: level, delta: delta, muted: muted))
        },
        Method(
            "route.setDelay", "Sets how much later than by itself an output plays beside others.",
            .required("output", .text, "The uid of an output."),
            .required(
                "seconds", .nullableNumber(minimum: 0, maximum: 2),
                "The delay, or null to be in step with the slowest output by the latencies that the sound server tells."),
            result: .reference("Route"), errors: [.outputNotFound]
        ) { output, seconds in .route(.setDelay(output: output, seconds: seconds)) },
    ]
    /// Throws unless a request for the method `name` says how a volume is to change, in one way.
    private static func requireVolumeChange(_ name: String, _ level: Double?, _ delta: Double?, _ muted: Bool?)
        throws(ControlError)
    {
        if level != nil, delta != nil {
            throw ControlError(.invalidParams, "\(name): give \"level\" or \"delta\", not both")
        }
        if level == nil, delta == nil, muted == nil {
            throw ControlError(.invalidParams, "\(name): give \"level\", \"delta\" or \"muted\"")
        }
    }
}
