public import AudioTypes

extension Wire {
    /// The status of the player: the result of `status` and of all methods that change playback.
    public struct Status: WireObject {
        /// The state of the player.
        public var state: PlayerState
        /// Why the player is in this state.
        public var reason: StateReason
        /// The current item.
        public var item: QueueItem?
        /// The position in the item; `nil` if no item is open.
        public var position: Position?
        /// The duration of the item, in seconds; `nil` if it is not known (a live stream).
        public var duration: Double?
        /// Whether the duration may differ from what will be heard.
        public var durationIsEstimate: Bool
        /// The volume.
        public var volume: Volume
        /// Where the volume goes by itself; `nil` if it stays.
        public var volumeFade: VolumeFade?
        /// A summary of the queue.
        public var queue: QueueSummary
        /// The format of the current item as it is stored.
        public var format: AudioFormat?
        /// The output that the sound goes to; `nil` if there is none.
        public var output: OutputSummary?
        /// Whether playback will go on by itself once the cause of the pause is over.
        public var resumeExpected: Bool
        /// When playback stops by itself; `nil` if it does not, and from an older daemon.
        public var stopAfter: StopAfter?
        /// What may disturb the sound, as a sentence; `nil` if nothing does, and from an older daemon.
        public var notice: String?
        /// The ids of the recordings that are not over; `nil` if there is none.
        public var recordings: [Int64]?
        /// The chapter that is heard; `nil` if there is none.
        public var chapter: Chapter?
        /// The second from which the item goes on, because it was left there; `nil` if it began anew.
        public var resumedFrom: Double?
        /// The audio track that is played; `nil` if the item has only one.
        public var audio: AudioTrack?
        /// The options for playing; `nil` from an older daemon.
        public var options: PlaybackOptions?
        /// The part of the item that is heard over and over; `nil` for none.
        public var loop: Loop?
        /// How many seconds of silence of the item were left out; `nil` if none are to be.
        public var skippedSilence: Double?
        /// The speed that is wanted of the item, and from where it comes; `nil` from an older daemon.
        public var speed: WantedSpeed?
        /// Why the item plays as it was recorded, whatever speed is chosen; `nil` if it has that speed.
        public var normalSpeed: SpeedObstacle?
        /// Why it stands still, or does not sound as usual; `nil` if it plays as it should, or nobody knows.
        public var cause: HeardChange?
        /// What the equaliser does of the output that the sound goes to; `nil` if none is chosen, and from an older daemon.
        public var filters: ActiveFilters?
        /// What was left out when playback began; only an answer has it.
        public var skipped: [SkippedEntry]

        /// Makes a status.
        package init(
            state: PlayerState, reason: StateReason, item: QueueItem? = nil, position: Position? = nil,
            duration: Double? = nil, durationIsEstimate: Bool = false, volume: Volume, volumeFade: VolumeFade? = nil,
            queue: QueueSummary, format: AudioFormat? = nil,
            output: OutputSummary? = nil, resumeExpected: Bool = false, stopAfter: StopAfter? = nil, notice: String? = nil,
            recordings: [Int64]? = nil, chapter: Chapter? = nil, resumedFrom: Double? = nil, audio: AudioTrack? = nil,
            options: PlaybackOptions? = nil, loop: Loop? = nil, skippedSilence: Double? = nil, speed: WantedSpeed? = nil,
            normalSpeed: SpeedObstacle? = nil,
            cause: HeardChange? = nil,
            filters: ActiveFilters? = nil, skipped: [SkippedEntry] = []
        ) {
            self.state = state
            self.reason = reason
            self.item = item
            self.position = position
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
            self.volume = volume
            self.volumeFade = volumeFade
            self.queue = queue
            self.format = format
            self.output = output
            self.resumeExpected = resumeExpected
            self.stopAfter = stopAfter
            self.notice = notice
            self.recordings = recordings
            self.chapter = chapter
            self.resumedFrom = resumedFrom
            self.audio = audio
            self.options = options
            self.loop = loop
            self.skippedSilence = skippedSilence
            self.speed = speed
            self.normalSpeed = normalSpeed
            self.cause = cause
            self.filters = filters
            self.skipped = skipped
        }

        /// The members of a status.
        package static let shape = WireShape(
            Status.init(
                state:reason:item:position:duration:durationIsEstimate:volume:volumeFade:queue:format:output:resumeExpected:
                stopAfter:notice:recordings:chapter:resumedFrom:audio:options:loop:skippedSilence:speed:normalSpeed:cause:filters:
                skipped:
            ),
            .of(\.state, .required("state", .choice, "The state of the player.")),
            .of(\.reason, .required("reason", .choice, "Why it is in this state.")),
            .of(\.item, .nullable("item", .reference, "The current item.")),
            .of(\.position, .nullable("position", .reference, "The position in the item; null if no item is open.")),
            .of(\.duration, .nullable("duration", .number(minimum: 0), "The item's duration, in seconds; null if unknown.")),
            .of(\.durationIsEstimate, .durationIsEstimate),
            .of(\.volume, .required("volume", .reference, "The volume.")),
            .of(\.volumeFade, .optional("volumeFade", .reference, "Where the volume goes by itself; missing if it stays.")),
            .of(\.queue, .required("queue", .value, "A summary of the queue.")),
            .of(\.format, .nullable("format", .value, "The format of the item as it is stored.")),
            .of(\.output, .nullable("output", .value, "Where the sound goes; null if there is no output.")),
            .of(\.resumeExpected, .required("resumeExpected", .boolean, "Whether playback will go on by itself.")),
            .of(\.stopAfter, .nullable("stopAfter", .reference, "When playback stops by itself; null if it does not.")),
            .of(\.notice, .nullable("notice", .string, "What may disturb the sound, as a sentence; null if nothing does.")),
            .of(
                \.recordings,
                .optional("recordings", .identifiers(), "The ids of the recordings that are not over, if there are any.")),
            .of(\.chapter, .optional("chapter", .reference, "The chapter that is heard, if the item has chapters.")),
            .of(
                \.resumedFrom,
                .optional(
                    "resumedFrom", .number(minimum: 0), "The second from which the item went on, if it did so where it was left.")
            ),
            .of(\.audio, .optional("audio", .value, "The audio track that is played, if the item has several.")),
            .of(\.options, .optional("options", .value, "The options for playing.")),
            .of(\.loop, .optional("loop", .reference, "The part of the item that is heard over and over, if one is.")),
            .of(
                \.skippedSilence,
                .optional(
                    "skippedSilence", .number(minimum: 0), "Seconds of silence that were left out of the item, if any are to be.")
            ),
            .of(
                \.speed, .optional("speed", .value, "The speed that is wanted of the item, and from where it comes.")),
            .of(
                \.normalSpeed,
                .optional("normalSpeed", .choice, "Why the item plays at a speed of 1, if another one is chosen.")),
            .of(
                \.cause,
                .optional("cause", .reference, "Who has it stand still or play softly, since when, and why, if anybody has.")
            ),
            .of(
                \.filters,
                .optional("filters", .value, "What the equaliser does of the output that the sound goes to, if one is chosen.")),
            .of(\.skipped, SkippedEntry.member))
    }
}
