import CSystemd
import SystemSupport

/// Reading goes from one value to the next. Every function answers nil or false at the end, and where the value has another
/// type than the one asked for; nothing is read then.
extension BusMessage {
    /// The next text, at most ``longestText`` bytes of it.
    func readText() -> String? {
        var characters: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "s")), &characters) > 0 else { return nil }
        return unsafe characters.map { unsafe Self.text($0) }
    }

    /// The next truth value.
    func readBool() -> Bool? {
        var value: CInt = 0
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "b")), &value) > 0 else { return nil }
        return value != 0
    }

    /// A descriptor of one's own for the next one.
    func readDescriptor() -> FileDescriptor? {
        var number: CInt = -1
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "h")), &number) > 0 else { return nil }
        return FileDescriptor(duplicating: number)
    }

    /// The next value, which must be a variant with a text in it.
    func readTextVariant() -> String? { readVariant("s") { readText() } }

    /// The next value, which must be a variant with a truth value in it.
    func readBoolVariant() -> Bool? { readVariant("b") { readBool() } }

    private func readVariant<Value>(_ contents: String, _ read: () -> Value?) -> Value? {
        guard enter(.variant, contents) else { return nil }
        defer { leave() }
        return read()
    }

    /// What holds other values.
    enum Container: UInt8 {
        case array = 0x61
        case dictionaryEntry = 0x65
        case variant = 0x76
    }

    /// Goes into the next value, if it is such a container with such contents.
    func enter(_ container: Container, _ contents: String) -> Bool {
        unsafe sd_bus_message_enter_container(pointer, CChar(container.rawValue), contents) > 0
    }

    /// Whether the next value is such a container with such contents. Reads nothing.
    func peeks(_ container: Container, _ contents: String) -> Bool {
        unsafe sd_bus_message_verify_type(pointer, CChar(container.rawValue), contents) > 0
    }

    /// Goes behind the container that was entered. Everything in it must have been read or skipped.
    func leave() { unsafe sd_bus_message_exit_container(pointer) }

    /// Goes behind the next values, which must have these types.
    func skip(_ types: String) { unsafe sd_bus_message_skip(pointer, types) }

    /// Adds a text.
    func append(_ text: String) -> CInt {
        unsafe text.withCString { unsafe sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: "s")), $0) }
    }
}
