import AudioSession
import AudioTypes
import Logging
import NIOCore
import RealtimeAudio
import Recording

/// The sound of an input that is kept ready for recordings that begin later, if the configuration wants that. Confined to the control
/// thread.
final class ReadySound {
    private let inputs: any CaptureInputs
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var preRoll: PreRoll?
    /// Whether an interruption of the session pauses recordings.
    private(set) var isInterrupted = false
    private var isClosed = false

    init(_ inputs: any CaptureInputs, eventLoop: any EventLoop, logger: Logger) {
        self.inputs = inputs
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Whether no sound is kept.
    var isEmpty: Bool { preRoll == nil }

    /// The format of the sound; `nil` if none is kept.
    var format: StreamFormat? { preRoll?.buffer.format }

    /// Keeps the sound of `input`; `nil` if there is no input, or nobody may record.
    /// - Parameter seconds: how much of it; 0 for none.
    func keep(_ input: InputDevice?, graphRate: Int, seconds: Double) {
        let isSame = preRoll?.device.uid == input?.uid && preRoll?.device.channelCount == input?.channelCount
        if isSame, preRoll?.seconds ?? 0 == seconds || input == nil { return }
        preRoll?.end()
        preRoll = nil
        guard !isClosed, seconds > 0, let input, !isInterrupted else { return }
        let rate = SampleRate(hertz: graphRate) ?? .video
        let format = StreamFormat(
            sampleRate: rate, channelLayout: ChannelLayout.standard(channelCount: input.channelCount) ?? .stereo)
        do {
            preRoll = try PreRoll(input, format, seconds: seconds, inputs: inputs, eventLoop: eventLoop)
            logger.notice("The last sound of an input is kept ready for recordings.", metadata: ["input": "\(input.uid)"])
        } catch {
            logger.error("No sound can be kept ready for recordings.", metadata: ["reason": "\(error)"])
        }
    }

    /// Returns how many seconds of the sound the request gets; `nil` if it wants none.
    func seconds(for request: RecordingRequest) throws(RecordingError) -> Double? {
        guard let seconds = request.preRoll else { return nil }
        func refuse(_ message: String) -> RecordingError {
            .plan(RecordingPlan.Refusal(parameter: "preRoll", message: message))
        }
        guard let preRoll else {
            throw refuse("no sound is kept ready: set recording.pre_roll in the configuration, and see that there is an input")
        }
        guard seconds > 0, seconds <= preRoll.longest else {
            throw refuse("the sound that is kept ready is \(preRoll.longest) seconds long, so it cannot be \(seconds)")
        }
        let isKept: Bool =
            switch request.source {
            case .capture(.input(let uid)): uid == nil || uid == preRoll.device.uid
            case .capture(.output), .player: false
            }
        guard isKept else {
            throw refuse("only the sound of the input \(preRoll.device.uid) is kept ready")
        }
        return seconds
    }

    /// Gives stream and buffer away, with the last `seconds` of sound. `receiver` gets the events of the stream from now on.
    func handOver(seconds: Double, receiver: @escaping (CaptureEvent) -> Void) -> PreRoll.Handover? {
        let handover = preRoll?.handOver(seconds: seconds, receiver: receiver)
        if handover != nil { preRoll = nil }
        return handover
    }

    /// While the session is interrupted, nothing listens.
    func setInterrupted(_ isInterrupted: Bool) {
        self.isInterrupted = isInterrupted
        preRoll?.setActive(!isInterrupted)
    }

    /// Ends the stream, and keeps nothing more.
    func close() {
        isClosed = true
        preRoll?.end()
        preRoll = nil
    }
}
