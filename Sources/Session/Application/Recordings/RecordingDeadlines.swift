import NIOCore
import Recording
import SystemSupport

/// How long recordings wait for what may never come: their input, their first frame, their last one, their client. Confined to the control
/// thread.
final class RecordingDeadlines {
    /// How long a client may leave the end of its recording unread.
    private static let patienceWithClient = TimeAmount.seconds(10)
    /// The same while the daemon ends, which waits for it.
    private static let shortPatienceWithClient = TimeAmount.milliseconds(500)
    /// How long an input may be away before a recording that wants no other ends.
    private static let patienceWithInput = TimeAmount.seconds(3)
    /// The same behind a restart of the sound server, which makes its inputs one after the other.
    private static let patienceAfterRestart = TimeAmount.seconds(10)
    /// How long the last frame of a recording of a given length may be on its way, in nanoseconds.
    private static let patienceWithLastFrame: Int64 = 1_000_000_000
    /// How long the answer to a client that gets pieces waits for the first frame, of which it tells the time.
    private static let patienceWithFirstFrame = TimeAmount.seconds(1)

    private let eventLoop: any EventLoop
    /// Ends a recording for this reason.
    var end: (ActiveRecording, RecordingEnd) -> Void = { _, _ in }

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Ends the recording if its input is still away after some time, unless it wants any other.
    func awaitInput(of recording: ActiveRecording, afterRestart: Bool = false) {
        guard recording.request.keepsInput, !recording.firstSources.isEmpty else { return }
        recording.loss?.cancel()
        let patience = afterRestart ? Self.patienceAfterRestart : Self.patienceWithInput
        recording.loss = eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            // The loss of a server looks like the loss of an input until it is noticed.
            if !recording.serverIsLost, !recording.pauses.isPaused, recording.sources.isEmpty {
                end(recording, .inputLost)
            }
        }
    }

    /// Ends a recording of a given length when its time is over, also if nothing comes any more then. What comes is counted by the worker,
    /// to the frame.
    /// - Parameter first: when its first frame was sound: CLOCK_MONOTONIC, in nanoseconds.
    func awaitLastFrame(of recording: ActiveRecording, after first: Int64) {
        guard let duration = recording.plan.wish.duration else { return }
        recording.timeLimit?.cancel()
        let last = first + Int64(min(duration, RecordingPlan.lengths.upperBound) * 1e9) + Self.patienceWithLastFrame
        let delay = TimeAmount.nanoseconds(max(0, last - MonotonicClock.nanoseconds))
        recording.timeLimit = eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in end(recording, .maximumDuration) }
    }

    /// Answers for a recording after some time, also if its first frame has not come by then.
    func awaitFirstFrame(of recording: ActiveRecording) {
        eventLoop.assumeIsolated().scheduleTask(in: Self.patienceWithFirstFrame) { recording.answer(.success(())) }
    }

    /// Closes the connection of a recording that ends if its client does not read on.
    /// - Parameter isClosing: whether the daemon ends.
    func awaitClient(of recording: ActiveRecording, isClosing: Bool) {
        guard let connection = recording.connection else { return }
        let patience = isClosing ? Self.shortPatienceWithClient : Self.patienceWithClient
        recording.loss = eventLoop.assumeIsolated().scheduleTask(in: patience) { connection.close() }
    }
}
