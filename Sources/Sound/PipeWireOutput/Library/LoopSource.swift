import CPipeWire
import Glibc

/// Owns a source of events that a loop waits for, and the closure that the loop's thread calls then. It is made, used and
/// destroyed under the loop's lock.
@safe struct LoopSource: ~Copyable {
    private let loop: UnsafeMutablePointer<pw_loop>
    private let source: UnsafeMutablePointer<spa_source>
    private let handler: Unmanaged<Handler>

    private final class Handler {
        let call: () -> Void
        init(_ call: @escaping () -> Void) { self.call = call }

        static func call(_ data: UnsafeMutableRawPointer?) {
            guard let data = unsafe data else { return }
            unsafe Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue().call()
        }
    }

    private init(
        _ loop: UnsafeMutablePointer<pw_loop>, _ call: @escaping () -> Void,
        add: (UnsafeMutableRawPointer) -> UnsafeMutablePointer<spa_source>?
    ) throws(OutputError) {
        let handler = unsafe Unmanaged.passRetained(Handler(call))
        guard let source = unsafe add(handler.toOpaque()) else {
            let number = errno
            unsafe handler.release()
            throw OutputError(.library, "the PipeWire loop takes no more sources", errno: number)
        }
        unsafe self.loop = loop
        unsafe self.source = source
        unsafe self.handler = handler
    }

    deinit {
        unsafe fermata_loop_destroy_source(loop, source)
        unsafe handler.release()
    }

    /// Makes a source that calls `call` whenever `descriptor` is readable. The descriptor still belongs to the caller.
    static func readable(
        _ loop: UnsafeMutablePointer<pw_loop>, descriptor: Int32, call: @escaping () -> Void
    ) throws(OutputError) -> LoopSource {
        try unsafe LoopSource(loop, call) { data in
            unsafe fermata_loop_add_io(loop, descriptor, { data, _, _ in unsafe Handler.call(data) }, data)
        }
    }

    /// Makes a source that calls `call` once after each ``signal()``. Several signals before the call count as one.
    static func event(
        _ loop: UnsafeMutablePointer<pw_loop>, call: @escaping () -> Void
    ) throws(OutputError) -> LoopSource {
        try unsafe LoopSource(loop, call) { data in
            unsafe fermata_loop_add_event(loop, { data, _ in unsafe Handler.call(data) }, data)
        }
    }

    /// Makes a source that calls `call` once after each ``fire(afterNanoseconds:)``. It costs nothing while it is not
    /// set.
    static func timer(
        _ loop: UnsafeMutablePointer<pw_loop>, call: @escaping () -> Void
    ) throws(OutputError) -> LoopSource {
        try unsafe LoopSource(loop, call) { data in
            unsafe fermata_loop_add_timer(loop, { data, _ in unsafe Handler.call(data) }, data)
        }
    }

    /// Has the loop call the closure of an event source soon.
    func signal() { unsafe fermata_loop_signal_event(loop, source) }

    /// Sets a timer source to fire once, after `nanoseconds`; 0 stops it.
    func fire(afterNanoseconds nanoseconds: Int64) { unsafe fermata_loop_set_timer(loop, source, nanoseconds) }
}
