/// The type of a value of D-Bus (D-Bus specification, "Type System").
package indirect enum BusValueType: Hashable, Sendable {
    /// One byte.
    case byte
    /// True or false.
    case boolean
    /// Whole numbers of these widths.
    case int16, uint16, int32, uint32, int64, uint64
    /// A floating-point number of 64 bits.
    case double
    /// A text.
    case string
    /// The path of an object.
    case objectPath
    /// A list of types.
    case signature
    /// A descriptor of an open file.
    case descriptor
    /// A value of any type.
    case variant
    /// Values of one type.
    case array(BusValueType)
    /// Values by their keys, which are of a type without parts.
    case dictionary(key: BusValueType, value: BusValueType)
    /// Values of these types in this order; not empty.
    case structure([BusValueType])

    /// The specification's limits: the length of a signature in bytes, and how deeply arrays or structures may nest in it.
    private static let (longestSignature, deepest) = (255, 32)

    /// Reads a signature of exactly one type; nil if it is none.
    package init?(signature: String) {
        guard let types = Self.list(signature: signature), types.count == 1 else { return nil }
        self = types[0]
    }

    /// Reads a signature of any number of types; nil if it is none.
    package static func list(signature: String) -> [BusValueType]? {
        guard signature.utf8.count <= longestSignature else { return nil }
        var rest = Array(signature.utf8)[...]
        var types: [BusValueType] = []
        while !rest.isEmpty {
            guard let type = parse(&rest, arrays: 0, structures: 0) else { return nil }
            types.append(type)
        }
        return types
    }

    /// The type as it is written in signatures.
    package var signature: String {
        switch self {
        case .array(let element): "a\(element.signature)"
        case .dictionary(let key, let value): "a{\(key.signature)\(value.signature)}"
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        default: String(Unicode.Scalar(code))
        }
    }

    /// Whether a value of this type has no parts. Only such a type can be that of keys.
    package var isBasic: Bool {
        switch self {
        case .variant, .array, .dictionary, .structure: false
        default: true
        }
    }

    /// The code with which sd-bus names the type.
    var code: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .descriptor: UInt8(ascii: "h")
        case .variant: UInt8(ascii: "v")
        case .array, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        }
    }

    private static let simple: [UInt8: BusValueType] = {
        let types: [BusValueType] = [
            .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath, .signature,
            .descriptor, .variant,
        ]
        return Dictionary(uniqueKeysWithValues: types.map { ($0.code, $0) })
    }()

    private static func parse(_ rest: inout ArraySlice<UInt8>, arrays: Int, structures: Int) -> BusValueType? {
        guard arrays <= deepest, structures <= deepest, let code = rest.popFirst() else { return nil }
        switch code {
        case UInt8(ascii: "a") where rest.first == UInt8(ascii: "{"):
            rest.removeFirst()
            guard let key = parse(&rest, arrays: arrays + 1, structures: structures), key.isBasic,
                let value = parse(&rest, arrays: arrays + 1, structures: structures), rest.popFirst() == UInt8(ascii: "}")
            else { return nil }
            return .dictionary(key: key, value: value)
        case UInt8(ascii: "a"): return parse(&rest, arrays: arrays + 1, structures: structures).map { .array($0) }
        case UInt8(ascii: "("):
            var members: [BusValueType] = []
            while rest.first != UInt8(ascii: ")") {
                guard let member = parse(&rest, arrays: arrays, structures: structures + 1) else { return nil }
                members.append(member)
            }
            rest.removeFirst()
            return members.isEmpty ? nil : .structure(members)
        default: return simple[code]
        }
    }
}

extension [BusValueType] {
    /// The types as one signature.
    package var signature: String { map(\.signature).joined() }
}
