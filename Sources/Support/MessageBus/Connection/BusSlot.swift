import CSystemd

/// Owns the registration of a handler on a connection. Once it is released, the handler is not called any more.
///
/// It is a class because dictionaries hold it. It keeps the memory of the connection alive, but not the connection open.
@safe package final class BusSlot {
    private let pointer: OpaquePointer

    /// Takes over a slot.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe sd_bus_slot_unref(pointer) }
}

/// A closure in the form of the library's handlers.
final class BusHandler {
    /// Handles a message, and returns whether no other handler gets it.
    typealias Body = (borrowing BusMessage) -> Bool

    private let body: Body

    init(_ body: @escaping Body) { self.body = body }

    /// The function for the library, with ``retained()`` as its data.
    static let function: sd_bus_message_handler_t = { message, data, _ in
        guard let message = unsafe message, let data = unsafe data else { return 0 }
        let handler = unsafe Unmanaged<BusHandler>.fromOpaque(data).takeUnretainedValue()
        return handler.body(unsafe BusMessage(retaining: message)) ? 1 : 0
    }

    /// Returns the closure with one reference, which ``release(_:with:)`` gives to a slot.
    func retained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    /// Releases the reference `data` when `slot` is freed.
    static func release(_ data: UnsafeMutableRawPointer, with slot: OpaquePointer) {
        unsafe sd_bus_slot_set_destroy_callback(slot) { data in
            if let data = unsafe data { unsafe Unmanaged<BusHandler>.fromOpaque(data).release() }
        }
    }

    /// Releases the reference at once, because no slot was made.
    static func release(_ data: UnsafeMutableRawPointer) { unsafe Unmanaged<BusHandler>.fromOpaque(data).release() }
}
