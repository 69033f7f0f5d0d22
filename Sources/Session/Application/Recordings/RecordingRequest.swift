package import AudioSession
package import AudioTypes
package import Media
package import MediaTypes
package import PlayerModel
package import Recording

/// A recording that somebody asks for. What is `nil` has its default.
package struct RecordingRequest: Hashable, Sendable {
    package var source: RecordingSource
    /// What is recorded in a channel of its own beside the input: what an output plays. `nil` for nothing.
    package var besideOutput: CaptureSource?
    /// The path relative to the directory of recordings; its suffix names the format unless ``format`` does.
    package var path: String?
    /// The name of the format.
    package var format: String?
    package var options = AudioFileFormat.Options()
    /// Whether samples that lose bits are dithered.
    package var dithers = true
    package var wish = RecordingPlan.Wish()
    package var channelCount: Int?
    /// The numbers of the device's channels that are recorded, from 1 on; `nil` for as many as ``channelCount`` says.
    package var channelNumbers: [Int]?
    package var sampleRate: Int?
    package var title: String?
    /// What it is for, in the words of the program that asks, for the person who has to allow it.
    package var purpose: String?
    /// Whether a new file begins at each title that the player plays. Only for recordings of the player.
    package var splitsOnTitle = false
    /// How many seconds before the request the recording begins, of the sound that is kept ready.
    package var preRoll: Double?
    /// Whether the recording goes on with the next input if its input is lost.
    package var followsInput = false
    /// Whether a call, an alarm or a client's interruption of the session pauses the recording. Without that, only sleep does.
    package var isInterruptible = true

    /// Whether the recording begins with silence, until somebody lets sound be heard.
    package var isMuted = false
    /// Whether the echo of what is played is to be cancelled, or else nothing recorded. Only for the input of the session's choice.
    package var cancelsEcho = false

    /// Whether the recording ends with its input instead of going on with another, which nobody knows to be without echo.
    var keepsInput: Bool { !followsInput || cancelsEcho }

    /// The port through which the input has to take sound in; `nil` for any.
    var inputPort: String?

    /// The uid of the input whose port the session keeps for the recording; `nil` for none.
    var heldInput: String?

    /// Whether the session has chosen the input, and keeps what it needed for that.
    var usesSessionInput = false

    /// Whether the recording goes to the connection of the client, and not to a file of the daemon's.
    package var isOnConnection = false

    /// Makes a request for a recording of `source`.
    package init(_ source: RecordingSource) { self.source = source }
}

/// The reason why a request about a recording was not carried out.
package enum RecordingError: Error, Hashable, Sendable {
    /// The session does not allow it.
    case session(SessionError)
    /// The format does not exist, or the file cannot be written.
    case media(MediaError)
    /// A number is out of range.
    case plan(RecordingPlan.Refusal)
    /// There is no recording with this id.
    case unknown(Int64)
    /// The recording is already over, or about to end.
    case tooLate(Int64)
    /// So many recordings run, which is the limit.
    case tooMany(Int)
    /// The recordings that run leave no memory for one with so many channels, or at so high a rate.
    case tooLarge
    /// The disk is so slow that this many orders to begin a new file wait, which is the limit.
    case tooManySplits(Int)
    /// The time at which it was to begin has passed, or is too far away.
    case time(PlaybackError)
    /// The sound system refuses the stream, with its sentence.
    case input(String)
    /// The daemon is about to end.
    case shuttingDown
}

/// A recording that is not over, as doors see it.
package struct RecordingStatus: Hashable, Sendable {
    /// What the recording does.
    package enum Phase: Hashable, Sendable {
        case recording, paused, interrupted
        /// The input, or the sound server, is away.
        case waiting
    }

    /// A place in what the player plays.
    package struct Heard: Hashable, Sendable {
        /// The id of the item of the queue.
        package var item: Int64
        /// The position in it, in seconds.
        package var seconds: Double
    }

    package var id: Int64
    package var phase: Phase
    package var source: RecordingSource
    /// Whether what an output plays is recorded beside the input, in a channel of its own.
    package var isMeeting: Bool
    /// Whether an interruption of the session pauses it.
    package var isInterruptible: Bool
    /// Whether silence is recorded because somebody wants that.
    package var isMuted: Bool
    /// Whether the mute switch of the input is on.
    package var isInputMuted: Bool
    /// The nodes that the sound comes from now.
    package var inputs: [String]
    package var title: String
    /// The file that is being written.
    package var path: String
    package var format: RecordedFormat
    package var stream: StreamFormat
    /// How much was recorded, in seconds.
    package var seconds: Double
    /// What is missing, in frames.
    package var missedFrames: Int64
    package var droppedFrames: Int64
    /// When the first frame was sound: CLOCK_MONOTONIC, in nanoseconds; `nil` before it came.
    package var firstFrameAt: Int64?
    /// What the player let be heard at the moment of the first frame; for a recording of an output, the very frame that is recorded.
    /// `nil` if nothing played, and before the first frame.
    package var heard: Heard?
}
