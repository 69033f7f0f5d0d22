public import AudioTypes

extension Wire {
    /// What is recorded.
    public enum RecordingSource: String, CaseIterable, Hashable, Sendable {
        /// What an input, such as a microphone, takes in.
        case input
        /// What an output plays.
        case output
        /// What the player plays, as it was decoded.
        case player
        /// An input in the first channel, and what an output plays in the second.
        case meeting
    }

    /// A recording that is not over.
    public struct Recording: WireObject {
        /// What a recording does.
        public enum State: String, CaseIterable, Hashable, Sendable {
            case recording, paused
            /// An interruption of the session has paused it.
            case interrupted
            /// Its input, or the sound server, is away.
            case waiting
        }

        /// The id of the recording.
        public var recording: Int64
        /// What it does; `waiting`: its input, or the sound server, is away.
        public var state: State
        /// What is recorded: `input`, `output`, `player` or `meeting`.
        public var source: RecordingSource
        /// Whether an interruption of the session pauses it.
        public var interruptible: Bool
        /// Whether silence is recorded because somebody wants that.
        public var muted: Bool
        /// Whether the mute switch of the input is on.
        public var inputMuted: Bool
        /// The uids of the nodes that the sound comes from now.
        public var from: [String]
        /// The title, if it has one.
        public var title: String?
        /// The path of the file that is being written; `nil` for a recording over a connection.
        public var path: String?
        /// The name of the format.
        public var format: String
        /// How samples without a header are stored; `nil` for all other formats.
        public var samples: RawSamples?
        /// The bits that the samples of what plays lose; `nil` if they lose none.
        public var reduced: DepthReduction?
        /// In hertz.
        public var sampleRate: Int
        /// How many channels.
        public var channels: Int
        /// In seconds.
        public var duration: Double
        /// The frames that the sound system never brought.
        public var missedFrames: Int64
        /// The frames that were dropped because the disk was too slow.
        public var droppedFrames: Int64
        /// When the first frame was sound, at the input's microphone or at the output: CLOCK_MONOTONIC, in seconds.
        public var firstFrameAt: Double?
        /// What the player let be heard at the first frame.
        public var heard: HeardPlace?

        /// Makes a recording.
        package init(
            recording: Int64, state: State, source: RecordingSource, interruptible: Bool = true, muted: Bool = false,
            inputMuted: Bool = false, from: [String], title: String?,
            path: String?, format: String, samples: RawSamples? = nil, reduced: DepthReduction? = nil,
            sampleRate: Int, channels: Int, duration: Double, missedFrames: Int64, droppedFrames: Int64,
            firstFrameAt: Double? = nil, heard: HeardPlace? = nil
        ) {
            self.recording = recording
            self.state = state
            self.source = source
            self.interruptible = interruptible
            self.muted = muted
            self.inputMuted = inputMuted
            self.from = from
            self.title = title
            self.path = path
            self.format = format
            self.samples = samples
            self.reduced = reduced
            self.sampleRate = sampleRate
            self.channels = channels
            self.duration = duration
            self.missedFrames = missedFrames
            self.droppedFrames = droppedFrames
            self.firstFrameAt = firstFrameAt
            self.heard = heard
        }

        /// The members of a recording.
        package static let shape = WireShape(
            Recording.init(
                recording:state:source:interruptible:muted:inputMuted:from:title:path:format:samples:reduced:sampleRate:channels:
                duration:
                missedFrames:
                droppedFrames:firstFrameAt:heard:),
            .of(\.recording, .required("recording", .integer(), "The id of the recording.")),
            .of(
                \.state,
                .required("state", .choice, "What it does; `waiting`: its input, or the sound server, is away.")),
            .of(\.source, .required("source", .choice, "What is recorded: `input`, `output`, `player` or `meeting`.")),
            .of(\.interruptible, .required("interruptible", .boolean, "Whether an interruption of the session pauses it.")),
            .of(\.muted, .required("muted", .boolean, "Whether silence is recorded because somebody wants that.")),
            .of(\.inputMuted, .required("inputMuted", .boolean, "Whether the mute switch of the input is on.")),
            .of(\.from, .required("from", .strings, "The uids of what the sound comes from now.")),
            .of(\.title, .optional("title", .string, "The title, if it has one.")),
            .of(\.path, .optional("path", .string, "The file that is being written, unless it goes over a connection.")),
            .of(\.format, .required("format", .string, "The name of the format.")),
            .of(
                \.samples,
                .optional("samples", .choice, "For `raw`: how a sample is stored. Frames are interleaved.")),
            .of(\.reduced, .optional("reduced", .reference, "The bits that the samples of what plays lose, if they do.")),
            .of(\.sampleRate, .required("sampleRate", .integer(minimum: 1), "In hertz.")),
            .of(\.channels, .required("channels", .integer(minimum: 1), "How many channels.")),
            .of(\.duration, .required("duration", .number(minimum: 0), "How much was recorded, in seconds.")),
            .of(
                \.missedFrames,
                .required("missedFrames", .integer(minimum: 0), "The frames that the sound system never brought.")),
            .of(
                \.droppedFrames,
                .required("droppedFrames", .integer(minimum: 0), "The frames that were dropped because the disk was too slow.")),
            .of(
                \.firstFrameAt,
                .optional(
                    "firstFrameAt", .number(minimum: 0),
                    """
                    When the first frame was sound, at the microphone or at the output: by CLOCK_MONOTONIC, in seconds. Not there before it \
                    came.
                    """)),
            .of(
                \.heard,
                .optional("heard", .value, "What the player let be heard when the first frame was sound, if it played.")))
    }

