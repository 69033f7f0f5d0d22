import CSystemd

/// Owns a handler's place on a connection; the handler is called no more once this is gone.
///
/// A class, because dictionaries hold these. It keeps the connection's memory alive, but not the connection open.
@safe final class BusSlot {
    private let pointer: OpaquePointer

    /// Takes over a slot.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe sd_bus_slot_unref(pointer) }
}

/// A closure in the shape of the library's handlers.
final class BusHandler {
    /// Takes a message; whether nobody else shall get it.
    typealias Body = (borrowing BusMessage) -> Bool

    private let body: Body

    init(_ body: @escaping Body) { self.body = body }

    /// The function to give to the library, with ``retained()`` as its data.
    static let function: sd_bus_message_handler_t = { message, data, _ in
        guard let message = unsafe message, let data = unsafe data else { return 0 }
        let handler = unsafe Unmanaged<BusHandler>.fromOpaque(data).takeUnretainedValue()
        return handler.body(unsafe BusMessage(retaining: message)) ? 1 : 0
    }

    /// One reference, which ``release(with:)`` gives to a slot.
    func retained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    /// Lets the reference `data` go when `slot` is freed.
    static func release(_ data: UnsafeMutableRawPointer, with slot: OpaquePointer) {
        unsafe sd_bus_slot_set_destroy_callback(slot) { data in
            if let data = unsafe data { unsafe Unmanaged<BusHandler>.fromOpaque(data).release() }
        }
    }

    /// Lets the reference go at once, where no slot was made.
    static func release(_ data: UnsafeMutableRawPointer) { unsafe Unmanaged<BusHandler>.fromOpaque(data).release() }
}
