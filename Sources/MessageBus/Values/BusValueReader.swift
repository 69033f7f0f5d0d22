import CSystemd
import Glibc
import SystemSupport

extension BusMessage {
    /// Reads all values from the place that reading has reached to the end of the message.
    ///
    /// - Throws: `LimitsExceeded` if the message has more than `limits` allow; `InvalidArgs` if it cannot be read.
    package func readValues(within limits: BusValueLimits = BusValueLimits()) throws(BusCallError) -> [BusValue] {
        var reader = unsafe BusValueReader(of: pointer, limits: limits)
        return try reader.readAll(depth: 0)
    }
}

/// Reads values of any type from a message, within limits. Valid as long as the message.
@safe private struct BusValueReader {
    private let message: OpaquePointer
    private let depth: Int
    private var values: Int
    private var textBytes: Int

    init(of message: OpaquePointer, limits: BusValueLimits) {
        unsafe self.message = unsafe message
        (depth, values, textBytes) = (limits.depth, limits.values, limits.textBytes)
    }

    /// Reads up to the end of the message, or of the container that was entered.
    mutating func readAll(depth: Int) throws(BusCallError) -> [BusValue] {
        var all: [BusValue] = []
        while let value = try next(depth: depth) { all.append(value) }
        return all
    }

    private mutating func next(depth: Int) throws(BusCallError) -> BusValue? {
        guard let (code, contents) = try peek() else { return nil }
        guard depth <= self.depth else { throw .limitsExceeded("values nest more than \(self.depth) deep") }
        values -= 1
        guard values >= 0 else { throw .limitsExceeded("a message has too many values") }
        switch code {
        case UInt8(ascii: "y"): return .byte(try basic(code, 0))
        case UInt8(ascii: "b"): return .boolean(try basic(code, 0 as CInt) != 0)
        case UInt8(ascii: "n"): return .int16(try basic(code, 0))
        case UInt8(ascii: "q"): return .uint16(try basic(code, 0))
        case UInt8(ascii: "i"): return .int32(try basic(code, 0))
        case UInt8(ascii: "u"): return .uint32(try basic(code, 0))
        case UInt8(ascii: "x"): return .int64(try basic(code, 0))
        case UInt8(ascii: "t"): return .uint64(try basic(code, 0))
        case UInt8(ascii: "d"): return .double(try basic(code, 0))
        case UInt8(ascii: "s"): return .string(try text(code))
        case UInt8(ascii: "o"):
            guard let path = ObjectPath(checking: try text(code)) else { throw .unreadable }
            return .objectPath(path)
        case UInt8(ascii: "g"):
            guard let types = BusValueType.list(signature: try text(code)) else { throw .unreadable }
            return .signature(types)
        case UInt8(ascii: "h"):
            // The message keeps its own descriptor.
            guard let descriptor = FileDescriptor(duplicating: try basic(code, -1)) else {
                throw .limitsExceeded("too many open files")
            }
            return .descriptor(SharedDescriptor(descriptor))
        case UInt8(ascii: "v"):
            guard let value = try parts(of: code, contents, depth: depth).first else { throw .unreadable }
            return .variant(value)
        case UInt8(ascii: "r"): return .structure(try parts(of: code, contents, depth: depth))
        case UInt8(ascii: "a"): return try array(contents, depth: depth)
        default: throw .unreadable
        }
    }

    private mutating func array(_ contents: String, depth: Int) throws(BusCallError) -> BusValue {
        guard let type = BusValueType(signature: "a\(contents)") else { throw .unreadable }
        guard case .dictionary(let key, let value) = type else {
            guard case .array(let element) = type else { throw .unreadable }
            return .array(of: element, try parts(of: type.code, contents, depth: depth))
        }
        try enter(type.code, contents)
        var entries: [BusValue.Entry] = []
        while let (code, contents) = try peek() {
            let parts = try parts(of: code, contents, depth: depth + 1)
            guard parts.count == 2 else { throw .unreadable }
            entries.append(BusValue.Entry(parts[0], parts[1]))
        }
        try leave()
        return .dictionary(key: key, value: value, entries)
    }

    private mutating func parts(of code: UInt8, _ contents: String, depth: Int) throws(BusCallError) -> [BusValue] {
        try enter(code, contents)
        let parts = try readAll(depth: depth + 1)
        try leave()
        return parts
    }

    // MARK: The library

    /// Returns the code and the contents of the next value; nil at the end.
    private func peek() throws(BusCallError) -> (code: UInt8, contents: String)? {
        var code: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = unsafe sd_bus_message_peek_type(message, &code, &contents)
        guard result >= 0 else { throw .unreadable }
        guard result > 0 else { return nil }
        return (UInt8(bitPattern: code), unsafe contents.map { unsafe String(cString: $0) } ?? "")
    }

    private func enter(_ code: UInt8, _ contents: String) throws(BusCallError) {
        guard unsafe sd_bus_message_enter_container(message, CChar(bitPattern: code), contents) > 0 else { throw .unreadable }
    }

    private func leave() throws(BusCallError) {
        guard unsafe sd_bus_message_exit_container(message) >= 0 else { throw .unreadable }
    }

    private func basic<Value: BitwiseCopyable>(_ code: UInt8, _ empty: Value) throws(BusCallError) -> Value {
        var value = empty
        guard unsafe sd_bus_message_read_basic(message, CChar(bitPattern: code), &value) > 0 else { throw .unreadable }
        return value
    }

    private mutating func text(_ code: UInt8) throws(BusCallError) -> String {
        var characters: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, CChar(bitPattern: code), &characters) > 0,
            let characters = unsafe characters
        else { throw .unreadable }
        let text = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters))
        textBytes -= text.count
        guard textBytes >= 0 else { throw .limitsExceeded("the texts of a message are too long") }
        return unsafe String(decoding: text, as: UTF8.self)
    }
}

extension BusCallError {
    fileprivate static var unreadable: BusCallError { .invalidArguments("the message cannot be read") }
}