    /// How a sample without a header is stored: signed integers of 16 or 24 bits, or floats of 32 bits, all little-endian.
    public enum RawSamples: String, CaseIterable, Hashable, Sendable {
        case s16le, s24le, f32le
    }

    /// A place in what the player plays.
    public struct HeardPlace: WireObject {
        /// The id of the item of the queue.
        public var item: Int64
        /// In seconds.
        public var position: Double

        /// Makes a place.
        package init(item: Int64, position: Double) {
            self.item = item
            self.position = position
        }

        /// The members of a place.
        package static let shape = WireShape(
            HeardPlace.init(item:position:),
            .of(\.item, .required("item", .integer(), "The id of the item in the queue.")),
            .of(\.position, .required("position", .number(minimum: 0), "The position in it, in seconds.")))
    }

    /// What silence does to a recording.
    public struct SilenceRule: WireObject {
        /// What silence does.
        public enum Action: String, CaseIterable, Hashable, Sendable {
            /// A new file begins.
            case split
            /// The recording ends.
            case stop
        }

        /// `nil` for `split`.
        public var action: Action?
        /// The peak below which sound is silence, in decibels below full scale.
        public var level: Double?
        /// How long it lasts, in seconds.
        public var seconds: Double?
        /// The shortest file, in seconds.
        public var shortest: Double?

        /// Makes a rule.
        public init(action: Action?, level: Double?, seconds: Double?, shortest: Double?) {
            self.action = action
            self.level = level
            self.seconds = seconds
            self.shortest = shortest
        }

        /// The members of a rule.
        package static let shape = WireShape(
            SilenceRule.init(action:level:seconds:shortest:),
            .of(\.action, .optional("action", .choice, "`split` (a new file begins) or `stop`; `split` if left out.")),
            .of(
                \.level,
                .optional(
                    "level", .number(minimum: -120, maximum: 0),
                    "The peak below which sound is silence, in decibels; -50 if left out.")),
            .of(
                \.seconds,
                .optional("seconds", .number(minimum: 0.05, maximum: 3_600), "How long the silence lasts; 2 if left out.")),
            .of(
                \.shortest,
                .optional("shortest", .number(minimum: 0, maximum: 604_800), "The shortest file, in seconds; 10 if left out.")))
    }

    /// What a recording has become.
    public struct RecordingResult: WireObject {
        /// Why a recording ended.
        public enum Reason: String, CaseIterable, Hashable, Sendable {
            case stopped, maxDuration, silence, inputLost, formatChanged, shuttingDown, failed
        }

        /// The id of the recording.
        public var recording: Int64
        /// Why it ended: stopped, maxDuration, silence, inputLost, shuttingDown or failed.
        public var reason: Reason
        /// Why it failed.
        public var error: ControlError?
        /// The last file.
        public var path: String?
        /// How many files there are.
        public var files: Int
        /// The frames of all files.
        public var frames: Int64
        /// In seconds.
        public var duration: Double
        /// The frames that the sound system never brought.
        public var missedFrames: Int64
        /// The frames that were dropped because the disk was too slow.
        public var droppedFrames: Int64

        /// Makes a result.
        package init(
            recording: Int64, reason: Reason, error: ControlError?, path: String?, files: Int, frames: Int64, duration: Double,
            missedFrames: Int64, droppedFrames: Int64
        ) {
            self.recording = recording
            self.reason = reason
            self.error = error
            self.path = path
            self.files = files
            self.frames = frames
            self.duration = duration
            self.missedFrames = missedFrames
            self.droppedFrames = droppedFrames
        }

        /// The members of a result.
        package static let shape = WireShape(
            RecordingResult.init(recording:reason:error:path:files:frames:duration:missedFrames:droppedFrames:),
            .of(\.recording, .required("recording", .integer(), "The id of the recording.")),
            .of(
                \.reason,
                .required("reason", .choice, "Why it ended: stopped, maxDuration, silence, inputLost, shuttingDown or failed.")),
            .of(\.error, .optional("error", .reference, "Why it failed.")),
            .of(\.path, .optional("path", .string, "The last file, if there is one.")),
            .of(\.files, .required("files", .integer(minimum: 0), "How many files there are.")),
            .of(\.frames, .required("frames", .integer(minimum: 0), "The frames of all files.")),
            .of(\.duration, .required("duration", .number(minimum: 0), "The same in seconds.")),
            .of(
                \.missedFrames,
                .required("missedFrames", .integer(minimum: 0), "The frames that the sound system never brought.")),
            .of(
                \.droppedFrames,
                .required("droppedFrames", .integer(minimum: 0), "The frames that were dropped because the disk was too slow.")))
    }

