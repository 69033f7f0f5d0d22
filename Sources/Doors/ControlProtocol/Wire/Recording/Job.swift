extension Wire {
    /// Where the result of a job goes.
    public enum JobTarget: String, CaseIterable, Hashable, Sendable {
        /// Into a new file below the directory of recordings.
        case file
        /// Over the connection, front to back.
        case connection
        /// Over the connection, in chunks that say where their bytes belong.
        case chunks
    }

    /// Long work on media.
    public struct Job: WireObject {
        /// What is done.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// Sound is copied without decoding it.
            case extract
            /// Sound is decoded and written in another format.
            case convert
        }

        /// How far a job is.
        public enum State: String, CaseIterable, Hashable, Sendable {
            case waiting, running, done, failed, cancelled
        }

        /// The id of the job.
        public var job: Int64
        /// What is done with the sound: `extract` or `convert`.
        public var kind: Kind
        /// The address of the media.
        public var uri: String
        /// `waiting`, `running`, `done`, `failed` or `cancelled`.
        public var state: State
        /// From 0 to 1; `nil` if it is unknown.
        public var progress: Double?
        /// Why it failed.
        public var error: ControlError?
        /// What it has become.
        public var result: JobResult?

        /// Makes a job.
        package init(
            job: Int64, kind: Kind, uri: String, state: State, progress: Double? = nil, error: ControlError? = nil,
            result: JobResult? = nil
        ) {
            self.job = job
            self.kind = kind
            self.uri = uri
            self.state = state
            self.progress = progress
            self.error = error
            self.result = result
        }

        /// The members of a job.
        package static let shape = WireShape(
            Job.init(job:kind:uri:state:progress:error:result:),
            .of(\.job, .required("job", .integer(), "The id of the job.")),
            .of(\.kind, .required("kind", .choice, "What is done with the sound: `extract` or `convert`.")),
            .of(\.uri, .required("uri", .string, "The address of the media.")),
            .of(\.state, .required("state", .choice, "`waiting`, `running`, `done`, `failed` or `cancelled`.")),
            .of(
                \.progress,
                .optional(
                    "progress", .number(minimum: 0, maximum: 1), "How much is done, while it runs and if that is known.")),
            .of(\.error, .optional("error", .reference, "Why it failed.")),
            .of(\.result, .optional("result", .reference, "What it has become, once it is done.")))
    }

    /// What a job has become. Frames are at `sampleRate`.
    public struct JobResult: WireObject {
        /// The new file; `nil` if the result went over a connection.
        public var path: String?
        /// The usual suffix of such files.
        public var format: String
        /// In hertz.
        public var sampleRate: Int
        /// The frames of the recording.
        public var frames: Int64
        /// The frames at both ends that are not part of what was wanted.
        public var edges: JobEdges?
        /// What the new file lacks.
        public var lost: [String]
        /// The frames that are missing in gaps of the media.
        public var missingFrames: Int64
        /// The packets that were damaged.
        public var damagedPackets: Int64
        /// What was done for the loudness.
        public var loudness: JobLoudness?
        /// The bits that the samples have lost; `nil` if they have lost none.
        public var reduced: DepthReduction?

        /// Makes a result.
        package init(
            path: String?, format: String, sampleRate: Int, frames: Int64, edges: JobEdges? = nil, lost: [String] = [],
            missingFrames: Int64 = 0, damagedPackets: Int64 = 0, loudness: JobLoudness? = nil, reduced: DepthReduction? = nil
        ) {
            self.path = path
            self.format = format
            self.sampleRate = sampleRate
            self.frames = frames
            self.edges = edges
            self.lost = lost
            self.missingFrames = missingFrames
            self.damagedPackets = damagedPackets
            self.loudness = loudness
            self.reduced = reduced
        }

        /// The members of a result.
        package static let shape = WireShape(
            JobResult.init(path:format:sampleRate:frames:edges:lost:missingFrames:damagedPackets:loudness:reduced:),
            .of(\.path, .optional("path", .string, "The new file, unless the result went over a connection.")),
            .of(\.format, .required("format", .string, "The usual suffix of such files.")),
            .of(\.sampleRate, .required("sampleRate", .integer(minimum: 1), "In hertz.")),
            .of(\.frames, .required("frames", .integer(minimum: 0), "The frames of the recording.")),
            .of(
                \.edges,
                .optional("edges", .reference, "What lies around the wanted sound, because packets were copied whole.")),
            .of(
                \.lost,
                .required(
                    "lost", .strings,
                    "What was not carried over: `tags`, `picture`, `chapters`, or `end` if the media ends before its end.")),
            .of(
                \.missingFrames,
                .required("missingFrames", .integer(minimum: 0), "The frames that are missing in gaps of the media.")),
            .of(\.damagedPackets, .required("damagedPackets", .integer(minimum: 0), "The damaged packets of the media.")),
            .of(\.loudness, .optional("loudness", .reference, "What was done for the loudness.")),
            .of(\.reduced, .optional("reduced", .reference, "The bits that the samples have lost, if they have.")))
    }

    /// That samples are stored with fewer bits than their source has.
    public struct DepthReduction: WireObject {
        /// The bits of a sample of the source.
        public var from: Int
        /// The bits that are stored.
        public var to: Int
        /// Whether noise was added, so that no distortion comes of it.
        public var dithered: Bool

        /// Makes a reduction.
        package init(from: Int, to: Int, dithered: Bool) {
            self.from = from
            self.to = to
            self.dithered = dithered
        }

        /// The members of a reduction.
        package static let shape = WireShape(
            DepthReduction.init(from:to:dithered:),
            .of(\.from, .required("from", .integer(minimum: 1), "The bits of a sample of the source.")),
            .of(\.to, .required("to", .integer(minimum: 1), "The bits that are stored.")),
            .of(\.dithered, .required("dithered", .boolean, "Whether noise was added, so that no distortion comes of it.")))
    }

    /// Frames around the wanted sound, because packets are copied whole.
    public struct JobEdges: WireObject {
        /// Frames that the container hides from listeners.
        public var hiddenBefore: Int64
        /// Frames behind it that players leave out.
        public var hiddenAfter: Int64
        /// Frames that are heard, because the container cannot hide them.
        public var heardBefore: Int64
        /// Frames behind it that are heard.
        public var heardAfter: Int64

        /// Makes edges.
        package init(hiddenBefore: Int64, hiddenAfter: Int64, heardBefore: Int64, heardAfter: Int64) {
            self.hiddenBefore = hiddenBefore
            self.hiddenAfter = hiddenAfter
            self.heardBefore = heardBefore
            self.heardAfter = heardAfter
        }

        /// The members of edges.
        package static let shape = WireShape(
            JobEdges.init(hiddenBefore:hiddenAfter:heardBefore:heardAfter:),
            .of(\.hiddenBefore, .required("hiddenBefore", .integer(minimum: 0), "Frames before it that players leave out.")),
            .of(\.hiddenAfter, .required("hiddenAfter", .integer(minimum: 0), "Frames behind it that players leave out.")),
            .of(\.heardBefore, .required("heardBefore", .integer(minimum: 0), "Frames before it that are heard.")),
            .of(\.heardAfter, .required("heardAfter", .integer(minimum: 0), "Frames behind it that are heard.")))
    }

    /// What a conversion did for the loudness (EBU R 128).
    public struct JobLoudness: WireObject {
        /// The loudness before, in LUFS; `nil` for silence.
        public var integrated: Double?
        /// The true peak before, in dBTP; `nil` for silence.
        public var truePeak: Double?
        /// In decibels.
        public var gain: Double
        /// Whether the peak allowed no more gain.
        public var limitedByPeak: Bool

        /// Makes a change of the loudness.
        package init(integrated: Double?, truePeak: Double?, gain: Double, limitedByPeak: Bool) {
            self.integrated = integrated
            self.truePeak = truePeak
            self.gain = gain
            self.limitedByPeak = limitedByPeak
        }

        /// The members of a change.
        package static let shape = WireShape(
            JobLoudness.init(integrated:truePeak:gain:limitedByPeak:),
            .of(\.integrated, .nullable("integrated", .number(), "The loudness before, in LUFS; null for silence.")),
            .of(\.truePeak, .nullable("truePeak", .number(), "The true peak before, in dBTP; null for silence.")),
            .of(\.gain, .required("gain", .number(), "The gain, in decibels.")),
            .of(\.limitedByPeak, .required("limitedByPeak", .boolean, "Whether the peak allowed no more gain.")))
    }
}
