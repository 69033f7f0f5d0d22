import ControlProtocol
import JSON

/// The library as people read it.
enum LibraryText {
    static func statistics(_ value: JSONValue) -> String {
        let count: (String) -> Int64 = { value[$0]?.integerValue ?? 0 }
        var lines = [
            "songs: \(count("songs"))", "albums: \(count("albums"))", "artists: \(count("artists"))",
            "duration: \(TimeText.text(value["duration"]?.numberValue ?? 0))",
        ]
        if let scan = value["scan"].flatMap({ try? Wire.LibraryScan(json: $0) }) { lines.append(self.scan(scan)) }
        if let watching = value["watching"].flatMap({ try? Wire.LibraryWatching(json: $0) }) {
            lines.append("watching: \(self.watching(watching))")
        }
        if let loudness = value["loudness"].flatMap({ try? Wire.LibraryLoudness(json: $0) }) {
            lines.append(self.loudness(loudness))
        }
        return lines.joined(separator: "\n")
    }

    /// Returns how the directories are watched, in one line.
    static func watching(_ watching: Wire.LibraryWatching) -> String {
        let polled = watching.polled > 0 ? ", \(watching.polled) looked at from time to time" : ""
        return "\(watching.directories) directories\(polled)" + (watching.problem.map { ": \(Terminal.harmless($0))" } ?? "")
    }

    /// Returns how measuring of loudness is getting on, in one line.
    static func loudness(_ loudness: Wire.LibraryLoudness) -> String {
        let counts = [
            (loudness.stated, "have tags"), (loudness.failed, "cannot be measured"), (loudness.left, "left"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let state =
            switch loudness.state {
            case .running: ", measuring"
            case .paused: ", waiting for a scan"
            case .idle: ""
            }
        return Terminal.harmless(
            "loudness: \(loudness.measured) measured\(counts)\(state)" + (loudness.problem.map { ": \($0)" } ?? ""))
    }

    /// Returns how a scan is getting on, in one line.
    static func scan(_ scan: Wire.LibraryScan) -> String {
        let counts = [
            (scan.added, "added"), (scan.changed, "changed"), (scan.moved, "moved"), (scan.removed, "removed"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let done = "\(scan.directories) directories, \(scan.files) files read"
        let state =
            switch scan.state {
            case .running: "running"
            case .done: "done"
            case .failed: "failed: \(scan.problem ?? "")"
            case .cancelled: "cancelled"
            }
        return Terminal.harmless("scan \(scan.scan) \(state): " + ([done] + counts).joined(separator: ", "))
    }

    /// Returns what was heard of an item, in one line.
    static func listened(_ item: Wire.ListenedItem) -> String {
        let name = item.tags["title"] ?? MediaAddress.title(of: item.uri)
        let whole = item.duration.map { " of " + TimeText.text($0) } ?? ""
        let count = item.played ? ", played" : item.skipped ? ", skipped" : ""
        return Terminal.harmless("\(name): \(TimeText.text(item.seconds))\(whole)\(count)")
    }

    static func songs(_ value: JSONValue) -> String {
        guard let part = try? Wire.LibrarySongs(json: value) else { return "" }
        let lines = part.directories.map { "\($0.path)/" } + part.songs.map(line(of:))
        return list(lines, next: part.next, none: "there are no songs")
    }

    static func albums(_ value: JSONValue) -> String {
        let albums = (value["albums"]?.arrayValue ?? []).compactMap { try? Wire.LibraryAlbum(json: $0) }
        let lines = albums.map { album in
            [
                "\(album.album)", album.title, album.artist ?? "various artists", album.date ?? "",
                album.songs == 1 ? "1 song" : "\(album.songs) songs",
            ].filter { !$0.isEmpty }.joined(separator: "  ")
        }
        return list(lines, next: value["next"]?.stringValue, none: "there are no albums")
    }

    static func names(_ value: JSONValue) -> String {
        let names = (value["names"]?.arrayValue ?? []).compactMap { try? Wire.LibraryName(json: $0) }
        return list(names.map { "\($0.id)  \($0.name)" }, next: value["next"]?.stringValue, none: "there are none")
    }

    static func years(_ value: JSONValue) -> String {
        let lines = (value["years"]?.arrayValue ?? []).compactMap { year -> String? in
            guard let number = year["year"]?.integerValue, let songs = year["songs"]?.integerValue else { return nil }
            return "\(number)  \(songs == 1 ? "1 song" : "\(songs) songs")"
        }
        return list(lines, next: nil, none: "there are none")
    }

    static func item(_ value: JSONValue) -> String {
        guard let song = try? Wire.LibrarySong(json: value) else { return "" }
        var lines = ["song: \(song.song)", "uri: \(song.uri)"]
        if let duration = song.duration { lines.append("duration: \(TimeText.text(duration))") }
        if song.playCount > 0 { lines.append("played: \(song.playCount)") }
        if let count = song.skipCount, count > 0 { lines.append("skipped: \(count)") }
        if let position = song.position { lines.append("goes on at: \(TimeText.text(position))") }
        for (name, values) in (song.tags ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines += values.map { "\(name): \($0)" }
        }
        lines += (song.stickers?.elements ?? []).map { "note \($0.name): \($0.value)" }
        if let gain = song.replayGain {
            lines += loudness("track", gain.trackGain, gain.trackPeak) + loudness("album", gain.albumGain, gain.albumPeak)
        }
        if let gain = song.measuredGain {
            lines += loudness("measured track", gain.trackGain, gain.trackPeak)
            lines += loudness("measured album", gain.albumGain, gain.albumPeak)
        }
        for text in song.lyrics {
            lines.append("lyrics:")
            // A blank line has nothing in front of it either.
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
        }
        return lines.map(Terminal.harmless).joined(separator: "\n")
    }

    /// Returns the gain and the peak of a track or an album in a line, if there is a gain.
    private static func loudness(_ name: String, _ gain: Double?, _ peak: Double?) -> [String] {
        guard let gain else { return [] }
        return ["\(name) gain: \(StatusText.decibels(gain))" + (peak.map { ", peak \($0)" } ?? "")]
    }

    /// Returns the addresses of songs, one a line.
    static func uris(_ value: JSONValue) -> String {
        (try? Wire.LibrarySongs(json: value))?.songs.map { Terminal.harmless($0.uri) }.joined(separator: "\n") ?? ""
    }

    /// Returns a song in one line, as lists have it.
    static func line(of song: Wire.LibrarySong) -> String {
        let title = song.title ?? MediaAddress.title(of: song.uri)
        let name = song.artist.map { "\($0) – \(title)" } ?? title
        let parts = ["\(song.song)", name, song.album ?? "", song.duration.map { TimeText.text($0) } ?? ""]
        return Terminal.harmless(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }

    private static func list(_ lines: [String], next: String?, none: String) -> String {
        if lines.isEmpty { return none }
        var lines = lines.map(Terminal.harmless)
        if let next {
            // In quotes for the shell: the place has the beginning of a name, which may hold anything.
            let quoted = "'" + next.replacing("'", with: #"'\''"#) + "'"
            lines.append(Terminal.harmless(next) == next ? "… go on with --after \(quoted)" : "… and more")
        }
        return lines.joined(separator: "\n")
    }
}
