/// A strict reader of RFC 8259.
///
/// It accepts what the grammar allows and nothing else: no trailing commas, no byte order mark, no other encoding than UTF-8,
/// no lone surrogates, no number that a double cannot hold. Its cost is linear in the length of the text, and `maximumDepth`
/// limits its recursion. The bytes must outlive the reader.
struct JSONReader {
    let bytes: UnsafeRawBufferPointer
    let maximumDepth: Int
    var position = 0

    /// Starts at the first byte. Arrays and objects may nest `maximumDepth` deep.
    init(_ bytes: UnsafeRawBufferPointer, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads the whole text, which must be exactly one value.
    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw failure("text follows the value") }
        return value
    }

    /// The byte at the position; at the end 0, which the grammar never allows.
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Makes an error at the position.
    func failure(_ message: String) -> JSONError {
        position < bytes.count ? JSONError(message, at: position) : JSONError("the text ends early", at: position)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default: throw failure("a value is missing")
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { throw failure("a value is missing") }
            position += 1
        }
    }

    /// Steps over an opening bracket or brace. Throws if it nests too deeply.
    private mutating func descend(from depth: Int) throws(JSONError) {
        guard depth < maximumDepth else { throw failure("nested deeper than \(maximumDepth) levels") }
        position += 1
        skipSpace()
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
        try descend(from: depth)
        var elements: [JSONValue] = []
        if next == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return elements
            default: throw failure("a comma or a bracket is missing")
            }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        try descend(from: depth)
        var object = JSONObject()
        if next == UInt8(ascii: "}") {
            position += 1
            return object
        }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a name in quotation marks is missing") }
            let name = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw failure("a colon is missing") }
            position += 1
            skipSpace()
            let start = position
            var value = try value(depth: depth + 1)
            if case .number = value, name == "id" {
                value = .numeral(String(decoding: bytes[start..<position], as: UTF8.self))
            }
            object.append(JSONObject.Member(name: name, value: value))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return object
            default: throw failure("a comma or a brace is missing")
            }
        }
    }
}

extension JSONValue {
    /// The deepest nesting in the daemon's own messages and in those of well-meaning clients.
    public static let usualDepth = 32

    /// Reads a JSON text, which must be exactly one value in UTF-8.
    ///
    /// - Throws: ``JSONError``, also if arrays and objects nest deeper than `maximumDepth`.
    public init(parsing bytes: UnsafeRawBufferPointer, maximumDepth: Int = usualDepth) throws(JSONError) {
        var reader = JSONReader(bytes, maximumDepth: maximumDepth)
        self = try reader.document()
    }

    /// Reads a JSON text from an array of bytes.
    public init(parsing bytes: [UInt8], maximumDepth: Int = usualDepth) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONValue(parsing: UnsafeRawBufferPointer(buffer), maximumDepth: maximumDepth)
        }
    }

    /// Reads a JSON text from a string.
    public init(parsing text: String, maximumDepth: Int = usualDepth) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }
}
