/// Reads XML piece by piece: as much of XML as a playlist needs, and nothing outside the text.
///
/// It understands elements, text, CDATA, comments, processing instructions, characters by number and the five entities of
/// XML itself. It refuses a document type, and with it every entity that a document could define.
struct XMLReader {
    enum Token: Hashable {
        /// The name without its prefix. The reader checks attributes and leaves them out.
        case start(String)
        case end
        case text([UInt8])
    }

    /// How deep elements may be nested.
    static let depthLimit = 32

    private var rest: ArraySlice<UInt8>
    /// The names of the open elements, with their prefixes.
    private var open: [ArraySlice<UInt8>] = []
    private var wasRootSeen = false
    /// Whether the reader still has to report the end of an element that ends where it starts.
    private var owesEnd = false

    init(_ text: ArraySlice<UInt8>) throws(PlaylistError) {
        guard String(validating: text, as: UTF8.self) != nil else { throw PlaylistError("is no XML in UTF-8") }
        rest = text
    }

    /// Returns the next piece; `nil` at the end of a complete document.
    mutating func next() throws(PlaylistError) -> Token? {
        if owesEnd {
            owesEnd = false
            return .end
        }
        while !rest.isEmpty {
            guard rest.first == UInt8(ascii: "<") else {
                let text = try text()
                if !open.isEmpty { return .text(text) }
                guard text.allSatisfy(\.isBlank) else { throw Self.error("text stands outside of the elements") }
                continue
            }
            if take("<!--") {
                _ = try upTo("-->")
            } else if take("<![CDATA[") {
                guard !open.isEmpty else { throw Self.error("text stands outside of the elements") }
                return .text(Array(try upTo("]]>")))
            } else if take("<?") {
                _ = try upTo("?>")
            } else if take("<!") {
                throw PlaylistError("has a document type, which is not allowed in a playlist")
            } else if take("</") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        guard open.isEmpty, wasRootSeen else { throw Self.error("it ends too early") }
        return nil
    }

    private mutating func startTag() throws(PlaylistError) -> Token {
        rest.removeFirst()
        let name = try name()
        guard !open.isEmpty || !wasRootSeen else { throw Self.error("a second root element follows") }
        guard open.count < Self.depthLimit else {
            throw PlaylistError("has more than \(Self.depthLimit) elements inside each other")
        }
        wasRootSeen = true
        while true {
            rest = rest.drop { $0.isBlank }
            if take("/>") {
                owesEnd = true
                break
            }
            if take(">") {
                open.append(name)
                break
            }
            try attribute()
        }
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        return .start(colon.map { name[($0 + 1)...] }?.text ?? name.text)
    }

    private mutating func attribute() throws(PlaylistError) {
        _ = try name()
        rest = rest.drop { $0.isBlank }
        guard take("=") else { throw Self.error("an attribute has no value") }
        rest = rest.drop { $0.isBlank }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote), !rest[..<end].contains(UInt8(ascii: "<"))
        else { throw Self.error("the value of an attribute is not in quotes") }
        rest = rest[(end + 1)...]
    }

    private mutating func endTag() throws(PlaylistError) -> Token {
        let name = try name()
        rest = rest.drop { $0.isBlank }
        guard take(">"), open.popLast() == name else { throw Self.error("</\(name.quoted)> ends what did not begin") }
        return .end
    }

    private mutating func name() throws(PlaylistError) -> ArraySlice<UInt8> {
        let name = rest.prefix { $0.isLetter || $0.isDigit || $0 >= 0x80 || "_:-.".utf8.contains($0) }
        guard let first = name.first, !first.isDigit, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else {
            throw Self.error("a name is missing")
        }
        rest = rest.dropFirst(name.count)
        return name
    }

    private mutating func text() throws(PlaylistError) -> [UInt8] {
        var text: [UInt8] = []
        while let byte = rest.first, byte != UInt8(ascii: "<") {
            rest.removeFirst()
            if byte == UInt8(ascii: "&") {
                text += try reference().utf8
            } else {
                text.append(byte)
            }
        }
        return text
    }

    /// Reads what stands between `&` and `;`, and returns the character.
    private mutating func reference() throws(PlaylistError) -> String {
        // The longest reference is a number above a million in decimal.
        guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { throw Self.error("an & stands alone") }
        let name = rest[..<end]
        rest = rest[(end + 1)...]
        switch name.text {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let isHexadecimal = name.starts(with: "#x".utf8)
        guard name.first == UInt8(ascii: "#"),
            let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1).text, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number), number != 0
        else { throw Self.error("&\(name.quoted); is not known") }
        return String(Character(scalar))
    }

    /// Removes `mark` if the text continues with it, and returns whether it does.
    private mutating func take(_ mark: String) -> Bool {
        guard rest.starts(with: mark.utf8) else { return false }
        rest = rest.dropFirst(mark.utf8.count)
        return true
    }

    /// Returns everything before `mark`, and removes both.
    private mutating func upTo(_ mark: String) throws(PlaylistError) -> ArraySlice<UInt8> {
        let bytes = Array(mark.utf8)
        var place = rest.startIndex
        while let start = rest[place...].firstIndex(of: bytes[0]) {
            if rest[start...].starts(with: bytes) {
                let found = rest[..<start]
                rest = rest[(start + bytes.count)...]
                return found
            }
            place = start + 1
        }
        throw Self.error("it ends too early")
    }

    private static func error(_ reason: String) -> PlaylistError {
        PlaylistError("is not well-formed XML: \(reason)")
    }
}
