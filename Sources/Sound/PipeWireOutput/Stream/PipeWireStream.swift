import AudioTypes
import CPipeWire
import Glibc

/// One PipeWire stream, in either direction of sound, for as long as the stream exists.
///
/// It is made, used and released under the loop's lock. Once it is released, the callback no longer runs.
@safe final class PipeWireStream {
    struct Handlers {
        /// The stream's own state has changed; the text is that of an error, else empty.
        var stateChanged: (pw_stream_state, String) -> Void
        /// The linear factors of all channels, whoever has set them; empty while the graph has not set the stream up.
        var volumeTold: ([Float]) -> Void
        /// Whether the stream is muted, whoever has muted it.
        var muteTold: (Bool) -> Void
    }

    private let callback: any StreamCallback
    private let handlers: Handlers
    private let context: OpaquePointer
    private let stream: OpaquePointer
    private var cycleHook: Hook?
    private var hook: Hook?

    /// Makes and connects an inactive stream. `core` must outlive it.
    /// - Throws: ``OutputError/Code/stream`` if the stream cannot be made or connected.
    init(
        _ core: Core, _ callback: any StreamCallback, properties: consuming Properties, handlers: Handlers
    ) throws(OutputError) {
        guard let made = unsafe pw_stream_new(core.pointer, "Fermata", properties.take()) else {
            throw OutputError(.stream, "the stream could not be made", errno: errno)
        }
        self.callback = callback
        self.handlers = handlers
        unsafe context = core.context.pointer
        unsafe stream = made
        unsafe callback.setStream(made)
        let cycleHook = Hook()
        let hook = Hook()
        unsafe pw_stream_add_listener(made, cycleHook.pointer, callback.events, callback.data)
        unsafe pw_stream_add_listener(made, hook.pointer, Self.events, Unmanaged.passUnretained(self).toOpaque())
        self.cycleHook = consume cycleHook
        self.hook = consume hook
        let result = connect()
        if result < 0 { throw OutputError(.stream, "the stream could not be connected", errno: -result) }
    }

    deinit {
        // From here on the stream has no listeners for its state: nobody should be told how it ends.
        hook = nil
        // This takes the node out of the data thread and waits for that. Then the callback's memory may be freed.
        unsafe pw_stream_disconnect(stream)
        cycleHook = nil
        unsafe pw_stream_destroy(stream)
    }

    /// Returns how many frames a buffer holds: 8,192, the longest cycle of the graph, and for each further 48 kHz of
    /// `rate`, or part of it, as many again. A graph that runs at a lower rate still asks several times a cycle.
    static func bufferFrames(rate: Int) -> Int { 8_192 * max(1, (rate + 47_999) / 48_000) }

    /// Builds the parameters in `base`, with `capacity` bytes for each: the format, and the buffers that the stream needs.
    private static func parameters(
        _ base: UnsafeMutableRawPointer, _ capacity: Int, _ format: StreamFormat
    ) -> [UnsafePointer<spa_pod>?] {
        let rate = UInt32(format.sampleRate.hertz)
        let frames = bufferFrames(rate: Int(rate))
        if let codec = format.coding?.codec.number {
            return unsafe [
                fermata_build_burst_format(base, UInt32(capacity), rate, codec),
                fermata_build_joined_buffers(
                    base + capacity, UInt32(capacity), UInt32(StreamCycle.burstFrameSize),
                    UInt32(frames * StreamCycle.burstFrameSize)),
            ]
        }
        return unsafe [
            fermata_build_format(
                base, UInt32(capacity), rate, UInt32(format.channelCount), format.channelLayout.positions),
            fermata_build_buffers(
                base + capacity, UInt32(capacity), UInt32(format.channelCount), UInt32(frames * MemoryLayout<Float>.stride)),
        ]
    }

    private func connect() -> Int32 {
        let format = callback.format
        let flags: [pw_stream_flags] = [
            PW_STREAM_FLAG_AUTOCONNECT, PW_STREAM_FLAG_MAP_BUFFERS, PW_STREAM_FLAG_RT_PROCESS, PW_STREAM_FLAG_INACTIVE,
        ]
        let capacity = 1_024
        return unsafe withUnsafeTemporaryAllocation(byteCount: 2 * capacity, alignment: 8) { storage -> Int32 in
            guard let base = storage.baseAddress else { return -ENOMEM }
            var parameters = unsafe Self.parameters(base, capacity, format)
            return unsafe pw_stream_connect(
                stream, callback.direction, UInt32.max, pw_stream_flags(flags.reduce(0) { $0 | $1.rawValue }),
                &parameters, UInt32(parameters.count))
        }
    }

    // MARK: Use

    /// The server's id of the stream's node; `nil` while it has none.
    var nodeID: UInt32? {
        let id = unsafe pw_stream_get_node_id(stream)
        return id == UInt32.max ? nil : id
    }

    /// The format of the samples that go to PipeWire, or come from it.
    var format: StreamFormat { callback.format }

    /// How the graph runs the stream.
    var timing: OutputTiming { callback.timing() }

    func setActive(_ isActive: Bool) { unsafe pw_stream_set_active(stream, isActive) }

    func setVolume(factors: [Float]) {
        var factors = factors
        unsafe fermata_stream_set_control(stream, SPA_PROP_channelVolumes.rawValue, UInt32(factors.count), &factors)
    }

    func setMuted(_ isMuted: Bool) {
        var value: Float = isMuted ? 1 : 0
        unsafe fermata_stream_set_control(stream, SPA_PROP_mute.rawValue, 1, &value)
    }

    func update(_ properties: borrowing Properties) {
        unsafe pw_stream_update_properties(stream, properties.dictionary)
    }

    // MARK: What PipeWire tells

    private nonisolated(unsafe) static let events = {
        var events = pw_stream_events()
        events.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe events.state_changed = { data, _, state, message in
            let text = unsafe message.map { unsafe String(cString: $0) } ?? ""
            unsafe object(at: data, as: PipeWireStream.self)?.handlers.stateChanged(state, text)
        }
        unsafe events.control_info = { data, id, control in
            guard let control = unsafe control else { return }
            unsafe object(at: data, as: PipeWireStream.self)?.hear(control: id, control)
        }
        unsafe events.io_changed = { data, id, area, size in
            if id == SPA_IO_Position.rawValue {
                unsafe object(at: data, as: PipeWireStream.self)?.setPosition(area, size: Int(size))
            }
        }
        return unsafe permanent(events)
    }()

    private func hear(control id: UInt32, _ control: UnsafePointer<pw_stream_control>) {
        let values = unsafe UnsafeBufferPointer(start: control.pointee.values, count: Int(control.pointee.n_values))
        switch id {
        case SPA_PROP_channelVolumes.rawValue: handlers.volumeTold(unsafe ReportedVolume.believable(values))
        case SPA_PROP_mute.rawValue: if let value = unsafe values.first { handlers.muteTold(value >= 0.5) }
        default: break
        }
    }

    /// Gives the graph's clock to the callback, in the callback's own thread and waiting for it: the old clock goes away
    /// after this returns.
    private func setPosition(_ area: UnsafeMutableRawPointer?, size: Int) {
        unsafe betweenCycles(size >= MemoryLayout<spa_io_position>.size ? area : nil, callback.takePosition)
    }

    /// Has the callback's thread call `function` with `value` and the callback's block between two cycles, and waits for that.
    func betweenCycles<Value: BitwiseCopyable>(_ value: Value, _ function: spa_invoke_func_t) {
        var value = value
        unsafe fermata_stream_invoke_in_data_loop(
            context, stream, function, &value, MemoryLayout<Value>.size, callback.data)
    }
}