    /// A place in a recording at which sound is missing, or from which on it is muted or not.
    public struct RecordingMark: WireObject {
        /// Why sound is missing, or what changes.
        public enum Cause: String, CaseIterable, Hashable, Sendable {
            case missed, dropped, late, paused, interrupted, serverLost, inputLost, muted, unmuted, inputMuted, inputUnmuted
        }

        /// The id of the recording.
        public var recording: Int64
        /// Why sound is missing: missed, dropped, late (the recording was to begin earlier), paused, interrupted, serverLost or inputLost;
        /// or what changes with the frame: muted, unmuted, inputMuted or inputUnmuted.
        public var cause: Cause
        /// The frame before which it is missing, counted over all files.
        public var frame: Int64
        /// How many frames are missing.
        public var missing: Int64
        /// How many frames of silence stand in for them.
        public var filled: Int64

        /// Makes a mark.
        package init(recording: Int64, cause: Cause, frame: Int64, missing: Int64, filled: Int64) {
            self.recording = recording
            self.cause = cause
            self.frame = frame
            self.missing = missing
            self.filled = filled
        }

        /// The members of a mark.
        package static let shape = WireShape(
            RecordingMark.init(recording:cause:frame:missing:filled:),
            .of(\.recording, .required("recording", .integer(), "The id of the recording.")),
            .of(
                \.cause,
                .required(
                    "cause", .choice,
                    """
                    Why sound is missing: missed, dropped, paused, interrupted, serverLost or inputLost. Or what changes with the frame, \
                    before which nothing is missing: muted, unmuted, inputMuted or inputUnmuted.
                    """)),
            .of(
                \.frame,
                .required("frame", .integer(minimum: 0), "The frame before which it is missing, counted over all files.")),
            .of(\.missing, .required("missing", .integer(minimum: 0), "How many frames are missing.")),
            .of(\.filled, .required("filled", .integer(minimum: 0), "How many frames of silence stand in for them.")))
    }

    /// The levels of a recording since the last event of this kind.
    public struct RecordingLevels: WireObject {
        /// The id of the recording.
        public var recording: Int64
        /// The levels themselves.
        public var levels: Levels
        /// The frames of the recording so far.
        public var frame: Int64

        /// Makes levels.
        package init(recording: Int64, _ levels: Levels, frame: Int64) {
            self.recording = recording
            self.levels = levels
            self.frame = frame
        }

        /// The members of levels.
        package static let shape = WireShape(
            RecordingLevels.init(recording:_:frame:),
            .of(\.recording, .required("recording", .integer(), "The id of the recording.")), .of(\.levels, .inline),
            .of(\.frame, .required("frame", .integer(minimum: 0), "The frames of the recording so far.")))
    }

    /// An input that a client can choose.
    public struct Input: WireObject {
        /// The id of the input, which stays the same across restarts.
        public var uid: String
        /// The name for people.
        public var name: String
        /// What kind of input it is.
        public var type: InputType
        /// How many channels.
        public var channels: Int
        /// The positions of the channels, such as `FL`; `nil` if they are not known.
        public var channelNames: [String]?
        /// Whether recordings that name no input use this one.
        public var current: Bool
        /// Whether it is the system's default input.
        public var `default`: Bool
        /// The volume on the cubic scale of mixers, 0…1; `nil` if it is not known.
        public var volume: Double?
        /// Whether the input's mute switch is on.
        public var muted: Bool

        /// Makes an input.
        package init(
            uid: String, name: String, type: InputType, channels: Int, channelNames: [String]? = nil, current: Bool,
            default: Bool,
            volume: Double?, muted: Bool
        ) {
            self.uid = uid
            self.name = name
            self.type = type
            self.channels = channels
            self.channelNames = channelNames
            self.current = current
            self.default = `default`
            self.volume = volume
            self.muted = muted
        }

        /// The members of an input.
        package static let shape = WireShape(
            Input.init(uid:name:type:channels:channelNames:current:default:volume:muted:),
            .of(\.uid, .required("uid", .string, "Its id, which stays the same across restarts.")),
            .of(\.name, .required("name", .string, "Its name, for people.")),
            .of(\.type, .required("type", .inputType, "What kind of input it is.")),
            .of(\.channels, .required("channels", .integer(minimum: 0), "How many channels.")),
            .of(
                \.channelNames,
                .optional("channelNames", .strings, "The positions of the channels, such as `FL`, if they are known.")),
            .of(\.current, .required("current", .boolean, "Whether recordings that name no input use this one.")),
            .of(\.default, .required("default", .boolean, "Whether it is the system's default input.")),
            .of(\.volume, .nullable("volume", .number(in: Volume.levels), "The volume, 0 to 1; null if it is not known.")),
            .of(\.muted, .required("muted", .boolean, "Whether the input is muted.")))
    }
}
