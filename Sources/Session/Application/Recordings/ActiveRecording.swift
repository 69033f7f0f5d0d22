import AudioTypes
import Media
import NIOCore
import RealtimeAudio
import Recording

/// A recording that is not over: its worker, its stream, and what both have told. Confined to the control thread.
final class ActiveRecording {
    /// Why the stream does not run although it exists.
    struct Pauses: Hashable {
        var byUser = false
        var byInterruption = false

        var isPaused: Bool { byUser || byInterruption }
    }

    let id: Int64
    let request: RecordingRequest
    private(set) var plan: RecordingPlan
    let worker: RecordingWorker
    var title: String
    /// The stream; `nil` before the first file is there, and from the stop on.
    var input: (any CaptureInput)?
    /// The file that is being written; empty for a recording over a connection.
    var path = ""
    /// The stream that the recording takes over instead of making one.
    var handover: PreRoll.Handover?
    /// Whether the first file is there, or the stream of a recording over a connection.
    var hasBegun = false
    /// The connection that the recording goes to.
    var connection: ConnectionSink?
    var pauses = Pauses()
    /// Whether silence is recorded because somebody wants that.
    var isMuted = false
    /// Whether the mute switch of the input is on.
    var isInputMuted = false
    /// Whether the sound server is away.
    var serverIsLost = false
    /// The nodes that the sound comes from.
    var sources: [String] = []
    /// The nodes that the sound beside that of the input comes from.
    var sourcesBeside: [String] = []
    /// The node that the recording began with.
    var firstSources: [String] = []
    /// When the first frame was sound: CLOCK_MONOTONIC, in nanoseconds; `nil` before it came.
    var firstFrameAt: Int64?
    /// Ends the recording when it has lasted as long as it was to last.
    var timeLimit: Scheduled<Void>?
    /// What the player let be heard when the first frame was sound.
    var heard: RecordingStatus.Heard?
    /// Ends the recording if its input stays away.
    var loss: Scheduled<Void>?
    var isEnding = false
    /// Is told that the recording has begun, or why it has not.
    var whenBegun: ((Result<Void, RecordingError>) -> Void)?
    /// Get the result.
    var whenEnded: [(RecordingResult) -> Void] = []

    init(_ id: Int64, _ request: RecordingRequest, _ plan: RecordingPlan, _ worker: RecordingWorker, title: String) {
        self.id = id
        self.request = request
        self.plan = plan
        self.worker = worker
        self.title = title
        isMuted = request.isMuted
    }

    /// Whether the recording takes in what the player plays, so that neither the sound server nor an interruption concerns it.
    var isOfPlayer: Bool { request.source == .player }

    /// The uids of the inputs that the sound comes from, or is expected from while that is not known.
    var expectedInputs: [String] {
        guard case .capture(.input(let uid)) = request.source else { return [] }
        return sources.isEmpty ? uid.map { [$0] } ?? [] : sources
    }

    /// Whether an interruption of the session pauses the recording.
    private var isInterruptible: Bool { request.isInterruptible && !isOfPlayer }

    /// Whether it records now.
    var isRunning: Bool { hasBegun && !isEnding && status.phase == .recording }

    /// Whether the recording can go on if its sound gets another format. One over a connection is one file, and the reply alone says
    /// what raw samples are. The packets of a copy tell themselves whether they go on in the same format.
    var mayChangeFormat: Bool {
        guard request.isOnConnection, let format = plan.format.encoded else { return true }
        return format.container != .raw && worker.buffer.writtenCount == 0
    }

    /// Goes on with the sound of another format. The stream of the old format must have ended.
    func changeFormat(_ plan: RecordingPlan) {
        self.plan = plan
        worker.changeFormat(plan)
    }

    /// What plays has samples of this depth from now on: files go on in a deeper format where that keeps more, and what goes over a
    /// connection says from now on what it loses. Returns whether the status says something else than before.
    func follow(_ depth: PlayedDepth) -> Bool {
        guard let format = plan.format.encoded, case .bits(let bits) = depth else { return false }
        let deeper = format.keeping(bits: bits, dithers: request.dithers)
        guard request.followsDepth, deeper.isDeeper(than: format) else {
            let before = plan
            plan = plan.written(as: .encoded(format.goingOn(bits: bits)))
            return plan.format.encoded?.reduction != before.format.encoded?.reduction
        }
        plan = plan.written(as: .encoded(deeper))
        worker.deepen(plan.format)
        return false
    }

    /// What mixers call the stream.
    var shownTitle: String { title.isEmpty ? "Recording" : "Recording: \(title)" }

    /// Tells whoever began the recording what has become of that, once.
    func answer(_ result: Result<Void, RecordingError>) {
        whenBegun?(result)
        whenBegun = nil
    }

    /// Lets the stream run, or not, after a change of ``pauses``.
    func applyPauses(_ old: Pauses) {
        guard pauses != old else { return }
        if pauses.isPaused {
            if !old.isPaused { input?.setActive(false) }
            worker.expectGap(pauses.byUser ? .paused : .interrupted)
        } else {
            input?.setActive(true)
        }
    }

    var status: RecordingStatus {
        let progress = worker.progress
        let phase: RecordingStatus.Phase =
            if pauses.byUser { .paused } else if pauses.byInterruption { .interrupted } else if sources.isEmpty || waitsForTime {
                .waiting
            } else { .recording }
        return RecordingStatus(
            id: id, phase: phase, source: request.source, isMeeting: request.besideOutput != nil,
            isInterruptible: isInterruptible,
            isMuted: isMuted, isInputMuted: isInputMuted, inputs: sources + sourcesBeside, title: title, path: path,
            format: plan.format,
            stream: plan.input, seconds: progress.seconds,
            missedFrames: progress.missed, droppedFrames: worker.droppedFrames, firstFrameAt: firstFrameAt, heard: heard)
    }

    /// Whether the time has not come at which the recording begins.
    private var waitsForTime: Bool { plan.wish.startsAt != nil && firstFrameAt == nil }
}
