import CPipeWire
import Glibc
import Synchronization

/// The sink itself: a PipeWire stream that records and drives the graph. Used by the main thread.
@safe final class RecordingStream {
    /// The properties of the sink, as other programs see it.
    struct Description {
        let name: String
        let sampleRate: Int
        /// `SPA_AUDIO_CHANNEL_*`, one for each channel.
        let positions: [UInt32]
        let priority: Int
        /// Whether the sink lets the graph sleep, and choose its rate, while nobody plays.
        let sleeps: Bool
        /// Whether it is a source, which plays numbered frames, and not a sink.
        var isSource = false
        /// Whether a cycle begins by the clock, also if the one before is not complete.
        var isClocked = false
        /// `SPA_AUDIO_IEC958_CODEC_*`: what the sink also takes in bursts of IEC 61937. It then has two channels.
        var codecs: [UInt32] = []
        /// By how many millionths its device plays faster than the graph, while another driver runs that.
        var drift = 0.0
        /// How much later than it gets them its device plays the frames, as it tells the graph, in nanoseconds.
        var latency: Int64 = 0
        /// The latency that it tells after ``RecordingStream/changeLatency()``.
        var nextLatency: Int64 = 0
    }

    private let connection: ServerConnection
    private let description: Description
    /// Whether the latency that is told is the next one.
    private var tellsNextLatency = false
    private let stream: OpaquePointer
    /// The state of the data thread.
    private let state: UnsafeMutablePointer<DriverState>
    private let hooks: UnsafeMutablePointer<spa_hook>
    private let realtimeEvents: UnsafeMutablePointer<pw_stream_events>
    private let events: UnsafeMutablePointer<pw_stream_events>

