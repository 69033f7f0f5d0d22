import JSON

extension Methods {
    /// The methods whose names begin with `output.`.
    public enum Output {
        /// The most bytes of an equaliser's text.
        public static let longestEqualizer = 65_536

        /// Reads the equalisers of outputs.
        public static let filters = Method(
            "output.filters", .view, "Reads which equalisers and other parts are chosen for which outputs, and what is in force.",
            .optional("output", .text, "The uid of an output, for its curve."),
            answer: .value(Wire.OutputFilters.self))

        /// Chooses what the sound of an output goes through.
        public static let setFilters = Method(
            "output.setFilters", .admin,
            """
            Chooses what the sound of an output, of several, or of all others goes through; what is left out stays as it is. Clients of the \
            network name no `impulse`.
            """,
            .inline(Wire.FilterOrder.shape),
            answer: .object(.required("notes", .strings, "What of the text was left out without harm, with line and column.")),
            errors: [.limitExceeded, .uriNotAllowed])

        /// Reads what outputs have of their own about the volume.
        public static let volumeLimits = Method(
            "output.volumeLimits", .view,
            "Reads which ceilings, beginnings and places of the volume are chosen for which outputs.",
            answer: .object(
                WireMember<[Wire.VolumeLimits]>.required("outputs", .values(), "What is chosen, by uid or pattern.")))

        /// Chooses what an output has of its own about the volume.
        public static let setVolumeLimits = Method(
            "output.setVolumeLimits", .admin,
            """
            Chooses the ceiling, the beginning and the place of the volume of an output, of several, or of all others. What is left out is
            what the configuration, a pattern or the default gives.
            """,
            .required("output", .text, "The uid of an output, a pattern for uids with `*`, or `default`."),
            .optional("maximum", .number(minimum: 0, maximum: 1), "The greatest volume of the player; 1 for no ceiling."),
            .optional(
                "atStart", .number(minimum: 0, maximum: 1),
                "The volume that the player begins with once the output is there, or the daemon has started."),
            .optional(
                "control", WireKind<Wire.VolumeControl>.choice,
                "Where the volume is set: in our stream, or at the sink, whose volume is that of all programs."),
            answer: .value(Wire.Volume.self), errors: [.limitExceeded])
    }

    static let output: [any AnyMethod] = [
        Output.filters, Output.setFilters, Output.volumeLimits, Output.setVolumeLimits,
    ]
}
