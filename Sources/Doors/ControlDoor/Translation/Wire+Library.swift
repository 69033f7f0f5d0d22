import Application
import ControlProtocol
import Database
import JSON
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

extension LibrarySong {
    /// The address: the path, or its URL if it is not UTF-8.
    var uri: String { LocationResolver.uri(ofAbsolutePath: path) }
}

extension Wire.LibrarySong {
    init(_ song: LibrarySong) {
        self.init(
            song: song.id, uri: song.uri, title: song.title, artist: song.tags.shownArtist, album: song.tags[.album],
            albumArtist: song.tags.shownAlbumArtist, track: song.tags[.track], disc: song.tags[.disc], date: song.tags[.date],
            genre: song.tags.all(.genre), duration: song.seconds, playCount: song.playCount)
    }

    /// Makes a song with all its tags and notes.
    init(
        _ song: LibrarySong, stickers: NamedTexts, _ listening: Listening, measured: MediaTypes.ReplayGain
    ) {
        self.init(song)
        measuredGain = Wire.ReplayGain(measured: measured)
        var tags: [String: [String]] = [:]
        song.tags.forEach { tag, value in tags[tag.definition.name, default: []].append(value) }
        self.tags = tags
        self.stickers = stickers
        lastPlayed = listening.lastPlayed
        skipCount = listening.skipCount
        lastSkipped = listening.lastSkipped
        position = listening.position.map { Double($0) / 1_000 }
    }

    /// Returns the song with what its file says; the same song if the file could not be read.
    func with(_ details: SongDetails?) -> Self {
        var song = self
        song.replayGain = details.flatMap { Wire.ReplayGain($0.replayGain) }
        song.lyrics = details?.lyrics ?? []
        return song
    }
}

extension Wire.ReplayGain {
    /// Makes the loudness that a file states, or that was measured of it; `nil` if there is none.
    init?(_ gain: MediaTypes.ReplayGain) {
        guard gain.track != nil || gain.album != nil else { return nil }
        self.init(
            trackGain: gain.track?.decibels, trackPeak: gain.track?.peak, albumGain: gain.album?.decibels,
            albumPeak: gain.album?.peak)
    }
}

extension Wire.ReplayGain {
    /// Makes the loudness that was measured, as finely as tags have it; `nil` if none was.
    init?(measured gain: MediaTypes.ReplayGain) {
        func rounded(_ level: MediaTypes.ReplayGain.Level?) -> MediaTypes.ReplayGain.Level? {
            level.map { level in
                MediaTypes.ReplayGain.Level(
                    decibels: (level.decibels * 1e2).rounded() / 1e2, peak: level.peak.map { ($0 * 1e6).rounded() / 1e6 })
            }
        }
        self.init(MediaTypes.ReplayGain(track: rounded(gain.track), album: rounded(gain.album)))
    }
}

extension Wire.MeasuredSong {
    /// Makes it; `nil` if no gain was measured.
    init?(_ song: MusicLibrary.MeasuredSong) {
        guard let gain = Wire.ReplayGain(measured: song.gain) else { return nil }
        self.init(
            song: song.id, uri: LocationResolver.uri(ofAbsolutePath: song.path), size: song.size,
            modifiedAt: Double(song.modified) / 1e9, gain: gain)
    }
}

extension Wire.ListenedItem {
    init(_ report: ListeningReport, song: Int64?) {
        let (item, album) = (report.item, report.item.albumTags)
        let tags: [(String, String?)] = [
            ("title", item.title), ("artist", item.artist), ("album", item.album), ("albumartist", album.artist),
            ("track", item.trackNumber.map { "\($0)" }), ("date", album.date), ("genre", album.genre),
        ]
        self.init(
            song: song, uri: item.uri,
            tags: Dictionary(uniqueKeysWithValues: tags.compactMap { name, value in value.map { (name, $0) } }),
            seconds: report.seconds, duration: report.duration, startedAt: report.startedAt,
            completed: report.end == .completed, skipped: report.countsAsSkip, played: report.countsAsPlay)
    }
}

