package import AudioTypes
import Containers
package import MediaTypes
package import Playlists

/// One track of a CUE sheet, which is a part of a file: a song of its own, with a path of its own.
///
/// The path is that of the sheet, or of the file that has the sheet among its tags or in a block, with the place of the track behind it:
/// `/music/disc.cue/track0001`, `/music/disc.flac/track0001`. There can be no file at such a path.
package struct SheetTrack: Hashable, Sendable {
    /// The place in the sheet, from 1.
    package let place: Int
    /// The file that has the sound.
    package let target: MediaLocation
    /// The part of it; `nil` for all of it.
    package let range: MediaRange?
    /// What the sheet says of the track: `title`, `artist`, `album`, `albumartist`, `track`, `disc`, `genre`, `date`,
    /// `replaygain_track_gain` and the others of loudness.
    package let tags: [String: String]

    /// The largest sheet that is read, in bytes.
    private static let sizeLimit = 1 << 20
    /// The most tracks of a sheet: a disc has 99.
    package static let limit = 999

    /// The last part of the path.
    package var name: String { Self.name(place) }

    private static func name(_ place: Int) -> String {
        let digits = "\(place)"
        return "track" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}

extension SheetTrack {
    private static let slash = UInt8(ascii: "/")

    /// Returns the path of the sheet, or of the file that has it, and the place of the track in it; `nil` if a path is not that of a
    /// track. Does not look at the disk.
    package static func split(_ path: [UInt8]) -> (sheet: [UInt8], place: Int)? {
        guard let end = path.lastIndex(of: slash), end > 0, path.count - end == 10 else { return nil }
        let (sheet, name) = (path[..<end], path[(end + 1)...])
        guard isSheet(sheet) || AudioSuffixes.match(sheet[((sheet.lastIndex(of: slash) ?? -1) + 1)...]),
            name.starts(with: "track".utf8), let place = Int(String(decoding: name.dropFirst(5), as: UTF8.self)),
            (1...limit).contains(place), self.name(place).utf8.elementsEqual(name)
        else { return nil }
        return (Array(sheet), place)
    }

    /// Returns whether a path is that of a CUE sheet, by its name.
    package static func isSheet(_ path: some BidirectionalCollection<UInt8>) -> Bool { PlaylistFormat(path: path) == .cue }

    /// Finds the track that `uri` names; `nil` if it does not have the form of a track's path. Reads the sheet, so it waits for the
    /// disk.
    /// - Throws: ``MediaError/Code/notFound`` if there is no such track, and what opening a file throws.
    package static func of(
        _ uri: String, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> SheetTrack? {
        guard let location = try? MediaLocation(uri: uri), let (sheet, place) = split(location.path) else { return nil }
        let tracks = try all(in: try MediaLocation(path: sheet), cancellation: cancellation)
        guard let track = tracks.first(where: { $0.place == place }) else {
            throw MediaError(.notFound, "\(location.name) is no track of its CUE sheet")
        }
        return track
    }

    /// Reads the tracks of a CUE sheet, of the sheet among the tags of a file, or of the block of a FLAC file that has them. A track whose
    /// sound is not in the sheet's directory, or in no file with the suffix of one, is left out. Waits for the disk.
    package static func all(
        in location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> [SheetTrack] {
        if isSheet(location.path) {
            return tracks(try entries(of: location, cancellation: cancellation), of: location)
        }
        let description = try MediaProbe.describe(location, cancellation: cancellation)
        let tagged = description.tags["cuesheet"].map { inside(location, $0) } ?? []
        return try tagged.isEmpty ? inBlock(of: location, cancellation: cancellation) : tagged
    }

    /// Reads the tracks of the sheet among the tags of a file. Whatever file it names is that one.
    package static func inside(_ location: MediaLocation, _ sheet: String) -> [SheetTrack] {
        tracks(entries(Array(sheet.utf8.prefix(sizeLimit)), in: directory(of: location)), of: location, target: location)
    }

    /// Reads the entries of a CUE sheet, with the files that they mean: ``limit`` at most. Waits for the disk.
    package static func entries(
        of sheet: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> [PlaylistEntry] {
        var finder = NameFinder()
        return try entries(of: sheet, with: &finder, cancellation: cancellation)
    }

    /// Does the same with a finder that knows directories already, since many sheets are in one.
    static func entries(
        of sheet: MediaLocation, with finder: inout NameFinder, cancellation: CancellationToken
    ) throws(MediaError) -> [PlaylistEntry] {
        let bytes = try FileSource.contents(of: sheet, limit: sizeLimit, cancellation: cancellation)
        let directory = directory(of: sheet)
        // One that is not found keeps its place among the tracks.
        return entries(bytes, in: directory).map { finder.find($0, in: directory, isSheet: true) ?? $0 }
    }

    private static func entries(_ bytes: [UInt8], in directory: [UInt8]) -> [PlaylistEntry] {
        Array(((try? Playlist(bytes, format: .cue, directory: directory))?.entries ?? []).prefix(limit))
    }

    private static func directory(of location: MediaLocation) -> [UInt8] {
        Array(location.path[..<(location.path.lastIndex(of: slash) ?? 0)])
    }

    /// Makes the tracks of the entries of a sheet.
    /// - Parameter target: the file that has the sound, whatever the entries name; `nil` for those that they name.
    private static func tracks(
        _ entries: [PlaylistEntry], of sheet: MediaLocation, target: MediaLocation? = nil
    ) -> [SheetTrack] {
        let directory = directory(of: sheet)
        return entries.enumerated().compactMap { index, entry in
            guard let file = target ?? (try? MediaLocation(uri: entry.uri)), isSound(file.path, in: directory) else { return nil }
            return SheetTrack(entry, place: index + 1, target: file)
        }
    }

    /// Whether a path is that of a file with the suffix of one of sound, in a directory and not below it.
    static func isSound(_ path: [UInt8], in directory: [UInt8]) -> Bool {
        let end = path.lastIndex(of: slash) ?? 0
        return path[..<end].elementsEqual(directory) && AudioSuffixes.match(path[(end + 1)...])
    }

    /// Makes the track of an entry whose sound is in `target`.
    private init(_ entry: PlaylistEntry, place: Int, target: MediaLocation) {
        let scale = CueRange.framesPerSecond
        let range = entry.range.map { range in
            MediaRange(
                start: MediaTime(value: range.start, timescale: scale),
                end: range.end.map { MediaTime(value: $0, timescale: scale) })
        }
        let said: [(String, String?)] = [
            ("title", entry.title), ("artist", entry.trackArtist), ("album", entry.album), ("albumartist", entry.albumArtist),
            ("track", entry.track), ("disc", entry.disc), ("genre", entry.genre), ("date", entry.date),
        ]
        let tags = Dictionary(uniqueKeysWithValues: said.compactMap { name, value in value.map { (name, $0) } })
        self.init(place: place, target: target, range: range, tags: tags.merging(entry.replayGain) { $1 })
    }

    /// Returns the length of the track in a file of that length, both in milliseconds; `nil` if that is unknown. Each end is cut to a whole
    /// millisecond, so that together the tracks are as long as their file.
    package func milliseconds(of whole: Int64?) -> Int64? {
        guard let range else { return whole }
        let end = [range.end.map(Self.milliseconds), whole].compactMap(\.self).min()
        return end.map { max(0, $0 - Self.milliseconds(range.start)) }
    }

    private static func milliseconds(_ time: MediaTime) -> Int64 {
        // A sheet may state any time; 30,000 years are enough.
        let (seconds, rest) = time.value.quotientAndRemainder(dividingBy: time.timescale)
        return min(seconds, 1_000_000_000_000) * 1_000 + rest * 1_000 / time.timescale
    }

    /// Returns the loudness of the track in a file with that loudness: what the sheet does not say, the file does.
    package func replayGain(in whole: ReplayGain) -> ReplayGain {
        ReplayGain(tags: tags, codec: "").completed(by: whole.ofPart)
    }

    /// Returns the length of the track in a file of that duration; `nil` if that is unknown.
    package func length(of whole: MediaTime?) -> MediaTime? {
        range.map { $0.length(of: whole) } ?? whole
    }
}

extension MediaRange {
    /// Returns how long the part is, in a file as long as `whole`; `nil` if neither says where it ends.
    func length(of whole: MediaTime?) -> MediaTime? {
        let end = [end, whole].compactMap(\.self).min { $0.seconds < $1.seconds }
        // A file may state any duration; 30,000 years are enough.
        return end.map {
            MediaTime(value: Int64(min(max(0, $0.seconds - start.seconds), 1e12) * 1e6), timescale: 1_000_000)
        }
    }
}

extension SheetTrack {
    /// Reads the tracks of a FLAC file that has them in a block of its own. They have numbers and no titles, so that a sheet among the tags
    /// or beside the file is better. Waits for the disk.
    /// - Returns: none if the file has no such block, or one that cannot be that of its sound.
    package static func inBlock(
        of location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> [SheetTrack] {
        guard let sheet = try FLACCueSheet(of: try FileSource(location, cancellation: cancellation)) else { return [] }
        let scale = sheet.sampleRate
        return sheet.tracks.enumerated().map { index, track in
            let range = MediaRange(
                start: MediaTime(value: track.start, timescale: scale),
                end: track.end.map { MediaTime(value: $0, timescale: scale) })
            return SheetTrack(place: index + 1, target: location, range: range, tags: ["track": "\(track.number)"])
        }
    }
}
