import CPipeWire
import Glibc

/// One connection to a server, from the attempt to the loss: the core, and what is known of the graph.
///
/// It is made, used and released under the loop's lock. The loop's thread calls its closures.
@safe final class Connection {
    struct Handlers {
        /// The server has answered; gets the version that it reports.
        var answered: (String) -> Void
        /// The connection is dead; gets the reason. The receiver releases the connection, but only after this call has
        /// returned.
        var lost: (String) -> Void
        /// Something in ``graph`` has changed, or the graph is now completely known. Called at once, for each change.
        var graphChanged: () -> Void
    }

    private let handlers: Handlers
    /// The core, for objects that are made on the connection; valid as long as the connection lives.
    let pointer: OpaquePointer
    private var core: Core?
    private(set) var graph: GraphMonitor?
    private var hook: Hook?
    /// Whether the server has reported everything that existed at the start.
    private(set) var isGraphKnown = false
    /// The server's cookie, a number that differs for each server that ever ran.
    private(set) var cookie: UInt32 = 0
    /// How many more round trips to make: the second one waits for what the objects found in the first one report about
    /// themselves.
    private var roundTripsLeft = 2
    private var awaitedAnswer: Int32 = 0
    private var hasAnswered = false

    /// Starts to connect. `context` must belong to `loop` and outlive the connection. `remote` is the server's socket, by
    /// name or absolute path; `nil` for the default one.
    init(
        context: borrowing Context, loop: UnsafeMutablePointer<pw_loop>, remote: String?, handlers: Handlers
    ) throws(OutputError) {
        self.handlers = handlers
        let core = try Core(context: context, properties: Properties([PW_KEY_REMOTE_NAME: remote]))
        unsafe pointer = core.pointer
        let hook = Hook()
        graph = try unsafe GraphMonitor(core: core, loop: loop) { [unowned self] in
            if isGraphKnown { self.handlers.graphChanged() }
        }
        unsafe fermata_core_add_listener(
            core.pointer, hook.pointer, Self.events, Unmanaged.passUnretained(self).toOpaque())
        unsafe awaitedAnswer = fermata_core_sync(core.pointer)
        self.core = consume core
        self.hook = consume hook
    }

    deinit {
        hook = nil
        graph = nil
        core = nil
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_core_events()
        events.version = UInt32(PW_VERSION_CORE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let version = unsafe info.pointee.version else { return }
            unsafe object(at: data, as: Connection.self)?.hear(version: String(cString: version), cookie: info.pointee.cookie)
        }
        unsafe events.done = { data, id, sequence in
            if id == PW_ID_CORE { unsafe object(at: data, as: Connection.self)?.hear(answer: sequence) }
        }
        unsafe events.error = { data, id, _, result, message in
            // The listeners of other objects get their errors. Of the core's errors, only this one ends the connection.
            guard id == PW_ID_CORE, result == -EPIPE else { return }
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "connection error"
            unsafe object(at: data, as: Connection.self)?.handlers.lost("the PipeWire server is gone: \(text)")
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
        graph?.hear(answer: answer)
        guard answer == awaitedAnswer, roundTripsLeft > 0 else { return }
        roundTripsLeft -= 1
        if roundTripsLeft == 0 {
            isGraphKnown = true
            handlers.graphChanged()
        } else {
            unsafe awaitedAnswer = fermata_core_sync(pointer)
        }
    }
}
