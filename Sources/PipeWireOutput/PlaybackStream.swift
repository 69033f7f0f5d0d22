import AudioTypes
import CPipeWire
import Glibc
import Logging
import RealtimeAudio
import Synchronization

/// One playback stream of PipeWire, from its connection to its end. Used with the loop's lock held; tells on the loop thread.
@safe final class PlaybackStream {
    /// What the stream tells its owner.
    struct Handlers {
        var stateChanged: (OutputStreamState) -> Void
        /// The cubic level and the mute switch, whoever changed them.
        var volumeChanged: (_ level: Double?, _ muted: Bool?) -> Void
    }

    /// The largest quantum a graph can have (`default.clock.quantum-limit`).
    private static let largestQuantum = 8_192
    /// The lowest usual rate of a graph: at a lower one a cycle takes more frames of the stream than it has itself.
    private static let lowestGraphRate = 32_000
    /// Frames a cycle where nobody asked for low latency: half the wake-ups of PipeWire's default, and 43 ms at 48 kHz.
    private static let relaxedQuantum = 2_048

    let renderer: Renderer
    private let stream: OpaquePointer
    private let process: UnsafeMutablePointer<ProcessState>
    private let hooks: UnsafeMutablePointer<spa_hook>
    private let realtimeEvents: UnsafeMutablePointer<pw_stream_events>
    private let events: UnsafeMutablePointer<pw_stream_events>
    fileprivate let handlers: Handlers

