import CSystemd
import Glibc
import SystemSupport

extension BusMessage {
    /// Reads all values from the place that reading has reached to the end of the message.
    ///
    /// - Throws: `LimitsExceeded` if the message has more than `limits` allow; `InvalidArgs` if it cannot be read.
    package func readValues(within limits: BusValueLimits = BusValueLimits()) throws(BusCallError) -> [BusValue] {
        var reader = unsafe BusValueReader(of: pointer, limits: limits)
        return try reader.readAll()
    }
}

/// Reads values of any type from a message, within limits. Valid as long as the message.
@safe private struct BusValueReader {
    private let message: OpaquePointer
    private let depth: Int
    private var values: Int
    private var textBytes: Int
    private var descriptors: Int

    init(of message: OpaquePointer, limits: BusValueLimits) {
        unsafe self.message = unsafe message
        (depth, values) = (limits.depth, limits.values)
        (textBytes, descriptors) = (limits.textBytes, limits.descriptors)
    }

    /// Reads up to the end of the message.
    mutating func readAll() throws(BusCallError) -> [BusValue] {
        var all: [BusValue] = []
        while let type = try nextType() { all.append(try value(of: type, depth: 0)) }
        return all
    }

    /// Parses the type of the next value; nil at the end.
    private func nextType() throws(BusCallError) -> BusValueType? {
        guard let next = unsafe try peek() else { return nil }
        let contents = unsafe next.contents.map { unsafe String(cString: $0) } ?? ""
        let signature =
            switch unsafe next.code {
            case UInt8(ascii: "r"): "(\(contents))"
            case UInt8(ascii: "a"): "a\(contents)"
            default: String(Unicode.Scalar(unsafe next.code))
            }
        guard let type = BusValueType(signature: signature) else { throw .unreadable }
        return type
    }

    private func isAtEnd() throws(BusCallError) -> Bool { unsafe try peek() == nil }

    /// Reads the next value, whose type is known: parts of a value get their types from it, so that each signature of the
    /// message is parsed once, however many values have it.
    private mutating func value(of type: BusValueType, depth: Int) throws(BusCallError) -> BusValue {
        guard depth <= self.depth else { throw .limitsExceeded("values nest more than \(self.depth) deep") }
        values -= 1
        guard values >= 0 else { throw .limitsExceeded("a message has too many values") }
        switch type {
        case .byte: return .byte(try basic(type, 0))
        case .boolean: return .boolean(try basic(type, 0 as CInt) != 0)
        case .int16: return .int16(try basic(type, 0))
        case .uint16: return .uint16(try basic(type, 0))
        case .int32: return .int32(try basic(type, 0))
        case .uint32: return .uint32(try basic(type, 0))
        case .int64: return .int64(try basic(type, 0))
        case .uint64: return .uint64(try basic(type, 0))
        case .double: return .double(try basic(type, 0))
        case .string: return .string(try text(type))
        case .objectPath:
            guard let path = ObjectPath(checking: try text(type)) else { throw .unreadable }
            return .objectPath(path)
        case .signature:
            guard let types = BusValueType.list(signature: try text(type)) else { throw .unreadable }
            return .signature(types)
        case .descriptor: return .descriptor(try descriptor())
        case .variant: return .variant(try variant(depth: depth))
        case .array(let element): return .array(of: element, try elements(of: element, depth: depth))
        case .dictionary(let key, let value):
            return .dictionary(key: key, value: value, try entries(of: key, value, depth: depth))
        case .structure(let members):
            try enter(type.code)
            let parts = try parts(of: members, depth: depth + 1)
            try leave()
            return .structure(parts)
        }
    }

    private mutating func descriptor() throws(BusCallError) -> SharedDescriptor {
        descriptors -= 1
        guard descriptors >= 0 else { throw .limitsExceeded("a message has too many descriptors") }
        // The message keeps its own descriptor.
        guard let descriptor = FileDescriptor(duplicating: try basic(.descriptor, -1)) else {
            throw .limitsExceeded("too many open files")
        }
        return SharedDescriptor(descriptor)
    }

    private mutating func variant(depth: Int) throws(BusCallError) -> BusValue {
        try enter(UInt8(ascii: "v"))
        guard let type = try nextType() else { throw .unreadable }
        let contents = try value(of: type, depth: depth + 1)
        try leave()
        return contents
    }

    private mutating func elements(of type: BusValueType, depth: Int) throws(BusCallError) -> [BusValue] {
        try enter(UInt8(ascii: "a"))
        var elements: [BusValue] = []
        while try !isAtEnd() { elements.append(try value(of: type, depth: depth + 1)) }
        try leave()
        return elements
    }

    private mutating func entries(
        of key: BusValueType, _ value: BusValueType, depth: Int
    ) throws(BusCallError) -> [BusValue.Entry] {
        try enter(UInt8(ascii: "a"))
        var entries: [BusValue.Entry] = []
        while try !isAtEnd() {
            try enter(UInt8(ascii: "e"))
            let parts = try parts(of: [key, value], depth: depth + 2)
            try leave()
            entries.append(BusValue.Entry(parts[0], parts[1]))
        }
        try leave()
        return entries
    }

    private mutating func parts(of types: [BusValueType], depth: Int) throws(BusCallError) -> [BusValue] {
        var parts: [BusValue] = []
        for type in types { parts.append(try value(of: type, depth: depth)) }
        return parts
    }

    // MARK: The library

    /// Returns the code and the contents of the next value; nil at the end. The contents are valid until the next call.
    private func peek() throws(BusCallError) -> (code: UInt8, contents: UnsafePointer<CChar>?)? {
        var code: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = unsafe sd_bus_message_peek_type(message, &code, &contents)
        guard result >= 0 else { throw .unreadable }
        return unsafe result > 0 ? (UInt8(truncatingIfNeeded: code), contents) : nil
    }

    /// Enters the next value, which has parts.
    private func enter(_ code: UInt8) throws(BusCallError) {
        guard let next = unsafe try peek(), unsafe next.code == code,
            unsafe sd_bus_message_enter_container(message, CChar(truncatingIfNeeded: code), next.contents) > 0
        else { throw .unreadable }
    }

    private func leave() throws(BusCallError) {
        guard unsafe sd_bus_message_exit_container(message) >= 0 else { throw .unreadable }
    }

    private func basic<Value: BitwiseCopyable>(_ type: BusValueType, _ empty: Value) throws(BusCallError) -> Value {
        var value = empty
        let code = CChar(truncatingIfNeeded: type.code)
        guard unsafe sd_bus_message_read_basic(message, code, &value) > 0 else { throw .unreadable }
        return value
    }

    private mutating func text(_ type: BusValueType) throws(BusCallError) -> String {
        var characters: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, CChar(truncatingIfNeeded: type.code), &characters) > 0,
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
