import ControlProtocol

/// Stations of the directory as people read them.
enum RadioText {
    /// Returns stations, one on each line, with their numbers.
    static func stations(_ stations: [Wire.Station]) -> String {
        stations.isEmpty ? "no station is found" : stations.map { line($0) }.joined(separator: "\n")
    }

    /// Returns a station in a line, such as `UUID  Radio Name (DE, MP3 128 kbit/s; jazz, swing)`.
    static func line(_ station: Wire.Station) -> String {
        let sound = station.codec.map { [$0, station.bitrate.map { "\($0) kbit/s" }].compactMap(\.self).joined(separator: " ") }
        let facts = [station.country, sound, station.heard ? nil : "not heard lately"].compactMap(\.self).joined(separator: ", ")
        let parts = [facts, station.tags.prefix(4).joined(separator: ", ")].filter { !$0.isEmpty }
        let inBrackets = parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
        return "\(Terminal.harmless(station.station))  \(Terminal.harmless(station.name + inBrackets))"
    }

    /// Returns countries, languages, tags or codecs, one on each line, with the numbers of their stations.
    static func names(_ names: [Wire.StationName]) -> String {
        names.map { name in
            "\(name.stations)  \(Terminal.harmless(name.name + (name.code.map { " (\($0))" } ?? "")))"
        }.joined(separator: "\n")
    }
}
