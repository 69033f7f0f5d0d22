import AudioTypes
import Media
import MediaTypes
import NIOCore
import Recording

/// Makes recordings of what somebody asks for, with their workers and ids. Confined to the control thread.
final class RecordingMaker {
    /// The most memory that the sound of all recordings takes, in bytes.
    private static let mostBufferBytes = 256 << 20

    private let journal: RecordingJournal
    private let ready: ReadySound
    private let eventLoop: any EventLoop
    private var lastID: Int64 = 0
    /// Gets what happens in the recording with this id.
    var happened: (RecordingEvent, Int64) -> Void = { _, _ in }
    /// Gets what happens to the stream that kept sound ready for the recording with this id.
    var happenedToStream: (CaptureEvent, Int64) -> Void = { _, _ in }

    init(_ journal: RecordingJournal, _ ready: ReadySound, eventLoop: any EventLoop) {
        self.journal = journal
        self.ready = ready
        self.eventLoop = eventLoop
    }

    /// Makes a recording, which makes its first file.
    /// - Parameters:
    ///   - others: the recordings that are not over.
    ///   - playing: the tags of what the player plays.
    func make(
        _ request: RecordingRequest, from device: RecordedDevice, beside others: [ActiveRecording], _ settings: RecordingSettings,
        playing: [String: String]
    ) throws(RecordingError) -> ActiveRecording {
        try request.requireMutable(request.isMuted)
        let preRoll = try ready.seconds(for: request)
        let (plan, stem) = try request.plan(from: preRoll == nil ? device : ready.format.map { .kept($0) } ?? device)
        guard request.isOnConnection || !settings.directory.isEmpty else {
            throw .media(
                MediaError(.notAllowed, "there is no directory for recordings: set recording.directory in the configuration"))
        }
        try Self.requireMemory(for: plan, beside: others)
        lastID += 1
        guard !request.splitsOnTitle || request.source == .player && !request.isOnConnection else {
            throw .plan(
                RecordingPlan.Refusal(
                    parameter: "splitOnTitle", message: "only recordings of the player into files can begin a file at each title")
            )
        }
        let playing = request.splitsOnTitle ? PlayedTitle(playing) : nil
        let title = request.title ?? playing?.text ?? ""
        let pattern = request.splitsOnTitle ? settings.pattern.withTitle : settings.pattern
        let naming: RecordingNaming = stem.map { .path($0) } ?? .pattern(pattern)
        let task = RecordingWorker.Task(
            plan: plan,
            destination: request.isOnConnection ? .connection : .files(RecordingDirectory(settings.directory), naming),
            title: title, tags: playing?.tags ?? [:], splitsAtItems: request.splitsOnTitle,
            followsDepth: request.followsDepth,
            journal: request.isOnConnection ? nil : journal, packets: request.isCopy ? PacketQueue() : nil,
            isMuted: request.isMuted)
        return try start(task, request, seconds: preRoll)
    }

    /// - Parameter seconds: how much of the sound that is kept ready the recording gets; `nil` for none.
    private func start(
        _ task: RecordingWorker.Task, _ request: RecordingRequest, seconds: Double?
    ) throws(RecordingError) -> ActiveRecording {
        let (id, eventLoop, bound) = (lastID, eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        let handover = seconds.flatMap { seconds in
            ready.handOver(seconds: seconds) { event in bound.value.happenedToStream(event, id) }
        }
        do throws(MediaError) {
            let worker = try RecordingWorker(task, from: handover?.buffer) { event in
                eventLoop.execute { bound.value.happened(event, id) }
            }
            let recording = ActiveRecording(id, request, task.plan, worker, title: task.title)
            recording.handover = handover
            return recording
        } catch {
            handover?.input.shutDown()
            throw .media(error)
        }
    }

    /// Throws if the sound of a recording by `plan` does not fit beside that of the others.
    static func requireMemory(for plan: RecordingPlan, beside others: [ActiveRecording]) throws(RecordingError) {
        let bytes = others.reduce(RecordingWorker.mostBytes(of: plan)) { $0 + $1.worker.mostBytes }
        guard bytes <= mostBufferBytes else { throw .tooLarge }
    }
}