    /// Makes and connects a stream, inactive.
    init?(
        core: OpaquePointer, renderer: Renderer, configuration: OutputConfiguration, title: String?, handlers: Handlers
    ) {
        let properties = unsafe Properties.make(Self.properties(renderer.format, configuration, title))
        guard let made = unsafe pw_stream_new(core, title ?? "Fermata", properties) else { return nil }
        unsafe stream = made
        self.renderer = renderer
        self.handlers = handlers
        unsafe process = .allocate(capacity: 1)
        unsafe process.initialize(to: ProcessState(renderer))
        unsafe process.pointee.stream = made
        unsafe hooks = .allocate(capacity: 2)
        unsafe hooks.initialize(repeating: spa_hook(), count: 2)
        unsafe realtimeEvents = .allocate(capacity: 1)
        unsafe realtimeEvents.initialize(to: pw_stream_events())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_stream_events())
        listen()
        guard connect() else { return nil }
    }

    deinit {
        unsafe fermata_hook_remove(hooks + 1)
        // Returns only once the data thread has left the callback for good.
        unsafe pw_stream_destroy(stream)
        unsafe process.deinitialize(count: 1)
        unsafe process.deallocate()
        unsafe hooks.deallocate()
        unsafe realtimeEvents.deallocate()
        unsafe events.deallocate()
    }

    private static func properties(
        _ format: StreamFormat, _ configuration: OutputConfiguration, _ title: String?
    ) -> [(String, String)] {
        let rate = format.sampleRate.hertz
        let frames =
            configuration.bufferDuration > 0
            ? max(1, Int((configuration.bufferDuration * Double(rate)).rounded())) : relaxedQuantum
        var entries = [
            ("media.type", "Audio"), ("media.category", "Playback"), ("media.role", configuration.role),
            ("media.name", title ?? "Fermata"), ("application.name", "Fermata"), ("application.id", "org.fermata.Fermata"),
            ("application.icon-name", "audio-x-generic"), ("node.name", "fermata"), ("node.description", "Fermata"),
            ("node.rate", "1/\(rate)"), ("node.latency", "\(frames)/\(rate)"),
        ]
        if let target = configuration.target { entries.append(("target.object", target)) }
        return entries
    }

    private func listen() {
        unsafe realtimeEvents.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe realtimeEvents.pointee.process = { data in
            guard let data = unsafe data else { return }
            unsafe processCycle(data.assumingMemoryBound(to: ProcessState.self))
        }
        unsafe pw_stream_add_listener(stream, hooks, realtimeEvents, process)

        unsafe events.pointee.version = UInt32(PW_VERSION_STREAM_EVENTS)
        unsafe events.pointee.state_changed = { data, _, state, error in
            let text = unsafe error.map { unsafe String(cString: $0) }
            unsafe PlaybackStream.from(data)?.stateChanged(state, text)
        }
        unsafe events.pointee.control_info = { data, id, control in
            guard let control = unsafe control else { return }
            unsafe PlaybackStream.from(data)?.controlChanged(id, control.pointee)
        }
        unsafe pw_stream_add_listener(stream, hooks + 1, events, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> PlaybackStream? {
        unsafe data.map { unsafe Unmanaged<PlaybackStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func connect() -> Bool {
        let format = renderer.format
        let perCycle = max(1, Int(format.sampleRate.hertz) / Self.lowestGraphRate + 1) * Self.largestQuantum
        let storageSize = 1_024
        let storage = UnsafeMutableRawPointer.allocate(byteCount: storageSize * 2, alignment: 8)
        defer { unsafe storage.deallocate() }
        var parameters = unsafe [
            fermata_planar_float_format(
                storage, UInt32(storageSize), UInt32(format.sampleRate.hertz), UInt32(format.channelCount),
                format.channelLayout.positions),
            fermata_buffers_parameter(
                storage + storageSize, UInt32(storageSize), UInt32(format.channelCount),
                UInt32(perCycle * MemoryLayout<Float>.size)),
        ]
        let flags =
            PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue | PW_STREAM_FLAG_RT_PROCESS.rawValue
            | PW_STREAM_FLAG_INACTIVE.rawValue
        let count = unsafe UInt32(parameters.count)
        return unsafe pw_stream_connect(
            stream, SPA_DIRECTION_OUTPUT, UInt32.max, pw_stream_flags(flags), &parameters, count) >= 0
    }
}

// MARK: - Use

extension PlaybackStream {
    /// The node's id in the graph, or `nil` before the server gave one.
    var nodeID: UInt32? {
        let id = unsafe pw_stream_get_node_id(stream)
        return id == UInt32.max ? nil : id
    }

    /// Lets the graph call us, or lets the sink sleep.
    func setActive(_ isActive: Bool) { _ = unsafe pw_stream_set_active(stream, isActive) }

    /// Sets the linear volume of all channels.
    func setVolume(linear: Double) {
        _ = unsafe fermata_stream_set_volume(stream, UInt32(renderer.format.channelCount), Float(linear))
    }

    /// Mutes at the mixer.
    func setMuted(_ isMuted: Bool) { _ = unsafe fermata_stream_set_mute(stream, isMuted ? 1 : 0) }

    /// Shows another title in mixers.
    func setTitle(_ title: String) {
        let properties = unsafe Properties.make([("media.name", title), ("media.title", title)])
        guard let properties = unsafe properties else { return }
        _ = unsafe withUnsafePointer(to: &properties.pointee.dict) { unsafe pw_stream_update_properties(stream, $0) }
        unsafe pw_properties_free(properties)
    }

    /// The graph as the callback saw it last.
    var timing: OutputTiming {
        unsafe OutputTiming(
            quantum: process.pointee.quantum.load(ordering: .relaxed),
            rate: process.pointee.graphRate.load(ordering: .relaxed),
            latency: Double(process.pointee.latency.load(ordering: .relaxed)) / 1e9)
    }

    private func stateChanged(_ state: pw_stream_state, _ error: String?) {
        switch state {
        case PW_STREAM_STATE_ERROR: handlers.stateChanged(.failed(message: error ?? "PipeWire gave no reason"))
        case PW_STREAM_STATE_PAUSED: handlers.stateChanged(.paused)
        case PW_STREAM_STATE_STREAMING: handlers.stateChanged(.streaming)
        case PW_STREAM_STATE_CONNECTING: handlers.stateChanged(.waiting)
        default: handlers.stateChanged(.closed)
        }
    }

    private func controlChanged(_ id: UInt32, _ control: pw_stream_control) {
        guard unsafe control.n_values > 0, let values = unsafe control.values else { return }
        switch id {
        case SPA_PROP_channelVolumes.rawValue:
            var loudest: Float = 0
            for index in 0..<(unsafe Int(control.n_values)) { loudest = unsafe max(loudest, values[index]) }
            handlers.volumeChanged(cbrt(Double(loudest)), nil)
        case SPA_PROP_mute.rawValue: handlers.volumeChanged(nil, unsafe values[0] > 0.5)
        default: break
        }
    }
}
