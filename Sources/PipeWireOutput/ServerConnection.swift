import CPipeWire
import Glibc

/// One connection to the sound server: context and core. Used with the loop's lock held; tells on the loop thread.
@safe final class ServerConnection {
    private let context: OpaquePointer
    /// The server's core object.
    let core: OpaquePointer
    private let hook: UnsafeMutablePointer<spa_hook>
    private let events: UnsafeMutablePointer<pw_core_events>
    fileprivate let connected: (String) -> Void
    fileprivate let lost: (String) -> Void

    /// Why a connection could not be made.
    struct Failure: Error {
        /// A sentence for the log.
        let message: String
    }

    /// Connects. `connected` gets the server's version, `lost` a sentence; `lost` must not let go of the connection itself.
    init(
        _ loop: ThreadLoop, connected: @escaping (String) -> Void, lost: @escaping (String) -> Void
    ) throws(Failure) {
        let properties = unsafe Properties.make(
            PipeWireLibrary.needsRealtimeConfiguration ? [("config.name", "client-rt.conf")] : [])
        guard let context = unsafe pw_context_new(loop.loop, properties, 0) else {
            throw Failure(message: "PipeWire's client library cannot start: \(Self.systemText())")
        }
        guard let core = unsafe pw_context_connect(context, nil, 0) else {
            let text = Self.systemText()
            unsafe pw_context_destroy(context)
            throw Failure(message: "no PipeWire server answers: \(text)")
        }
        unsafe self.context = context
        unsafe self.core = core
        self.connected = connected
        self.lost = lost
        unsafe hook = .allocate(capacity: 1)
        unsafe hook.initialize(to: spa_hook())
        unsafe events = .allocate(capacity: 1)
        unsafe events.initialize(to: pw_core_events())
        listen()
    }

    deinit {
        unsafe fermata_hook_remove(hook)
        _ = unsafe pw_core_disconnect(core)
        unsafe pw_context_destroy(context)
        unsafe hook.deallocate()
        unsafe events.deallocate()
    }

    private static func systemText() -> String { unsafe String(cString: strerror(errno)) }

    private func listen() {
        unsafe events.pointee.version = UInt32(PW_VERSION_CORE_EVENTS)
        unsafe events.pointee.info = { data, info in
            guard let info = unsafe info, let version = unsafe info.pointee.version else { return }
            unsafe ServerConnection.from(data)?.connected(String(cString: version))
        }
        unsafe events.pointee.error = { data, id, _, result, message in
            // Errors of other objects are theirs; a broken pipe of the core is the server's end.
            guard id == UInt32(PW_ID_CORE), result == -EPIPE else { return }
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "connection broken"
            unsafe ServerConnection.from(data)?.lost("the PipeWire server is gone: \(text)")
        }
        _ = unsafe fermata_core_add_listener(core, hook, events, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> ServerConnection? {
        unsafe data.map { unsafe Unmanaged<ServerConnection>.fromOpaque($0).takeUnretainedValue() }
    }
}
