// CUE sheets: a disc's tracks as parts of one file or several.
extension Playlist {
    mutating func readCue(_ text: ArraySlice<UInt8>, _ resolver: LocationResolver) throws(PlaylistError) {
        var sheet = CueSheet()
        for line in text.lines { try sheet.take(CueLine(line)) }
        guard sheet.hasFile else { throw PlaylistError("is no CUE sheet: it names no FILE") }
        for (track, end) in zip(sheet.tracks, sheet.ends) {
            let name = "The track \(track.number.quoted)"
            guard track.isAudio else {
                leaveOut("\(name) is left out: it holds data, not audio.")
                continue
            }
            guard let start = track.start, let file = track.file else {
                leaveOut("\(name) is left out: it has no INDEX 01 that can be read.")
                continue
            }
            guard !sheet.files[file].isRaw else {
                leaveOut("\(name) is left out: its FILE is the raw image of a disc.")
                continue
            }
            if let end, end <= start {
                leaveOut("\(name) is left out: the next one begins before it.")
                continue
            }
            let range = start == 0 && end == nil ? nil : CueRange(start: start, end: end)
            guard let uri = cueURI(sheet.files[file].name, ranged: range != nil, resolver) else { continue }
            var entry = PlaylistEntry(
                uri: uri, title: track.title, artist: track.performer ?? sheet.performer, album: sheet.title,
                duration: end.map { Double($0 - start) / Double(CueRange.framesPerSecond) }, range: range)
            (entry.trackArtist, entry.albumArtist) = (track.performer, sheet.performer)
            (entry.track, entry.genre, entry.date) = (track.number.textIfAny, sheet.genre, sheet.date)
            entry.disc = sheet.disc
            entry.replayGain = sheet.replayGain.merging(track.replayGain) { $1 }
            entry.isForeign = SpeltPath.isForeign(sheet.files[file].name)
            try add(entry)
        }
    }

    private mutating func cueURI(_ name: ArraySlice<UInt8>, ranged: Bool, _ resolver: LocationResolver) -> String? {
        guard ranged else { return located(name, resolver.uri(ofPathOrURL:)) }
        return located(name) { name throws(LocationResolver.Fault) in
            guard let url = try resolver.fileURL(ofPathOrURL: name) else {
                throw LocationResolver.Fault(reason: "a part of a file on the network cannot be played")
            }
            return url
        }
    }
}

/// What the lines of a CUE sheet read so far say.
private struct CueSheet {
    struct File {
        let name: ArraySlice<UInt8>
        /// Whether the file has samples without a header, from a disc drive.
        let isRaw: Bool
    }

    struct Track {
        let number: ArraySlice<UInt8>
        let isAudio: Bool
        var title: String?
        var performer: String?
        /// By the names of tags, like that of the disc.
        var replayGain: [String: String] = [:]
        /// INDEX 01 in time code frames, and the index in `files` of the FILE that it belongs to.
        var start: Int64?
        var file: Int?
    }

    var title: String?
    var performer: String?
    /// As programs that read discs note them, in remarks.
    var genre: String?
    var date: String?
    var discNumber: String?
    var discTotal: String?
    var replayGain: [String: String] = [:]
    var files: [File] = []
    var tracks: [Track] = []

    var hasFile: Bool { !files.isEmpty }

    /// The number of the disc, with the number of discs.
    var disc: String? {
        guard let discNumber, let discTotal, !discNumber.contains("/") else { return discNumber }
        return "\(discNumber)/\(discTotal)"
    }

    /// The end of each track: the beginning of the next track in the same file; `nil` for the end of the file.
    var ends: [Int64?] {
        var following: [Int: Int64] = [:]
        let backwards = tracks.reversed().map { track -> Int64? in
            guard let file = track.file, let start = track.start else { return nil }
            defer { following[file] = start }
            return following[file]
        }
        return backwards.reversed()
    }

