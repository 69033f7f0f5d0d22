extension Wire {
    /// The equaliser that is chosen for an output or for several.
    public struct FilterChoice: WireObject {
        /// The uid of an output, a pattern for uids, or `default`.
        public var output: String
        /// The text of the equaliser; `off` for none.
        public var equalizer: String
        /// Whether the level is lowered by as much as the equaliser raises a sine.
        public var automaticLevel: Bool
        /// Whether the configuration gives it.
        public var configured: Bool
        /// What else the sound goes through.
        public var parts: SoundParts

        /// Makes a choice.
        package init(
            output: String, equalizer: String, automaticLevel: Bool, configured: Bool, parts: SoundParts = SoundParts()
        ) {
            self.output = output
            self.equalizer = equalizer
            self.automaticLevel = automaticLevel
            self.configured = configured
            self.parts = parts
        }

        /// The members of a choice.
        package static let shape = WireShape(
            FilterChoice.init(output:equalizer:automaticLevel:configured:parts:),
            .of(\.output, .required("output", .string, "The uid of an output, a pattern for uids, or `default`.")),
            .of(\.equalizer, .required("equalizer", .string, "The text of the equaliser, or `off`.")),
            .of(
                \.automaticLevel,
                .required(
                    "automaticLevel", .boolean, "Whether the level is lowered by as much as the equaliser raises a sine at most.")
            ),
            .of(\.configured, .required("configured", .boolean, "Whether the configuration gives it, and no client.")),
            .of(\.parts, .inline))
    }

    /// What the filters of an output do that the sound goes to.
    public struct ActiveFilters: WireObject {
        /// The id of the output.
        public var output: String
        /// The uid or the pattern by which the equaliser was chosen; `nil` if none is chosen.
        public var rule: String?
        /// The number of bands of all channels together.
        public var bands: Int
        /// The level before the bands, in decibels.
        public var level: Double
        /// How many samples have come out beyond full scale since the sound goes to this output.
        public var clippedSamples: Int
        /// Why nothing of the choice is heard: `passthrough` or `dsd`; `nil` if it is.
        public var bypassed: String?
        /// What runs, by the names of `output.setFilters`, in the order of the sound.
        public var parts: [String]
        /// By how many seconds the sound is late through the filters.
        public var latency: Double
        /// What of the choice is not heard and why, as a sentence; `nil` if all of it is.
        public var problem: String?

        /// Makes a description.
        package init(
            output: String, rule: String?, bands: Int, level: Double, clippedSamples: Int, bypassed: String?,
            parts: [String] = [], latency: Double = 0, problem: String? = nil
        ) {
            self.output = output
            self.rule = rule
            self.bands = bands
            self.level = level
            self.clippedSamples = clippedSamples
            self.bypassed = bypassed
            self.parts = parts
            self.latency = latency
            self.problem = problem
        }

        /// Why an equaliser may not be heard.
        package static let bypasses = ["passthrough", "dsd"]

        /// The members of a description.
        package static let shape = WireShape(
            ActiveFilters.init(output:rule:bands:level:clippedSamples:bypassed:parts:latency:problem:),
            .of(\.output, .required("output", .string, "The uid of the output.")),
            .of(\.rule, .nullable("rule", .string, "The uid or the pattern by which it was chosen; null for no equaliser.")),
            .of(\.bands, .required("bands", .index, "How many bands of all channels together.")),
            .of(\.level, .required("level", .number(), "The level before the bands, in decibels.")),
            .of(
                \.clippedSamples,
                .required(
                    "clippedSamples", .index, "How many samples came out beyond full scale since the sound goes there.")),
            .of(
                \.bypassed,
                .optional("bypassed", .choice(bypasses), "Why it is not heard, if it is not: the sink decodes what it gets.")),
            .of(
                \.parts,
                .unlessEmpty("parts", .strings, "What runs, by the names of `output.setFilters`, in the order of the sound.")),
            .of(
                \.latency,
                .optional("latency", .number(), default: 0, "By how many seconds the sound is late through the filters.")),
            .of(
                \.problem,
                .optional("problem", .string, "What of the choice is not heard and why, as a sentence; absent if all of it is.")))
    }

    /// What an equaliser does to each frequency.
    public struct FilterCurve: WireObject {
        /// The uid or the pattern by which the equaliser was chosen; `nil` if none is chosen.
        public var rule: String?
        /// Frequencies, in hertz.
        public var frequencies: [Double]
        /// The gain at each of them on the left, in decibels, with the level.
        public var left: [Double]
        /// The gain on the right; empty if it is that on the left.
        public var right: [Double]
        /// The level alone, in decibels.
        public var level: Double
        /// The number of bands of all channels together.
        public var bands: Int

        /// Makes a curve.
        package init(rule: String?, frequencies: [Double], left: [Double], right: [Double], level: Double, bands: Int) {
            self.rule = rule
            self.frequencies = frequencies
            self.left = left
            self.right = right
            self.level = level
            self.bands = bands
        }

        /// The members of a curve.
        package static let shape = WireShape(
            FilterCurve.init(rule:frequencies:left:right:level:bands:),
            .of(\.rule, .nullable("rule", .string, "The uid or the pattern by which it was chosen; null for no equaliser.")),
            .of(\.frequencies, .required("frequencies", .numbers, "Frequencies, in hertz.")),
            .of(\.left, .required("left", .numbers, "The gain at each of them on the left, in decibels, with the level.")),
            .of(\.right, .unlessEmpty("right", .numbers, "The gain on the right, if it is another one.")),
            .of(\.level, .required("level", .number(), "The level alone, in decibels.")),
            .of(\.bands, .required("bands", .index, "How many bands of all channels together.")))
    }

    /// The equalisers of all outputs.
    public struct OutputFilters: WireObject {
        /// What is chosen.
        public var choices: [FilterChoice]
        /// What the equalisers do of the outputs that the sound goes to.
        public var active: [ActiveFilters]
        /// The curve of the output that was asked for.
        public var curve: FilterCurve?

        /// Makes a list.
        package init(choices: [FilterChoice], active: [ActiveFilters], curve: FilterCurve?) {
            self.choices = choices
            self.active = active
            self.curve = curve
        }

        /// The members of the list.
        package static let shape = WireShape(
            OutputFilters.init(choices:active:curve:),
            .of(\.choices, .required("choices", .values(), "What is chosen, by uid or pattern.")),
            .of(\.active, .required("active", .values(), "What is in force at the outputs that the sound goes to.")),
            .of(\.curve, .optional("curve", .value, "The curve of the output that was asked for.")))
    }

    /// What a client has chosen for an output.
    public enum FilterWord: String, CaseIterable, Sendable {
        /// An equaliser, with or without other parts.
        case equalizer
        /// Other parts without an equaliser.
        case parts
        /// None.
        case off
        /// Nothing: what the configuration, a pattern or the default gives.
        case inherited
    }
}
