import AudioTypes
import NIOCore
import RealtimeAudio
import Recording
import SystemSupport

/// The last seconds of an input, kept ready for a recording that begins later. Confined to the control thread.
///
/// Its stream runs as long as it exists, and every mixer shows that. A timer drops what is too old; nothing is written.
final class PreRoll {
    /// What a recording takes over: the stream goes on, into the same buffer.
    struct Handover {
        let buffer: CaptureBuffer
        let input: any CaptureInput
        /// The nodes that the sound comes from.
        let sources: [String]
    }

    /// The most memory that the sound takes, in bytes. Sound with more channels, or of a higher rate, is kept for a shorter time.
    static let mostBytes = 64 << 20
    private static let interval = TimeAmount.seconds(1)

    let device: InputDevice
    let seconds: Double
    let buffer: CaptureBuffer
    private let eventLoop: any EventLoop
    private var input: (any CaptureInput)?
    private var sources: [String] = []
    private var timer: RepeatedTask?
    /// Gets the events of the stream after a handover.
    private var receiver: ((CaptureEvent) -> Void)?

    /// Begins to keep the sound of `device`.
    /// - Throws: if no descriptor is left, or the stream cannot be made.
    init(_ device: InputDevice, _ format: StreamFormat, seconds: Double, inputs: any CaptureInputs, eventLoop: any EventLoop)
        throws
    {
        self.device = device
        self.seconds = seconds
        self.eventLoop = eventLoop
        buffer = CaptureBuffer(
            format: format, seconds: seconds + RecordingWorker.bufferSeconds, in: Self.mostBytes,
            workerDescriptor: try EventDescriptor())
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        input = try inputs.openCapture(CaptureOrder(.input(uid: device.uid), title: "Ready to record"), into: buffer) { event in
            eventLoop.execute { bound.value.happened(event) }
        }
        timer = eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { _ in
            bound.value.trim(to: bound.value.seconds)
        }
    }

    /// How many seconds a recording can have at most.
    var longest: Double { min(seconds, Double(buffer.capacity / 2) / rate) }

    private var rate: Double { Double(buffer.format.sampleRate.hertz) }

    /// Lets the stream run, or not: while the session is interrupted, nothing listens, and what was kept is forgotten.
    func setActive(_ isActive: Bool) {
        input?.setActive(isActive)
        if !isActive { trim(to: 0) }
    }

    /// Gives stream and buffer away, with the last `seconds` of sound. `receiver` gets the events of the stream from now on.
    func handOver(seconds: Double, receiver: @escaping (CaptureEvent) -> Void) -> Handover? {
        guard let input else { return nil }
        stopTrimming()
        trim(to: min(seconds, longest))
        self.receiver = receiver
        self.input = nil
        return Handover(buffer: buffer, input: input, sources: sources)
    }

    /// Ends the stream, unless it was handed over.
    func end() {
        stopTrimming()
        input?.shutDown()
        input = nil
    }

    private func stopTrimming() {
        timer?.cancel()
        timer = nil
    }

    private func happened(_ event: CaptureEvent) {
        if case .sourcesChanged(let uids) = event { sources = uids }
        receiver?(event)
    }

    /// Drops all sound but the last `seconds`.
    private func trim(to seconds: Double) {
        var surplus = buffer.fillCount - Int(min(seconds, longest) * rate)
        let consumer = buffer.consumer
        while surplus > 0 {
            switch consumer.next(atMost: surplus) {
            case .nothing: return
            case .marker: continue
            case .frames(let count):
                consumer.release(count)
                surplus -= count
            }
        }
    }
}
