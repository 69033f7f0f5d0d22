/// Which stations are wanted: those for which all that is said here is true. A value.
package struct StationSearch: Hashable, Sendable {
    /// The order of what is found.
    package enum Order: String, CaseIterable, Sendable {
        /// Those that most people have voted for come first.
        case votes
        /// Those that are played most come first.
        case clicks
        /// By their names.
        case name
        /// The highest bit rate comes first.
        case bitrate
        /// By chance.
        case random
    }

    /// The most stations of one answer.
    package static let limit = 100

    /// A part of the name.
    package var name: String?
    /// The two letters of a country, or a part of its name.
    package var country: String?
    /// A part of the name of a language, in English: `german`.
    package var language: String?
    /// A part of a tag.
    package var tag: String?
    /// A part of the name of a codec: `MP3`, `AAC`, `OGG`.
    package var codec: String?
    package var order = Order.votes
    /// How many stations are passed over.
    package var offset = 0
    /// How many are wanted.
    package var limit = 20

    /// Makes a search for all stations.
    package init() {}

    /// Path and query of the question.
    var target: String {
        var parts: [(String, String)] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { parts.append((key, value)) }
        }
        add("name", name)
        let isCode = country.map { $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? false
        add(isCode ? "countrycode" : "country", isCode ? country?.uppercased() : country)
        add("language", language)
        add("tag", tag)
        add("codec", codec)
        switch order {
        case .votes: parts += [("order", "votes"), ("reverse", "true")]
        case .clicks: parts += [("order", "clickcount"), ("reverse", "true")]
        case .bitrate: parts += [("order", "bitrate"), ("reverse", "true")]
        case .name: parts.append(("order", "name"))
        case .random: parts.append(("order", "random"))
        }
        parts.append(("offset", "\(max(0, offset))"))
        parts.append(("limit", "\(min(max(1, limit), Self.limit))"))
        parts.append(("hidebroken", "true"))
        return "/json/stations/search?" + parts.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    }

    /// Escapes all that is not plain in a query (RFC 3986, section 2.3).
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: result.unicodeScalars.append(UnicodeScalar(byte))
            default: result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
