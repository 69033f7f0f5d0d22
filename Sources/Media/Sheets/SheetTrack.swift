package import AudioTypes
package import MediaTypes
import Playlists

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
    /// What the sheet says of the track: `title`, `artist`, `album`, `albumartist`, `track`, `genre`, `date`.
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
            return tracks(try FileSource.contents(of: location, limit: sizeLimit, cancellation: cancellation), of: location)
        }
        let description = try MediaProbe.describe(location, cancellation: cancellation)
        let tagged = description.tags["cuesheet"].map { inside(location, $0) } ?? []
        return try tagged.isEmpty ? inBlock(of: location, cancellation: cancellation) : tagged
    }

    /// Reads the tracks of the sheet among the tags of a file. Whatever file it names is that one.
    package static func inside(_ location: MediaLocation, _ sheet: String) -> [SheetTrack] {
        tracks(Array(sheet.utf8.prefix(sizeLimit)), of: location, target: location)
    }

    private static func tracks(_ bytes: [UInt8], of location: MediaLocation, target: MediaLocation? = nil) -> [SheetTrack] {
        let directory = Array(location.path[..<(location.path.lastIndex(of: slash) ?? 0)])
        guard let sheet = try? Playlist(bytes, format: .cue, directory: directory) else { return [] }
        var tracks: [SheetTrack] = []
        for (index, entry) in sheet.entries.prefix(limit).enumerated() {
            guard let file = target ?? (try? MediaLocation(uri: entry.uri)) else { continue }
            let parent = file.path[..<(file.path.lastIndex(of: slash) ?? 0)]
            guard parent.elementsEqual(directory), AudioSuffixes.match(file.path[(parent.endIndex + 1)...]) else { continue }
            let scale = CueRange.framesPerSecond
            let range = entry.range.map { range in
                MediaRange(
                    start: MediaTime(value: range.start, timescale: scale),
                    end: range.end.map { MediaTime(value: $0, timescale: scale) })
            }
            let tags: [(String, String?)] = [
                ("title", entry.title), ("artist", entry.trackArtist), ("album", entry.album), ("albumartist", entry.albumArtist),
                ("track", entry.track), ("genre", entry.genre), ("date", entry.date),
            ]
            tracks.append(
                SheetTrack(
                    place: index + 1, target: file, range: range,
                    tags: Dictionary(uniqueKeysWithValues: tags.compactMap { name, value in value.map { (name, $0) } })))
        }
        return tracks
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