    /// Makes the sink.
    init(_ connection: ServerConnection, _ description: Description) throws(RecorderError) {
        let properties = unsafe fermata_properties_new()
        var entries = [
            (PW_KEY_MEDIA_CLASS, description.isSource ? "Audio/Source" : "Audio/Sink"), (PW_KEY_NODE_NAME, description.name),
            (PW_KEY_NODE_DESCRIPTION, description.name),
            (PW_KEY_PRIORITY_SESSION, "\(description.priority)"),
            // Higher than any other priority, so that the graph always runs by our clock.
            (PW_KEY_PRIORITY_DRIVER, "30000"),
        ]
        if !description.sleeps {
            entries += [
                (PW_KEY_NODE_RATE, "1/\(description.sampleRate)"), (PW_KEY_NODE_ALWAYS_PROCESS, "true"),
                (PW_KEY_NODE_PAUSE_ON_IDLE, "false"),
            ]
        }
        for (key, value) in entries { unsafe pw_properties_set(properties, key, value) }
        guard let made = unsafe pw_stream_new(connection.core, description.name, properties) else {
            throw .system("the sink could not be made")
        }
        self.connection = connection
        self.description = description
        unsafe stream = made
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: DriverState(
                loop: fermata_stream_data_loop(connection.context, made), stream: made,
                channelCount: description.positions.count, isSource: description.isSource,
                isClocked: description.isClocked))
        unsafe hooks = .allocate(capacity: 2)
        unsafe hooks.initialize(repeating: spa_hook(), count: 2)
        unsafe realtimeEvents = .allocate(capacity: 1)
        unsafe realtimeEvents.initialize(to: pw_stream_events())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_stream_events())
        onDataThread { [state = unsafe state] in
            unsafe state.pointee.timer = unsafe fermata_loop_add_timer(
                state.pointee.loop,
                { data, _ in
                    guard let data = unsafe data else { return }
                    unsafe beginCycle(data.assumingMemoryBound(to: DriverState.self))
                }, state)
        }
        listen()
        if connect(description) < 0 { throw .system("the sink could not be connected") }
    }

    deinit {
        unsafe spa_hook_remove(hooks + 1)
        onDataThread { [state = unsafe state] in
            unsafe stopDriving(state)
            guard let timer = unsafe state.pointee.timer else { return }
            unsafe fermata_loop_destroy_source(state.pointee.loop, timer)
            unsafe state.pointee.timer = nil
        }
        // Returns only once the data thread has left the callback for good.
        unsafe pw_stream_disconnect(stream)
        unsafe spa_hook_remove(hooks)
        // A note of a complete cycle may still wait in the loop, and must be handled before the stream is gone.
        connection.turn(milliseconds: 0)
        unsafe pw_stream_destroy(stream)
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe hooks.deallocate()
        unsafe realtimeEvents.deallocate()
        unsafe events.deallocate()
    }

    /// The server's id of the sink; `UInt32.max` until it has one.
    var nodeID: UInt32 { unsafe pw_stream_get_node_id(stream) }

    /// Sets whether sound arrives in a cycle, because a link is active, and whether another link is about to be.
    func setPlayed(_ isPlayed: Bool, isHeld: Bool) {
        unsafe state.pointee.isHeld.store(isHeld, ordering: .releasing)
        unsafe state.pointee.isPlayed.store(isPlayed, ordering: .releasing)
    }

    /// How many cycles were given up so far.
    var abandonedCycles: Int { unsafe state.pointee.abandonedCycles.load(ordering: .relaxed) }

    /// Returns the oldest frames that are recorded and not released, up to the end of the ring's memory.
    func recordedFrames() -> (bytes: UnsafeRawBufferPointer, count: Int)? { unsafe state.pointee.ring.oldest() }

    /// Frees the `count` oldest frames.
    func release(_ count: Int) { unsafe state.pointee.ring.release(count) }

    /// Takes no bursts of IEC 61937 from now on.
    func forgetCodecs() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { storage in
            guard let base = storage.baseAddress else { return }
            var format = unsafe fermata_build_interleaved_format(
                base, UInt32(storage.count), UInt32(description.sampleRate), UInt32(description.positions.count),
                description.positions)
            unsafe pw_stream_update_params(stream, &format, 1)
        }
    }

    /// Tells the graph the other one of the two latencies from now on.
    func changeLatency() {
        tellsNextLatency.toggle()
        tellLatency()
    }

    private func tellLatency() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { storage in
            guard let base = storage.baseAddress else { return }
            var parameter = unsafe fermata_build_sink_latency(
                base, UInt32(storage.count), tellsNextLatency ? description.nextLatency : description.latency)
            unsafe pw_stream_update_params(stream, &parameter, 1)
        }
    }

    private func connect(_ description: Description) -> Int32 {
        var flags = [PW_STREAM_FLAG_MAP_BUFFERS, PW_STREAM_FLAG_RT_PROCESS]
        // A sink that follows another driver must not be able to drive: PipeWire 0.3.65 adds a driver to the graph before it starts
        // it. If another driver has begun a cycle meanwhile, the converter runs before its resampler is made, and crashes.
        if description.drift == 0 { flags.append(PW_STREAM_FLAG_DRIVER) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1_536, alignment: 8) { storage -> Int32 in
            // A source has planes, which PipeWire passes on as they are. When the quantum shrinks, its converter would cut what was
            // made for the old one.
            let build = unsafe description.isSource ? fermata_build_format : fermata_build_interleaved_format
            guard let base = storage.baseAddress else { return -ENOMEM }
            let part = storage.count / 3
            var parameters = unsafe [
                build(
                    base, UInt32(part), UInt32(description.sampleRate), UInt32(description.positions.count),
                    description.positions)
            ]
            if !description.codecs.isEmpty {
                unsafe parameters.append(
                    fermata_build_burst_formats(
                        base + part, UInt32(part), description.codecs, UInt32(description.codecs.count)))
            }
            if description.latency > 0 {
                unsafe parameters.append(fermata_build_sink_latency(base + 2 * part, UInt32(part), description.latency))
            }
            return unsafe pw_stream_connect(
                stream, description.isSource ? SPA_DIRECTION_OUTPUT : SPA_DIRECTION_INPUT, UInt32.max,
                pw_stream_flags(flags.reduce(0) { $0 | $1.rawValue }), &parameters, UInt32(parameters.count))
        }
    }
}

// MARK: - Events

