package import SystemSupport

/// A value of D-Bus, of any type.
package indirect enum BusValue: Hashable, Sendable {
    /// One byte.
    case byte(UInt8)
    /// True or false.
    case boolean(Bool)
    /// A whole number of 16 bits.
    case int16(Int16)
    /// A whole number of 16 bits, not negative.
    case uint16(UInt16)
    /// A whole number of 32 bits.
    case int32(Int32)
    /// A whole number of 32 bits, not negative.
    case uint32(UInt32)
    /// A whole number of 64 bits.
    case int64(Int64)
    /// A whole number of 64 bits, not negative.
    case uint64(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A text. D-Bus has no NUL in texts: when the value is sent, the text ends before one.
    case string(String)
    /// The path of an object.
    case objectPath(ObjectPath)
    /// A list of types.
    case signature([BusValueType])
    /// A descriptor of an open file. A message that is sent gets a duplicate.
    case descriptor(SharedDescriptor)
    /// A value that carries its type along.
    case variant(BusValue)
    /// Values of one type.
    case array(of: BusValueType, [BusValue])
    /// Values by their keys, in the order in which they are sent.
    case dictionary(key: BusValueType, value: BusValueType, [Entry])
    /// Values in a fixed order; not empty.
    case structure([BusValue])

    /// An entry of a dictionary.
    package struct Entry: Hashable, Sendable {
        /// The key; a value without parts.
        package let key: BusValue
        /// The value.
        package let value: BusValue

        /// Makes an entry.
        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// Returns texts as an array.
    package static func strings(_ texts: [String]) -> BusValue { .array(of: .string, texts.map { .string($0) }) }

    /// Returns a dictionary of names and values of any type: the usual form of properties and metadata.
    package static func properties(_ values: [(name: String, value: BusValue)]) -> BusValue {
        .dictionary(key: .string, value: .variant, values.map { Entry(.string($0.name), .variant($0.value)) })
    }

    /// The type of the value.
    package var type: BusValueType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .descriptor: .descriptor
        case .variant: .variant
        case .array(let element, _): .array(element)
        case .dictionary(let key, let value, _): .dictionary(key: key, value: value)
        case .structure(let members): .structure(members.map(\.type))
        }
    }
}

/// The path of an object on a bus, such as `/org/mpris/MediaPlayer2`.
package struct ObjectPath: Hashable, Sendable, CustomStringConvertible {
    /// The path as a text.
    package let description: String

    /// Checks `path` by the rules of the specification ("Valid Object Paths"); nil if it breaks one.
    package init?(checking path: String) {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let names = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isRoot = path.utf8.count == 1
        guard isRoot || names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAllowed) }) else { return nil }
        description = path
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension ObjectPath: ExpressibleByStringLiteral {
    /// Makes a path that is known to be one; traps if it is none.
    package init(stringLiteral path: String) {
        guard let checked = ObjectPath(checking: path) else { preconditionFailure("\(path) is no path of an object") }
        self = checked
    }
}

/// A descriptor with any number of owners, closed with the last one. Two are equal if they are the same object.
package final class SharedDescriptor: Hashable, Sendable {
    /// The descriptor.
    package let descriptor: FileDescriptor

    /// Takes over a descriptor.
    package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Compares the objects.
    package static func == (left: SharedDescriptor, right: SharedDescriptor) -> Bool { left === right }

    /// Hashes the object.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
