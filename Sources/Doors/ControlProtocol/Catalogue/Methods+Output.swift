import JSON

extension Methods {
    /// The methods whose names begin with `output.`.
    public enum Output {
        /// The most bytes of an equaliser's text.
        public static let longestEqualizer = 65_536

        /// Reads the equalisers of outputs.
        public static let filters = Method(
            "output.filters", "Reads which equalisers are chosen for which outputs, and what is in force.",
            .optional("output", .text, "The uid of an output, for its curve."),
            answer: .value(Wire.OutputFilters.self))

        /// Chooses the equaliser of an output.
        public static let setFilters = Method(
            "output.setFilters", "Chooses the equaliser of an output, of several, or of all others.",
            .required("output", .text, "The uid of an output, a pattern for uids with `*`, or `default`."),
            .required(
                "equalizer", .nullableString(maximumLength: longestEqualizer),
                """
                The text of an equaliser, as AutoEq, Equalizer APO and Room EQ Wizard write it; `off` for none; null for what the
                configuration, a pattern or the default gives.
                """),
            .optional(
                "automaticLevel", .boolean, default: true,
                "Whether to lower the level by as much as the equaliser raises a sine at most."),
            answer: .object(.required("notes", .strings, "What of the text was left out without harm, with line and column.")),
            errors: [.limitExceeded])
    }

    static let output: [any AnyMethod] = [Output.filters, Output.setFilters]
}
