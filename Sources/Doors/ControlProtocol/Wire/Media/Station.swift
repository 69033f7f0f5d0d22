extension Wire {
    /// The order of stations.
    public enum StationOrder: String, CaseIterable, Hashable, Sendable {
        case votes, clicks, name, bitrate, random
    }

    /// What the directory of stations lists besides them.
    public enum StationFacet: String, CaseIterable, Hashable, Sendable {
        case countries, languages, tags, codecs
    }

    /// A station of the directory.
    public struct Station: WireObject {
        /// The number of the station, a UUID.
        public var station: String
        /// The name.
        public var name: String
        /// The address that plays it, with the number of the station.
        public var uri: String
        /// The page of the station.
        public var homepage: String?
        /// The address of the logo.
        public var logo: String?
        /// Tags, such as `jazz`.
        public var tags: [String]
        /// The two letters of the country.
        public var country: String?
        /// The languages, in English.
        public var languages: [String]
        /// The codec, such as `MP3`.
        public var codec: String?
        /// In kilobits a second.
        public var bitrate: Int?
        /// How many people have voted for it.
        public var votes: Int
        /// How often it was played in the last day.
        public var clicks: Int
        /// Whether the directory has heard it when it looked last.
        public var heard: Bool

        /// Makes a station.
        package init(
            station: String, name: String, uri: String, homepage: String?, logo: String?, tags: [String], country: String?,
            languages: [String], codec: String?, bitrate: Int?, votes: Int, clicks: Int, heard: Bool
        ) {
            self.station = station
            self.name = name
            self.uri = uri
            self.homepage = homepage
            self.logo = logo
            self.tags = tags
            self.country = country
            self.languages = languages
            self.codec = codec
            self.bitrate = bitrate
            self.votes = votes
            self.clicks = clicks
            self.heard = heard
        }

        /// The members of a station.
        package static let shape = WireShape(
            Station.init(
                station:name:uri:homepage:logo:tags:country:languages:codec:bitrate:votes:clicks:heard:),
            .of(\.station, .required("station", .string, "The number of the station in the directory, a UUID.")),
            .of(\.name, .required("name", .string, "The name.")),
            .of(
                \.uri,
                .required(
                    "uri", .string,
                    "The address for `play`, `queue.add` and `playlist.add`. With `#station=`, by which it is found again.")),
            .of(\.homepage, .optional("homepage", .string, "The page of the station.")),
            .of(\.logo, .optional("logo", .string, "The address of the logo.")),
            .of(\.tags, .required("tags", .strings, "Tags, such as `jazz`.")),
            .of(\.country, .optional("country", .string, "The two letters of the country.")),
            .of(\.languages, .required("languages", .strings, "The languages, in English.")),
            .of(\.codec, .optional("codec", .string, "The codec, such as `MP3`.")),
            .of(\.bitrate, .optional("bitrate", .integer(), "Kilobits a second.")),
            .of(\.votes, .required("votes", .integer(), "How many people have voted for it.")),
            .of(\.clicks, .required("clicks", .integer(), "How often it was played in the last day.")),
            .of(\.heard, .required("heard", .boolean, "Whether the directory has heard it when it looked last.")))
    }

    /// A country, a language, a tag or a codec of stations.
    public struct StationName: WireObject {
        /// The name.
        public var name: String
        /// The two letters of a country.
        public var code: String?
        /// How many stations it has.
        public var stations: Int

        /// Makes a name.
        package init(name: String, code: String?, stations: Int) {
            self.name = name
            self.code = code
            self.stations = stations
        }

        /// The members of a name.
        package static let shape = WireShape(
            StationName.init(name:code:stations:),
            .of(\.name, .required("name", .string, "The name.")),
            .of(\.code, .optional("code", .string, "The two letters of a country.")),
            .of(\.stations, .required("stations", .integer(), "How many stations it has.")))
    }

    /// Which stations ``Methods/Radio/search`` finds: those for which all that is said here is true.
    public struct StationSearch: Hashable, Sendable {
        /// A part of the name.
        public var name: String?
        /// The two letters of a country, or a part of its name.
        public var country: String?
        /// A part of the name of a language, in English.
        public var language: String?
        /// A part of a tag.
        public var tag: String?
        /// A part of the name of a codec.
        public var codec: String?
        /// The order of what is found.
        public var order: StationOrder
        /// How many are passed over.
        public var offset: Int
        /// How many at most.
        public var limit: Int

        /// Makes a search.
        public init(
            name: String? = nil, country: String? = nil, language: String? = nil, tag: String? = nil, codec: String? = nil,
            order: StationOrder = .votes, offset: Int = 0, limit: Int = 20
        ) {
            self.name = name
            self.country = country
            self.language = language
            self.tag = tag
            self.codec = codec
            self.order = order
            self.offset = offset
            self.limit = limit
        }
    }
}
