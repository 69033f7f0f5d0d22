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
            if level != nil, delta != nil {
                throw ControlError(.invalidParams, "route.setInputVolume: give \"level\" or \"delta\", not both")
            }
            if level == nil, delta == nil, muted == nil {
                throw ControlError(.invalidParams, "route.setInputVolume: give \"level\", \"delta\" or \"muted\"")
            }
            return .route(.setInputVolume(level: level, delta: delta, muted: muted))
        },
        Method(
            "route.select", "Chooses an output.",
            .required("output", .nullableText, "The uid of an output, or null for the default output."),
            result: .reference("Route"), errors: [.outputNotFound, .noRoute, .mediaServicesFailed]
        ) { output in .route(.select(output: output)) },
    ]
}
