import CPipeWire
import Glibc

/// Owns the core of a server: the client's end of one connection, from the attempt to connect until its loss.
///
/// It is made, used and released under the loop's lock. The loop's thread calls its closures.
@safe final class Core {
    struct Handlers {
        /// The server has answered; gets the version that it reports.
        var answered: (String) -> Void
        /// The connection is dead; gets the reason. The receiver releases the core, but only after this call has
        /// returned.
        var lost: (String) -> Void
    }

    /// The core, for objects that are made on it; valid as long as this owner lives.
    let pointer: OpaquePointer
    /// The context to which the core belongs. It ends after the core.
    let context: Context
    /// The server's cookie, a number that differs for each server that ever ran.
    private(set) var cookie: UInt32 = 0
    private let handlers: Handlers
    private var hook: Hook?
    private var hasAnswered = false
    /// The closures to call once the server has answered everything asked before, with the number of the answer that each
    /// one waits for.
    private var awaited: [(answer: Int32, then: () -> Void)] = []

    /// Starts to connect, and returns at once. `remote` is the server's socket, by name or absolute path; `nil` for the
    /// default one. Throws ``OutputError/Code/server`` if there is no server.
    init(context: Context, remote: String?, handlers: Handlers) throws(OutputError) {
        let properties = try Properties([PW_KEY_REMOTE_NAME: remote])
        guard let made = unsafe pw_context_connect(context.pointer, properties.take(), 0) else {
            throw OutputError(.server, "no PipeWire server answers", errno: errno)
        }
        unsafe pointer = made
        self.context = context
        self.handlers = handlers
        let hook = Hook()
        unsafe fermata_core_add_listener(made, hook.pointer, Self.events, Unmanaged.passUnretained(self).toOpaque())
        self.hook = consume hook
    }

    deinit {
        hook = nil
        unsafe pw_core_disconnect(pointer)
    }

    /// The server's id of this client.
    var clientID: UInt32 { unsafe fermata_core_client_id(pointer) }

    /// Calls no closure any more. For the end, while the objects that were made on the core end.
    func endListening() { hook = nil }

    /// Calls `then` once everything that the server did before this call has been reported here.
    func afterRoundTrip(_ then: @escaping () -> Void) { awaited.append((unsafe fermata_core_sync(pointer), then)) }

    private nonisolated(unsafe) static let events = {
        var events = pw_core_events()
        events.version = UInt32(PW_VERSION_CORE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let version = unsafe info.pointee.version else { return }
            unsafe object(at: data, as: Core.self)?.hear(version: String(cString: version), cookie: info.pointee.cookie)
        }
        unsafe events.done = { data, id, sequence in
            if id == PW_ID_CORE { unsafe object(at: data, as: Core.self)?.hear(answer: sequence) }
        }
        unsafe events.error = { data, id, _, result, message in
            // The listeners of other objects get their errors. Only this error of the core ends the connection.
            guard id == PW_ID_CORE, result == -EPIPE else { return }
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "connection error"
            unsafe object(at: data, as: Core.self)?.handlers.lost("the PipeWire server is gone: \(text)")
        }
        return unsafe permanent(events)
    }()

    private func hear(version: String, cookie: UInt32) {
        if hasAnswered { return }
        hasAnswered = true
        self.cookie = cookie
        handlers.answered(version)
    }

    private func hear(answer: Int32) {
        guard let index = awaited.firstIndex(where: { $0.answer == answer }) else { return }
        awaited.remove(at: index).then()
    }
}
