import CSystemd

/// A value of D-Bus, to send what a program should and what it should not.
indirect enum BusValue: Sendable {
    case text(String)
    case bool(Bool)
    case integer(Int64)
    /// A descriptor; the message gets one of its own.
    case descriptor(CInt)
    case variant(BusValue)
    case array(of: String, [BusValue])
    case entry(BusValue, BusValue)

    /// A table of properties.
    static func properties(_ entries: KeyValuePairs<String, BusValue>) -> BusValue {
        .array(of: "{sv}", entries.map { .entry(.text($0), .variant($1)) })
    }

    var signature: String {
        switch self {
        case .text: "s"
        case .bool: "b"
        case .integer: "x"
        case .descriptor: "h"
        case .variant: "v"
        case .array(let contents, _): "a\(contents)"
        case .entry(let key, let value): "\(key.signature)\(value.signature)"
        }
    }

    /// Adds this to the end of `message`.
    func append(to message: OpaquePointer) {
        switch self {
        case .text(let text): sd_bus_message_append_basic(message, "s", text)
        case .bool(let value): basic(message, "b", CInt(value ? 1 : 0))
        case .integer(let value): basic(message, "x", value)
        case .descriptor(let number): basic(message, "h", number)
        case .variant(let value): container(message, "v", value.signature, [value])
        case .array(let contents, let values): container(message, "a", contents, values)
        case .entry(let key, let value): container(message, "e", signature, [key, value])
        }
    }

    private func basic<Value>(_ message: OpaquePointer, _ type: CChar, _ value: Value) {
        withUnsafePointer(to: value) { _ = sd_bus_message_append_basic(message, type, $0) }
    }

    private func container(_ message: OpaquePointer, _ type: CChar, _ contents: String, _ values: [BusValue]) {
        sd_bus_message_open_container(message, type, contents)
        for value in values { value.append(to: message) }
        sd_bus_message_close_container(message)
    }
}

extension CChar: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// The type codes of D-Bus are ASCII characters.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = CChar(UInt8(ascii: scalar)) }
}
