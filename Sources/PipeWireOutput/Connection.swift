import CPipeWire
import Glibc

/// One connection to a server, from its making to its loss: the core and what is known of the graph.
///
/// Made, used and let go under the loop's lock; its closures are called in the loop's thread.
@safe final class Connection {
    struct Handlers {
        /// The server answered; its version, as it names itself.
        var answered: (String) -> Void
        /// The connection is dead. Whoever is told lets the connection go, but not before this call returns.
        var lost: (String) -> Void
        /// Something in ``graph`` changed, or became known completely. Called at once, for each change.
        var graphChanged: () -> Void
    }

    private let handlers: Handlers
    /// For what is made on the connection; valid as long as it lives.
    let pointer: OpaquePointer
    private var core: Core?
    private(set) var graph: GraphMonitor?
    private var hook: Hook?
    /// Whether everything that existed at the start has been told.
    private(set) var isGraphKnown = false
    /// Another number for each server that ever ran.
    private(set) var cookie: UInt32 = 0
    /// How many more times to ask: the second time for what the objects found in the first one tell about themselves.
    private var roundTripsLeft = 2
    private var awaitedAnswer: Int32 = 0
    private var hasAnswered = false

    /// Starts to connect. `context`, which is one of `loop`, must outlive the connection.
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

    private static func at(_ data: UnsafeMutableRawPointer?) -> Connection? {
        unsafe data.map { unsafe Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    private nonisolated(unsafe) static let events = {
        var events = pw_core_events()
        events.version = UInt32(PW_VERSION_CORE_EVENTS)
        unsafe events.info = { data, info in
            guard let info = unsafe info, let version = unsafe info.pointee.version else { return }
            unsafe Connection.at(data)?.hear(version: String(cString: version), cookie: info.pointee.cookie)
        }
        unsafe events.done = { data, id, sequence in
            if id == PW_ID_CORE { unsafe Connection.at(data)?.hear(answer: sequence) }
        }
        unsafe events.error = { data, id, _, result, message in
            // Errors of other objects are told to their own listeners; of the core only this one is the end.
            guard id == PW_ID_CORE, result == -EPIPE else { return }
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "connection error"
            unsafe Connection.at(data)?.handlers.lost("the PipeWire server is gone: \(text)")
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