extension Wire.LibraryAlbum {
    init(_ album: LibraryAlbum) {
        self.init(album: album.id, title: album.title, artist: album.artist, date: album.date, songs: album.songCount)
    }
}

extension Wire.LibraryDirectory {
    init(_ folder: LibraryFolder, in roots: MusicRoots) {
        self.init(
            path: String(decoding: roots.place(of: folder.path) ?? [], as: UTF8.self),
            uri: LocationResolver.uri(ofAbsolutePath: folder.path))
    }
}

extension Wire.LibraryScan {
    init(_ scan: LibraryScan) {
        let progress = scan.progress
        self.init(
            scan: scan.id, state: State(rawValue: scan.state.rawValue) ?? .running, directories: progress.directories,
            files: progress.filesRead, added: progress.songsAdded, changed: progress.songsChanged,
            moved: progress.songsMoved, removed: progress.songsRemoved, problem: scan.problem)
    }
}

extension Wire.LibraryWatching {
    init(_ report: WatchReport) {
        self.init(directories: report.watchedDirectories, polled: report.polledDirectories, problem: report.problem)
    }
}

extension Wire.LibraryLoudness {
    init(_ progress: LoudnessProgress) {
        self.init(
            state: State(rawValue: progress.state.rawValue) ?? .idle, measured: progress.measured, stated: progress.stated,
            failed: progress.failed, left: progress.left, problem: progress.problem)
    }
}

extension TimedPlace {
    /// The place as clients get it and give it back.
    var cursor: String { "\(time) \(id)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: " ")
        guard parts.count == 2, let time = Double(parts[0]), !time.isNaN, let id = Int64(parts[1]) else { return nil }
        self.init(time: time, id: id)
    }
}

extension BlockPlace {
    /// The place as clients get it and give it back.
    var cursor: String { "\(block) \(count) \(last) \(size)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: " ")
        guard parts.count == 4, let block = Int64(parts[0]), let count = Int(parts[1]), let last = Int64(parts[2]),
            let size = Int(parts[3])
        else { return nil }
        self.init(block: block, count: count, last: last, size: size)
    }
}

extension SortedPlace {
    /// The place as clients get it and give it back.
    var cursor: String { "\(id) \(sort)" }

    init?(cursor: String) {
        guard let blank = cursor.firstIndex(of: " "), let id = Int64(cursor[..<blank]) else { return nil }
        self.init(sort: String(cursor[cursor.index(after: blank)...]), id: id)
    }
}

extension TrackPlace {
    /// The place as clients get it and give it back. The name of a file need not be UTF-8.
    var cursor: String { "\(id) \(disc) \(track) \(Base64.text(of: name)) \(album)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let id = Int64(parts[0]), let disc = Int64(parts[1]), let track = Int64(parts[2]),
            let name = Base64.bytes(of: String(parts[3]))
        else { return nil }
        self.init(album: String(parts[4]), disc: disc, track: track, name: name, id: id)
    }
}

extension ControlError {
    init(_ error: LibraryError) {
        switch error {
        case .noDirectory:
            self.init(.libraryFailed, "there is no directory of music: set library.directories in the configuration")
        case .notFound(let sentence): self.init(.songNotFound, sentence)
        case .tooManyWaiting(let limit):
            self.init(
                .limitExceeded, "\(limit) questions of this client to the library wait, which is the limit",
                details: ["limit": "questions"])
        case .tooManyScans:
            self.init(
                .limitExceeded, "too many scans of the library wait; ask again when one has begun", details: ["limit": "scans"])
        case .database(let error): self.init(.libraryFailed, error.message)
        }
    }

    static func noSong(_ id: Int64) -> ControlError { ControlError(.songNotFound, "the library has no song \(id)") }
}