    mutating func take(_ line: CueLine) throws(PlaylistError) {
        switch line.command {
        case "FILE":
            let kind = line.arguments.dropFirst().first?.text.uppercased()
            files.append(File(name: line.arguments.first ?? [], isRaw: kind == "BINARY" || kind == "MOTOROLA"))
        case "TRACK":
            guard tracks.count < Playlist.entryLimit else {
                throw PlaylistError("has more than the \(Playlist.entryLimit) entries that a playlist may have")
            }
            let kind = line.arguments.dropFirst().first?.text.uppercased()
            tracks.append(Track(number: line.arguments.first ?? [], isAudio: kind == "AUDIO"))
        case "TITLE": set(\.title, \.title, line)
        case "PERFORMER": set(\.performer, \.performer, line)
        case "REM": takeRemark(line)
        case "INDEX":
            guard !tracks.isEmpty, !files.isEmpty, line.arguments.count >= 2, line.arguments[0].number == 1 else { return }
            tracks[tracks.count - 1].start = Self.frames(line.arguments[1])
            tracks[tracks.count - 1].file = files.count - 1
        default: break
        }
    }

    private mutating func takeRemark(_ line: CueLine) {
        let quote = UInt8(ascii: "\"")
        let value = line.arguments.dropFirst().joined(separator: [UInt8(ascii: " ")])
        let text = Array(value)[...].drop { $0 == quote }
        let bare = text.last == quote ? text.dropLast() : text
        let name = line.arguments.first?.text.uppercased()
        switch name {
        case "REPLAYGAIN_ALBUM_GAIN", "REPLAYGAIN_ALBUM_PEAK": replayGain[name?.lowercased() ?? ""] = bare.textIfAny
        case "REPLAYGAIN_TRACK_GAIN" where !tracks.isEmpty, "REPLAYGAIN_TRACK_PEAK" where !tracks.isEmpty:
            tracks[tracks.count - 1].replayGain[name?.lowercased() ?? ""] = bare.textIfAny
        // What follows the first track is about that track.
        case _ where !tracks.isEmpty: break
        case "GENRE": genre = bare.textIfAny
        case "DATE": date = bare.textIfAny
        case "DISCNUMBER": discNumber = bare.textIfAny
        case "TOTALDISCS", "DISCTOTAL": discTotal = bare.textIfAny
        default: break
        }
    }

    /// Sets a property of the current track or, before the first track, of the disc.
    private mutating func set(
        _ disc: WritableKeyPath<CueSheet, String?>, _ track: WritableKeyPath<Track, String?>, _ line: CueLine
    ) {
        let value = line.arguments.first?.textIfAny
        if tracks.isEmpty {
            self[keyPath: disc] = value
        } else {
            tracks[tracks.count - 1][keyPath: track] = value
        }
    }

    /// Reads a time `mm:ss:ff`: minutes (any number), seconds, and frames; a second has 75 frames.
    private static func frames(_ time: ArraySlice<UInt8>) -> Int64? {
        let parts = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(\.number)
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2], seconds < 60,
            frames < CueRange.framesPerSecond
        else { return nil }
        return (minutes * 60 + seconds) * CueRange.framesPerSecond + frames
    }
}

/// One line of a CUE sheet: a command in capitals and its arguments; quotes hold words together.
private struct CueLine {
    let command: String
    private(set) var arguments: [ArraySlice<UInt8>] = []

    init(_ line: ArraySlice<UInt8>) {
        let word = line.prefix { !$0.isBlank }
        command = word.text.uppercased()
        guard command == "FILE" || command == "TITLE" || command == "PERFORMER" else {
            arguments = line.dropFirst(word.count).split { $0.isBlank }
            return
        }
        let rest = line.dropFirst(word.count).trimmed
        guard rest.first == UInt8(ascii: "\"") else {
            takeUnquoted(rest)
            return
        }
        // The name ends at the last quote: names contain quotes that nobody escapes.
        let last = rest.lastIndex(of: UInt8(ascii: "\"")) ?? rest.startIndex
        if last == rest.startIndex {
            arguments = [rest.dropFirst()]
        } else {
            arguments = [rest[(rest.startIndex + 1)..<last]] + rest[(last + 1)...].split { $0.isBlank }
        }
    }

    private mutating func takeUnquoted(_ rest: ArraySlice<UInt8>) {
        // The type comes last, and everything before it is the name.
        guard command == "FILE", let blank = rest.lastIndex(where: { $0.isBlank }) else {
            arguments = [rest]
            return
        }
        arguments = [rest[..<blank].trimmed, rest[(blank + 1)...]]
    }
}
