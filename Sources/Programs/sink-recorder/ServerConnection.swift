import CPipeWire

/// The connection to the sound server, and the loop in which all its events arrive. Only the main thread runs the loop.
@safe final class ServerConnection {
    private let loop: UnsafeMutablePointer<pw_loop>
    let context: OpaquePointer
    let core: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    private let events: UnsafeMutablePointer<pw_core_events>
    /// The error that ended the recording, if there is one.
    private(set) var problem: RecorderError?

    init() throws(RecorderError) {
        pw_init(nil, nil)
        guard let loop = unsafe pw_loop_new(nil) else { throw .system("PipeWire has no loop") }
        // The first configuration has a data thread with real-time priority. From PipeWire 1.4 on there is only the second,
        // which has one too.
        guard let context = unsafe Self.context(loop, "client-rt.conf") ?? Self.context(loop, "client.conf") else {
            unsafe pw_loop_destroy(loop)
            throw .system("PipeWire's client configuration could not be loaded")
        }
        guard let core = unsafe pw_context_connect(context, nil, 0) else {
            let error = RecorderError.system("no PipeWire server answers")
            unsafe pw_context_destroy(context)
            unsafe pw_loop_destroy(loop)
            throw error
        }
        unsafe self.loop = unsafe loop
        unsafe self.context = unsafe context
        unsafe self.core = unsafe core
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_core_events())
        listen()
    }

    deinit {
        unsafe spa_hook_remove(hook)
        unsafe pw_core_disconnect(core)
        unsafe pw_context_destroy(context)
        unsafe pw_loop_destroy(loop)
        unsafe hook.deallocate()
        unsafe events.deallocate()
    }

    private static func context(_ loop: UnsafeMutablePointer<pw_loop>, _ configuration: String) -> OpaquePointer? {
        guard let properties = unsafe fermata_properties_new() else { return nil }
        unsafe pw_properties_set(properties, PW_KEY_CONFIG_NAME, configuration)
        return unsafe pw_context_new(loop, properties, 0)
    }

    private func listen() {
        unsafe events.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
        unsafe events.pointee.error = { data, id, _, _, message in
            guard let data = unsafe data, id == PW_ID_CORE else { return }
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "no reason given"
            unsafe Unmanaged<ServerConnection>.fromOpaque(data).takeUnretainedValue()
                .fail(RecorderError("the PipeWire server is gone: \(text)"))
        }
        unsafe fermata_core_add_listener(core, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Notes the error that ends the recording. The first one counts.
    func fail(_ reason: RecorderError) { problem = problem ?? reason }

    /// Handles the server's events. If there are none, waits for them, for at most so many `milliseconds`.
    func turn(milliseconds: Int32) { unsafe fermata_loop_turn(loop, milliseconds) }
}
