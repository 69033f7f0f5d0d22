import CSystemd
import Glibc
import SystemSupport

extension BusMessage {
    /// Appends a value. Returns a negative `errno` value on failure: for example, if an element of an array has another type
    /// than the array. A message of which an append has failed must not be sent.
    func append(_ value: BusValue) -> CInt {
        switch value {
        case .byte(let number): basic(value, number)
        case .boolean(let isTrue): basic(value, isTrue ? 1 : 0 as CInt)
        case .int16(let number): basic(value, number)
        case .uint16(let number): basic(value, number)
        case .int32(let number): basic(value, number)
        case .uint32(let number): basic(value, number)
        case .int64(let number): basic(value, number)
        case .uint64(let number): basic(value, number)
        case .double(let number): basic(value, number)
        case .string(let text): self.text(value, text.withoutNoncharacters)
        case .objectPath(let path): text(value, path.description)
        case .signature(let types): text(value, types.signature)
        case .descriptor(let shared): basic(value, shared.descriptor.number)
        case .variant(let contents): container(value.type.code, contents.type.signature) { append(contents) }
        case .array(let element, let values): container(value.type.code, element.signature) { append(values) }
        // The library would let it pass, and the bus would end the connection.
        case .structure(let values) where values.isEmpty: -EINVAL
        case .structure(let values): container(value.type.code, values.map(\.type).signature) { append(values) }
        case .dictionary(let key, let contents, let entries):
            container(value.type.code, "{\(key.signature)\(contents.signature)}") {
                append(entries, "\(key.signature)\(contents.signature)")
            }
        }
    }

    /// Appends values one after the other.
    func append(_ values: [BusValue]) -> CInt {
        for value in values {
            let result = append(value)
            if result < 0 { return result }
        }
        return 0
    }

    private func append(_ entries: [BusValue.Entry], _ contents: String) -> CInt {
        for entry in entries {
            let result = container(UInt8(ascii: "e"), contents) { append([entry.key, entry.value]) }
            if result < 0 { return result }
        }
        return 0
    }

    private func basic<Value: BitwiseCopyable>(_ value: BusValue, _ contents: Value) -> CInt {
        unsafe withUnsafePointer(to: contents) {
            unsafe sd_bus_message_append_basic(pointer, CChar(truncatingIfNeeded: value.type.code), $0)
        }
    }

    private func text(_ value: BusValue, _ text: String) -> CInt {
        unsafe text.withCString { unsafe sd_bus_message_append_basic(pointer, CChar(truncatingIfNeeded: value.type.code), $0) }
    }

    private func container(_ code: UInt8, _ contents: String, _ body: () -> CInt) -> CInt {
        var result = unsafe sd_bus_message_open_container(pointer, CChar(truncatingIfNeeded: code), contents)
        if result >= 0 { result = body() }
        return result < 0 ? result : unsafe sd_bus_message_close_container(pointer)
    }
}

extension String {
    /// The text with U+FFFD for each noncharacter of Unicode. D-Bus allows these, but sd-bus refuses to send them.
    var withoutNoncharacters: String {
        func isRefused(_ scalar: Unicode.Scalar) -> Bool {
            (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
        }
        guard unicodeScalars.contains(where: isRefused) else { return self }
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: unicodeScalars.lazy.map { isRefused($0) ? "\u{FFFD}" : $0 })
        return String(scalars)
    }
}
