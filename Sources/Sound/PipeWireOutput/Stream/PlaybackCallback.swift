import AudioTypes
import CPipeWire
import Filters
import RealtimeAudio
import Synchronization
import SystemSupport

/// The callback of a stream that plays what a ``Renderer`` holds. It is used under the loop's lock.
@safe final class PlaybackCallback: StreamCallback {
    let direction = SPA_DIRECTION_OUTPUT
    private let renderer: Renderer
    /// Keeps the memory behind the place in a shared sound.
    private var reader: SoundReader?
    /// The equaliser; `nil` where no bit may change.
    let filters: FilterStage?
    let cycle: UnsafeMutablePointer<StreamCycle>

    init(_ renderer: Renderer) {
        self.renderer = renderer
        filters = renderer.format.coding == nil ? FilterStage(renderer.format) : nil
        unsafe cycle = .allocate(capacity: 1)
        unsafe cycle.initialize(
            to: StreamCycle(
                consumer: renderer.consumer, filters: filters?.consumer, format: renderer.format,
                descriptor: renderer.eventDescriptor.descriptor))
    }

    deinit {
        unsafe cycle.deinitialize(count: 1)
        unsafe cycle.deallocate()
    }

    var format: StreamFormat { renderer.format }

    var data: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(cycle) }

    var events: UnsafeMutablePointer<pw_stream_events> { unsafe Self.table }

    private nonisolated(unsafe) static let table = {
        var events = pw_stream_events()
        events.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe events.process = unsafe processCycle
        return unsafe permanent(events)
    }()

    var takePosition: spa_invoke_func_t {
        { _, _, _, data, _, cycle in
            unsafe cycle?.assumingMemoryBound(to: StreamCycle.self).pointee.position = unsafe position(in: data)
            return 0
        }
    }

    /// Has the stream play its part of a shared sound; `nil` for the renderer alone. Before the stream is connected.
    func begin(with reader: SoundReader?) {
        self.reader = reader
        unsafe cycle.pointee.shared = reader?.consumer
    }

    /// Does the same between two cycles of `stream`, whose callback this is.
    func exchange(_ reader: SoundReader?, in stream: PipeWireStream) {
        unsafe stream.betweenCycles(reader?.consumer) { _, _, _, data, _, cycle in
            unsafe cycle?.assumingMemoryBound(to: StreamCycle.self).pointee.shared = data?.load(as: SoundConsumer?.self) ?? nil
            return 0
        }
        self.reader = reader
    }

    func setStream(_ stream: OpaquePointer) { unsafe cycle.pointee.stream = unsafe stream }

    // MARK: Control

    func timing() -> OutputTiming {
        unsafe OutputTiming(
            told: cycle.pointee.quantum.load(ordering: .relaxed), graphRate: cycle.pointee.graphRate.load(ordering: .relaxed),
            delay: cycle.pointee.delay.load(ordering: .relaxed))
    }

    /// The latency that has lasted, in seconds, by which outputs are brought in step; `nil` before the first cycle.
    var settledLatency: Double? {
        let delay = unsafe cycle.pointee.settledDelay.load(ordering: .relaxed)
        return delay == .min ? nil : OutputTiming(told: 0, graphRate: 0, delay: delay).latency
    }

    /// Why there is silence before sound.
    enum Hold: Hashable {
        /// The links are not all there.
        case links
        /// The filters of the output are not ready.
        case filters
    }

    private var holds: Set<Hold> = [.links]

    /// Has the callback play silence from its next cycle on, and keep what there is to play, as long as there is any reason for it; then it
    /// goes on with it.
    func setHeld(_ isHeld: Bool, for reason: Hold) {
        if isHeld { holds.insert(reason) } else { holds.remove(reason) }
        unsafe cycle.pointee.isHeld.store(!holds.isEmpty, ordering: .releasing)
    }

    /// Has the callback take the driver of its next cycle as the guarded one, and silence the stream in the first cycle
    /// that another driver runs.
    func guardDriver() {
        let number = unsafe cycle.pointee.guardNumber.load(ordering: .relaxed) &+ 1
        unsafe cycle.pointee.guardNumber.store(number == 0 ? 1 : number, ordering: .releasing)
    }

    func unguardDriver() { unsafe cycle.pointee.guardNumber.store(0, ordering: .releasing) }

    /// Returns whether the callback has silenced the stream since the last call.
    func takeDriverChange() -> Bool {
        unsafe cycle.pointee.driverChanged.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Returns whether the timing has changed since the last call.
    func takeTimingChange() -> Bool {
        unsafe cycle.pointee.timingChanged.exchange(false, ordering: .acquiringAndReleasing)
    }

    /// Returns whether ``settledLatency`` has changed since the last call, by less than counts as a change of the timing.
    func takeLatencyChange() -> Bool {
        unsafe cycle.pointee.latencyChanged.exchange(false, ordering: .acquiringAndReleasing)
    }
}
