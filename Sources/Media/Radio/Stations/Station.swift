import JSON
package import MediaTypes

/// A station of the directory, as far as it can be believed: strangers write into the directory.
package struct Station: Hashable, Sendable {
    /// The longest address that is taken over, in bytes.
    private static let addressLimit = 2_048
    private static let tagLimit = 16

    package let id: StationID
    package let name: String
    /// The address that the station names itself, which may be that of a list. With the number of the station
    /// (``StationAddress``).
    package let address: String
    /// The page of the station; `nil` without one.
    package let homepage: String?
    /// The address of the logo; `nil` without one.
    package let logo: String?
    package let tags: [String]
    /// The two letters of the country (ISO 3166-1); `nil` if unknown.
    package let country: String?
    package let languages: [String]
    /// The name of the codec, such as `MP3`; `nil` if the directory does not know it.
    package let codec: String?
    /// In kilobits a second; `nil` if unknown.
    package let bitRate: Int?
    package let votes: Int
    /// How often it was played in the last day.
    package let clicks: Int
    /// Whether it comes as a list of segments (HLS).
    package let isSegmented: Bool
    /// Whether the directory has heard it when it looked last.
    package let wasHeard: Bool

    /// Reads a station; `nil` without a number, or if it has no address of the network.
    init?(_ json: JSONValue) {
        guard let object = json.objectValue, let id = object["stationuuid"]?.stringValue.flatMap({ StationID($0) }) else {
            return nil
        }
        let addresses = ["url", "url_resolved"].lazy.compactMap { Self.address(object[$0]) }
        guard let address = addresses.first else { return nil }
        self.id = id
        self.address = StationAddress.address(address, of: id)
        name = Self.text(object["name"]) ?? id.text
        homepage = Self.address(object["homepage"])
        logo = Self.address(object["favicon"])
        tags = Self.texts(object["tags"])
        let country = object["countrycode"]?.stringValue ?? ""
        self.country = country.utf8.count == 2 && country.allSatisfy { $0.isASCII && $0.isLetter } ? country.uppercased() : nil
        languages = Self.texts(object["language"])
        let codec = Self.text(object["codec"])
        self.codec = codec == "UNKNOWN" ? nil : codec
        bitRate = Self.number(object["bitrate"]).flatMap { $0 > 0 ? $0 : nil }
        votes = Self.number(object["votes"]) ?? 0
        clicks = Self.number(object["clickcount"]) ?? 0
        isSegmented = Self.number(object["hls"]) == 1
        wasHeard = Self.number(object["lastcheckok"]) == 1
    }

    /// Returns an address of the network as it may be shown and kept; `nil` if it is none.
    static func address(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, text.utf8.count <= addressLimit, MediaAddress.isWeb(text) else { return nil }
        let address = MediaAddress.escaped(text)
        // A password in the directory is none.
        return address.utf8.count <= addressLimit ? MediaAddress.shown(address) : nil
    }

    static func text(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue else { return nil }
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return QueueText.shown(trimmed)
    }

    private static func texts(_ json: JSONValue?) -> [String] {
        (json?.stringValue ?? "").split(separator: ",", maxSplits: 64).lazy.compactMap { text(.string(String($0))) }
            .prefix(tagLimit).map(\.self)
    }

    private static func number(_ json: JSONValue?) -> Int? {
        guard let number = json?.integerValue else { return nil }
        return Int(min(max(number, 0), Int64(Int32.max)))
    }
}

/// What the directory lists besides stations.
package enum StationFacet: String, CaseIterable, Sendable {
    case countries, languages, tags, codecs
}

/// A country, a language, a tag or a codec, with the number of its stations.
package struct StationName: Hashable, Sendable {
    package let name: String
    /// The two letters of a country.
    package let code: String?
    package let count: Int

    init?(_ json: JSONValue) {
        guard let name = Station.text(json["name"]), let count = json["stationcount"]?.integerValue, count >= 0 else {
            return nil
        }
        self.name = name
        self.count = Int(min(count, Int64(Int32.max)))
        let code = json["iso_3166_1"]?.stringValue ?? ""
        self.code = code.utf8.count == 2 && code.allSatisfy { $0.isASCII && $0.isLetter } ? code.uppercased() : nil
    }
}
