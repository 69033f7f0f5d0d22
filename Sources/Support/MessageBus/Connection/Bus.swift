import CSystemd
import Glibc
import SystemSupport

/// Owns an `sd_bus`: one connection, from the attempt to make it to its end. For one thread only.
@safe struct Bus: ~Copyable {
    /// The library's object.
    let pointer: OpaquePointer

    /// Starts to connect, and does not wait.
    ///
    /// - Parameters:
    ///   - address: A D-Bus address.
    ///   - waitsForSocket: If the address names a socket in the file system on which nobody listens, whether to watch its
    ///     directory until somebody does, instead of failing.
    ///   - takesDescriptors: Whether messages may bring open files along. A call that waits for its answer keeps those that its
    ///     caller has sent, hundreds of them.
    init(address: String, waitsForSocket: Bool, takesDescriptors: Bool) throws(BusFailure) {
        var made: OpaquePointer?
        var result = unsafe sd_bus_new(&made)
        guard result >= 0, let made = unsafe made else { throw BusFailure(result: result) }
        result = unsafe sd_bus_set_address(made, address)
        if result >= 0 { result = unsafe sd_bus_set_bus_client(made, 1) }
        if result >= 0 { result = unsafe sd_bus_negotiate_fds(made, takesDescriptors ? 1 : 0) }
        if result >= 0 { result = unsafe sd_bus_set_watch_bind(made, waitsForSocket ? 1 : 0) }
        if result >= 0 { result = unsafe sd_bus_start(made) }
        guard result >= 0 else {
            unsafe sd_bus_close_unref(made)
            throw BusFailure(result: result)
        }
        unsafe pointer = made
    }

    deinit { unsafe sd_bus_close_unref(pointer) }

    /// Whether the bus has answered our greeting. From then on calls are sent as they are made.
    var isReady: Bool { unsafe sd_bus_is_ready(pointer) > 0 }

    /// The name that the bus gave this connection, such as `:1.42`; nil before it is ready.
    var uniqueName: String? {
        var name: UnsafePointer<CChar>?
        guard isReady, unsafe sd_bus_get_unique_name(pointer, &name) >= 0 else { return nil }
        return unsafe name.map { unsafe String(cString: $0) }
    }

    /// The request for `poll`, or nil if the connection is over.
    var pollRequest: pollfd? {
        let descriptor = unsafe sd_bus_get_fd(pointer)
        let events = unsafe sd_bus_get_events(pointer)
        guard descriptor >= 0, events >= 0 else { return nil }
        return pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    }

    /// The latest time for the next ``process()``, in nanoseconds of the monotonic clock; nil if only `poll` decides.
    var deadline: Int64? {
        var microseconds: UInt64 = 0
        // An error means that the connection is over, which `process` has to find.
        guard unsafe sd_bus_get_timeout(pointer, &microseconds) >= 0 else { return 0 }
        return microseconds == .max ? nil : Int64(microseconds) * 1000
    }

    /// How many messages the bus has not taken from us yet.
    var waitingMessages: Int {
        var count: UInt64 = 0
        guard unsafe sd_bus_get_n_queued_write(pointer, &count) >= 0 else { return 0 }
        return Int(clamping: count)
    }

    /// Does one piece of work, calls the handlers of messages that have come in, and returns whether there is more to do.
    func process() throws(BusFailure) -> Bool {
        let result = unsafe sd_bus_process(pointer, nil)
        if result < 0 { throw BusFailure(result: result) }
        return result > 0
    }
}

/// The error of a connection that failed or ended.
struct BusFailure: Error, Equatable {
    /// The `errno` value.
    let number: CInt

    init(result: CInt) { number = -result }

    /// The bus does not take what it is sent.
    static let standstill = BusFailure(result: -ETIMEDOUT)

    /// Whether nobody listens at the address; somebody may later.
    var isAbsence: Bool { number == ENOENT || number == ECONNREFUSED }

    /// The system's text for the error.
    var reason: String { systemReason(number) }
}
