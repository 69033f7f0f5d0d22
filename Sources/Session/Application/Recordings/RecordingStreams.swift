import AudioTypes
import NIOCore
import Playback
import PlayerModel
import RealtimeAudio
import Recording
import SystemSupport

/// Opens the streams that recordings take in, and knows what the player lets be heard meanwhile. Confined to the control thread.
final class RecordingStreams {
    /// What the names of the groups begin with in which the graph runs the streams of a meeting.
    private static let groupPrefix = "fermata.meeting."
    /// The longest time between the first frame and the news of it for which the player's clock is believed, in nanoseconds.
    private static let latestNews: Int64 = 1_000_000_000

    private let inputs: any CaptureInputs
    private let engine: Engine
    private let ready: ReadySound
    private let eventLoop: any EventLoop
    /// Gets what happens to the stream of the recording with this id.
    var happened: (CaptureEvent, Int64) -> Void = { _, _ in }
    /// Gets what happens to the stream beside that of an input.
    var happenedBeside: (CaptureEvent, Int64) -> Void = { _, _ in }

    init(_ inputs: any CaptureInputs, _ engine: Engine, _ ready: ReadySound, eventLoop: any EventLoop) {
        self.inputs = inputs
        self.engine = engine
        self.ready = ready
        self.eventLoop = eventLoop
    }

    /// Opens the stream of a recording, or takes over the one that kept sound ready for it.
    func open(_ recording: ActiveRecording) throws(RecordingError) {
        if let handover = recording.handover { return take(handover, recording) }
        switch recording.request.source {
        case .player:
            recording.input = PlayerInput(engine, into: recording.worker.buffer, recording.worker.packets)
            recording.sources = [PlayerInput.uid]
        case .capture(let source):
            do { try openCapture(source, recording) } catch { throw .input("\(error)") }
        }
    }

    private func take(_ handover: PreRoll.Handover, _ recording: ActiveRecording) {
        recording.handover = nil
        recording.input = handover.input
        recording.input?.setTitle(recording.shownTitle)
        (recording.sources, recording.firstSources) = (handover.sources, handover.sources)
        // Nothing listened for the sound that is kept ready during an interruption.
        if ready.isInterrupted {
            recording.worker.expectGap(.interrupted)
            recording.input?.setActive(true)
        }
    }

    private func openCapture(_ source: CaptureSource, _ recording: ActiveRecording) throws {
        let (id, eventLoop, bound) = (recording.id, eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        var order = CaptureOrder(source, title: recording.shownTitle)
        order.longestCycle = recording.plan.wish.latency ?? 0
        if recording.request.besideOutput != nil { order.group = "\(Self.groupPrefix)\(id)" }
        let input = try inputs.openCapture(order, into: recording.worker.buffer) { event in
            eventLoop.execute { bound.value.happened(event, id) }
        }
        recording.input = input
        guard let beside = recording.request.besideOutput, let second = recording.worker.second else { return }
        order.source = beside
        let other = try inputs.openCapture(order, into: second) { event in
            eventLoop.execute { bound.value.happenedBeside(event, id) }
        }
        recording.input = MeetingInput(input, beside: other)
    }

    /// Returns what the player let be heard when the frame was sound that `source` brought at `time`; `nil` if nothing played.
    func heard(at time: Int64, of source: CaptureSource) -> RecordingStatus.Heard? {
        engine.assumeIsolated { engine in
            // The time is that at which an output got the frame, which is heard once the output has played it.
            let moment = if case .output = source { time + engine.outputDelay } else { time }
            let player = engine.currentPlayer()
            guard abs(MonotonicClock.nanoseconds - moment) < Self.latestNews, let item = player.item?.id,
                let position = player.position, position.isMoving
            else { return nil }
            let seconds = position.counted(to: Double(moment) / 1e9)
            return seconds >= 0 ? RecordingStatus.Heard(item: item, seconds: seconds) : nil
        }
    }
}
