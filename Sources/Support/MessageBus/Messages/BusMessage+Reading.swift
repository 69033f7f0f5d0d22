import CSystemd
package import SystemSupport

/// Reads single values of a message whose types are known. Reading goes from one value to the next. At the end, and if the value has another
/// type than the function asks for, each function returns nil or false and reads nothing.
extension BusMessage {
    /// Reads the next text, at most ``longestText`` bytes of it.
    package func readText() -> String? {
        var characters: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "s")), &characters) > 0 else { return nil }
        return unsafe characters.map { unsafe Self.text($0) }
    }

    /// Reads the next boolean.
    package func readBool() -> Bool? {
        var value: CInt = 0
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "b")), &value) > 0 else { return nil }
        return value != 0
    }

    /// Reads the next descriptor, and returns a duplicate that the caller owns.
    package func readDescriptor() -> FileDescriptor? {
        var number: CInt = -1
        guard unsafe sd_bus_message_read_basic(pointer, CChar(UInt8(ascii: "h")), &number) > 0 else { return nil }
        return FileDescriptor(duplicating: number)
    }

    /// Reads the next value, which must be a variant that holds a text.
    package func readTextVariant() -> String? { readVariant("s") { readText() } }

    /// Reads the next value, which must be a variant that holds a boolean.
    package func readBoolVariant() -> Bool? { readVariant("b") { readBool() } }

    private func readVariant<Value>(_ contents: String, _ read: () -> Value?) -> Value? {
        guard enter(.variant, contents) else { return nil }
        defer { leave() }
        return read()
    }

    /// The kinds of values that contain other values.
    package enum Container: UInt8 {
        case array = 0x61
        case dictionaryEntry = 0x65
        case variant = 0x76
    }

    /// Enters the next value, if it is a container of this kind with these contents.
    package func enter(_ container: Container, _ contents: String) -> Bool {
        unsafe sd_bus_message_enter_container(pointer, CChar(container.rawValue), contents) > 0
    }

    /// Returns whether the next value is a container of this kind with these contents. Reads nothing.
    package func peeks(_ container: Container, _ contents: String) -> Bool {
        unsafe sd_bus_message_verify_type(pointer, CChar(container.rawValue), contents) > 0
    }

    /// Leaves the container that was entered. Everything in it must have been read or skipped.
    package func leave() { unsafe sd_bus_message_exit_container(pointer) }

    /// Skips the next values, which must have these types.
    package func skip(_ types: String) { unsafe sd_bus_message_skip(pointer, types) }
}
