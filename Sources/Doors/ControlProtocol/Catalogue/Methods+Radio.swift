// The directory of radio stations.
extension Methods {
    private static let radioErrors: [ControlError.Code] = [.radioUnavailable, .networkFailed, .limitExceeded]
    private static let station = WireMember<String>.required(
        "station", .string(minimumLength: 36, maximumLength: 36), "The number of the station in the directory, a UUID.")

    /// The methods whose names begin with `radio.`. Without `radio.enabled`, each answers `radio_unavailable`.
    public enum Radio {
        /// Finds stations.
        public static let search = Method(
            "radio.search", .view, "Finds stations of the directory for which all that is given is true.",
            .optional("name", .shortText, "A part of the name."),
            .optional("country", .shortText, "The two letters of a country, or a part of its name in English."),
            .optional("language", .shortText, "A part of the name of a language, in English."),
            .optional("tag", .shortText, "A part of a tag."),
            .optional("codec", .shortText, "A part of the name of a codec, such as `AAC`."),
            .optional(
                "order", .choice, default: Wire.StationOrder.votes,
                "`votes`, `clicks` and `bitrate`: the most first; `name`; or `random`."),
            .optional("offset", .index, default: 0, "How many are passed over."),
            .optional("limit", .integer(in: 1...100), default: 20, "How many at most."),
            answer: .object(WireMember<[Wire.Station]>.required("stations", .references(), "The stations.")), errors: radioErrors,
            waitsForMedia: true
        ) { name, country, language, tag, codec, order, offset, limit -> Wire.StationSearch in
            Wire.StationSearch(
                name: name, country: country, language: language, tag: tag, codec: codec, order: order, offset: offset,
                limit: limit)
        } take: { search in
            (
                search.name, search.country, search.language, search.tag, search.codec, search.order, search.offset,
                search.limit
            )
        }

        /// Lists countries, languages, tags or codecs.
        public static let list = Method(
            "radio.list", .view,
            "Lists the countries, languages, tags or codecs of stations: those with the most stations first.",
            .required("of", .choice, "What is listed.") as WireMember<Wire.StationFacet>,
            .optional("limit", .integer(in: 1...1_000), default: 200, "How many at most."),
            answer: .object(WireMember<[Wire.StationName]>.required("names", .references(), "The names.")), errors: radioErrors,
            waitsForMedia: true)

        /// Adds a station to the queue, with its name.
        public static let add = Method(
            "radio.add", .guest, "Adds a station of the directory to the queue, with its name.", station,
            .optional("next", .boolean, default: false, "Whether it goes right behind the current item."),
            answer: .value(Wire.QueueAddition.self), errors: radioErrors + [.stationNotFound, .queueFull], waitsForMedia: true)

        /// Adds a station behind the current item, and plays it.
        public static let play = Method(
            "radio.play", .control, "Adds a station of the directory behind the current item, and plays it.", station,
            answer: .value(Wire.QueueAddition.self), errors: radioErrors + [.stationNotFound, .queueFull], waitsForMedia: true)

        /// Keeps a station in a stored playlist.
        public static let keep = Method(
            "radio.keep", .control,
            "Adds a station of the directory to a stored playlist, which is made if it is missing. Twice is once.", station,
            .optional("playlist", .text, default: "Radio", "The name of the playlist."),
            answer: .object(WireMember<Wire.PlaylistOutcome>.inline),
            errors: radioErrors + [.stationNotFound, .playlistFailed, .playlistHasRules], waitsForMedia: true)
    }

    static let radio: [any AnyMethod] = [Radio.search, Radio.list, Radio.add, Radio.play, Radio.keep]
}
