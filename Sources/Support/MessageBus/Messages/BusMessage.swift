import CSystemd

/// Owns one reference to a message.
@safe package struct BusMessage: ~Copyable {
    /// The library's object.
    let pointer: OpaquePointer

    /// Adds a reference to a message that belongs to somebody else.
    init(retaining pointer: OpaquePointer) { unsafe self.pointer = unsafe sd_bus_message_ref(pointer) }

    /// Takes over a message that was just made, with its reference.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe sd_bus_message_unref(pointer) }

    /// The unique name of the sender, or the bus's own name.
    package var sender: String? { unsafe sd_bus_message_get_sender(pointer).map { unsafe String(cString: $0) } }

    /// Whether somebody calls a method.
    var isCall: Bool { unsafe sd_bus_message_is_method_call(pointer, nil, nil) > 0 }

    /// The method or signal; nil if the message is an answer.
    package var member: String? { unsafe sd_bus_message_get_member(pointer).map { unsafe String(cString: $0) } }

    /// The interface of the method or signal; nil if the sender left it out.
    package var interface: String? { unsafe sd_bus_message_get_interface(pointer).map { unsafe String(cString: $0) } }

    /// The reason why a call failed, in the words of the program that was called; nil if the message is no error.
    package var failure: String? {
        guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
        if let text = unsafe error.pointee.message { return unsafe Self.text(text) }
        return unsafe error.pointee.name.map { unsafe Self.text($0) } ?? "unknown error"
    }

    /// Returns whether the values of the message together have the types `signature`.
    package func has(_ signature: String) -> Bool { unsafe sd_bus_message_has_signature(pointer, signature) > 0 }

    /// The most bytes of a text that are read: a program on the bus may send megabytes.
    package static let longestText = 1024

    static func text(_ characters: UnsafePointer<CChar>) -> String {
        let count = unsafe strnlen(characters, longestText)
        let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
