import JSON

extension Methods {
    /// The methods whose names begin with `output.`.
    public enum Output {
        /// The most bytes of an equaliser's text.
        public static let longestEqualizer = 65_536

        /// Reads the equalisers of outputs.
        public static let filters = Method(
            "output.filters", "Reads which equalisers and other parts are chosen for which outputs, and what is in force.",
            .optional("output", .text, "The uid of an output, for its curve."),
            answer: .value(Wire.OutputFilters.self))

        /// Chooses what the sound of an output goes through.
        public static let setFilters = Method(
            "output.setFilters",
            "Chooses what the sound of an output, of several, or of all others goes through; what is left out stays as it is.",
            .inline(Wire.FilterOrder.shape),
            answer: .object(.required("notes", .strings, "What of the text was left out without harm, with line and column.")),
            errors: [.limitExceeded])
    }

    static let output: [any AnyMethod] = [Output.filters, Output.setFilters]
}