extension RecordingStream {
    /// Runs `body` on the data thread, between two callbacks, and waits for its end.
    private func onDataThread(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            var call = DataThreadCall(body: body)
            unsafe withUnsafeMutablePointer(to: &call) { call in
                unsafe fermata_stream_invoke_in_data_loop(
                    connection.context, stream,
                    { _, _, _, _, _, data in
                        guard let call = unsafe data?.assumingMemoryBound(to: DataThreadCall.self) else { return 0 }
                        unsafe call.pointee.body()
                        return 0
                    }, nil, 0, call)
            }
        }
    }

    private func listen() {
        unsafe realtimeEvents.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        if unsafe state.pointee.isSource {
            unsafe realtimeEvents.pointee.process = { data in
                guard let data = unsafe data else { return }
                unsafe playCycle(data.assumingMemoryBound(to: DriverState.self))
            }
            unsafe realtimeEvents.pointee.trigger_done = { data in
                guard let data = unsafe data else { return }
                unsafe completeCycle(data.assumingMemoryBound(to: DriverState.self))
            }
        } else {
            unsafe realtimeEvents.pointee.process = { data in
                guard let data = unsafe data else { return }
                unsafe recordCycle(data.assumingMemoryBound(to: DriverState.self))
            }
        }
        unsafe pw_stream_add_listener(stream, hooks, realtimeEvents, state)

        unsafe events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe events.pointee.state_changed = { data, _, state, error in
            let text = unsafe error.map { unsafe String(cString: $0) }
            unsafe RecordingStream.from(data)?.stateChanged(state, text)
        }
        unsafe events.pointee.param_changed = { data, id, param in
            switch id {
            case SPA_PARAM_Format.rawValue: unsafe RecordingStream.from(data)?.formatChanged(param)
            case SPA_PARAM_Latency.rawValue: unsafe RecordingStream.from(data)?.latencyChanged()
            default: break
            }
        }
        unsafe events.pointee.io_changed = { data, id, area, _ in
            unsafe RecordingStream.from(data)?.areaChanged(id, area)
        }
        unsafe pw_stream_add_listener(stream, hooks + 1, events, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> RecordingStream? {
        unsafe data.map { unsafe Unmanaged<RecordingStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stateChanged(_ state: pw_stream_state, _ error: String?) {
        switch state {
        case PW_STREAM_STATE_STREAMING: onDataThread { unsafe startDriving(self.state) }
        case PW_STREAM_STATE_ERROR: connection.fail(RecorderError("the sink failed: \(error ?? "no reason given")"))
        case PW_STREAM_STATE_UNCONNECTED: connection.fail(RecorderError("the sink was disconnected"))
        default: onDataThread { unsafe stopDriving(self.state) }
        }
    }

    /// Tells its own latency again when it hears of that of others: a stream of PipeWire 1.4 forgets then what it has told.
    private func latencyChanged() { if description.latency > 0 { tellLatency() } }

    /// Notes in which format the sink gets what is played; `nil` for none.
    private func formatChanged(_ format: UnsafePointer<spa_pod>?) {
        if let format = unsafe format {
            return unsafe state.pointee.hasBursts.store(fermata_is_burst_format(format), ordering: .releasing)
        }
        guard !description.codecs.isEmpty else { return }
        // A stream of PipeWire 0.3.65 that had a format goes on to say that it has one. The session manager asks for it, gets an error
        // and gives the port up, so a sink that changes between sound and bursts needs one, whichever it is.
        unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { storage in
            guard let base = storage.baseAddress else { return }
            var format = unsafe fermata_build_interleaved_format(
                base, UInt32(storage.count), UInt32(description.sampleRate), UInt32(description.positions.count),
                description.positions)
            unsafe base.assumingMemoryBound(to: spa_pod_object.self).pointee.body.id = SPA_PARAM_Format.rawValue
            unsafe pw_stream_update_params(stream, &format, 1)
        }
    }

    /// Notes that the server has mapped memory that it shares with us, or takes it away.
    private func areaChanged(_ id: UInt32, _ area: UnsafeMutableRawPointer?) {
        onDataThread { [state = unsafe state, drift = description.drift] in
            switch id {
            case SPA_IO_RateMatch.rawValue where drift != 0:
                // A device that follows the graph by a clock of its own has its adapter resample, as a sound card does.
                let match = unsafe area?.assumingMemoryBound(to: spa_io_rate_match.self)
                unsafe match?.pointee.rate = 1 + drift / 1_000_000
                unsafe match?.pointee.flags |= UInt32(SPA_IO_RATE_MATCH_FLAG_ACTIVE)
            case SPA_IO_Clock.rawValue: unsafe state.pointee.clock = area?.assumingMemoryBound(to: spa_io_clock.self)
            case SPA_IO_Position.rawValue:
                unsafe state.pointee.position = area?.assumingMemoryBound(to: spa_io_position.self)
            default: break
            }
        }
    }
}

/// The work for the data thread while the calling thread waits.
private struct DataThreadCall {
    let body: () -> Void
}
