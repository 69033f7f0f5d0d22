import JSON

extension Methods {
    /// The methods whose names begin with `route.`.
    public enum Route {
        /// Reads where the sound goes.
        public static let get = Method("route.get", .view, "Reads where the sound goes.", answer: .value(Wire.Route.self))

        /// Lists the outputs.
        public static let outputs = Method("route.outputs", .view, "Lists the outputs.", answer: .list(of: Wire.Output.self))

        /// Lists the inputs.
        public static let inputs = Method("route.inputs", .view, "Lists the inputs.", answer: .list(of: Wire.Input.self))

        /// Chooses the input of recordings that name none.
        public static let selectInput = Method(
            "route.selectInput", .admin, "Chooses the input of recordings that name none.",
            .required("input", .nullableText, "The uid of an input, or null for the default input."),
            answer: .value(Wire.Route.self), errors: [.inputNotFound, .mediaServicesFailed])

        /// Sets the volume of the input that recordings take which name none, or its mute switch, as mixers do.
        public static let setInputVolume = Method(
            "route.setInputVolume", .admin,
            """
            Sets the volume of the input that recordings take which name none, or its mute switch, as mixers do. A level out of range is
            clamped.
            """,
            .inline(Wire.VolumeChange.shape(of: "the input")),
            answer: .value(Wire.Volume.self), errors: [.inputNotFound, .mediaServicesFailed]
        )
        .checked { change throws(ControlError) in try change.requireChange(in: "route.setInputVolume") }

        /// Chooses an output, or several that play the same sound.
        public static let select = Method(
            "route.select", .control, "Chooses an output, or several that play the same sound.",
            .optional("output", .nullableText, "The uid of an output, or null for the default output."),
            .optional("outputs", .texts(minimumCount: 1), "The uids of several outputs instead; the first is the primary."),
            answer: .value(Wire.Route.self), errors: [.outputNotFound, .noRoute, .mediaServicesFailed]
        ) { output, outputs throws(ControlError) -> Wire.OutputChoice in
            switch (output, outputs) {
            case (let output?, nil): return .one(output)
            case (nil, let outputs?): return .together(outputs)
            default:
                throw ControlError(
                    .invalidParams, "route.select: give either \"output\" or \"outputs\"", details: ["parameter": "output"])
            }
        } take: { choice in
            switch choice {
            case .one(let output): (.some(output), nil)
            case .together(let outputs): (nil, outputs)
            }
        }

        /// Sets the volume of an output; `nil`: of the primary one.
        public static let setVolume = Method(
            "route.setVolume", .control,
            "Sets the volume of an output, or its mute switch, as mixers do. A level out of range is clamped.",
            .optional("output", .text, "The uid of an output; without it, the primary one that the sound goes to."),
            .inline(Wire.VolumeChange.shape(of: "the output")),
            answer: .value(Wire.Volume.self), errors: [.outputNotFound, .mediaServicesFailed]
        )
        .checked { _, change throws(ControlError) in try change.requireChange(in: "route.setVolume") }

        /// Sets how much later than by itself an output plays beside others.
        public static let setDelay = Method(
            "route.setDelay", .admin, "Sets how much later than by itself an output plays beside others.",
            .required("output", .text, "The uid of an output."),
            .required(
                "seconds", .nullableNumber(minimum: 0, maximum: 2),
                "The delay, or null to be in step with the slowest output by the latencies that the sound server tells."),
            answer: .value(Wire.Route.self), errors: [.outputNotFound])
    }

    static let route: [any AnyMethod] = [
        Route.get, Route.outputs, Route.inputs, Route.selectInput, Route.setInputVolume, Route.select, Route.setVolume,
        Route.setDelay,
    ]
}

extension Wire {
    /// What ``Methods/Route/select`` chooses.
    public enum OutputChoice: Hashable, Sendable {
        /// The output with this uid; `nil` for the default one.
        case one(String?)
        /// Several outputs, which play the same sound, by their uids; the first is the primary.
        case together([String])
    }
}
