import Database
import Loudness
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("What the library has measured, once it is in the files", .serialized)
struct WrittenLoudnessTests {
    private let files: ScanTests

    init() async throws { files = try await ScanTests() }

    private func path(_ name: String) -> [UInt8] { Array("\(files.music)/\(name)".utf8) }

    /// Notes that each song that was not measured has a loudness in LUFS.
    private func measure(_ store: LibraryStore, _ loudness: Double) throws -> Int {
        let songs = try store.unmeasured(after: 0, limit: 100)
        var blocks = LoudnessHistogram()
        for _ in 0..<100 { blocks.add(loudness) }
        for song in songs { try store.note(.measured(blocks, peak: 0.5), of: song) }
        return songs.count
    }

    private func counts(_ store: LibraryStore) throws -> [Int] {
        let progress = try store.loudnessCounts()
        return [progress.measured, progress.stated, progress.failed, progress.left]
    }

    @Test("counts on, as the file states it, and the song keeps its id and what the user has made of it")
    func countsOn() async throws {
        for name in ["1", "2"] { try files.add("a/\(name).flac", title: name, further: "ALBUM=A") }
        let store = try files.store()
        try files.scanner(store).scan(.files)
        #expect(try measure(store, -20) == 2)
        let before = try store.measuredGain(at: path("a/1.flac"))
        let song = try #require(try store.song(at: path("a/1.flac"))?.id)
        try store.countPlay(of: song, at: 1_000)
        let tags = [
            "ALBUM=A", "REPLAYGAIN_TRACK_GAIN=2.01 dB", "REPLAYGAIN_TRACK_PEAK=0.500001", "REPLAYGAIN_ALBUM_GAIN=2.00 dB",
        ]
        try files.add("a/1.flac", title: "1", tags: tags)
        try files.scanner(store).scan(.files)
        #expect(try counts(store) == [2, 0, 0, 0])
        #expect(try store.measuredGain(at: path("a/1.flac")) == before && before.album != nil)
        #expect(try store.song(at: path("a/1.flac"))?.id == song)
        #expect(try store.song(song)?.playCount == 1)
        // And once more, with nothing but a new time.
        try files.add("a/1.flac", title: "1", tags: tags + ["COMMENT=Longer"])
        try files.scanner(store).scan(.files)
        #expect(try counts(store) == [2, 0, 0, 0])
    }

    @Test(
        "is measured again where a file has changed and states another loudness, the same with another peak, or none",
        arguments: [
            ["REPLAYGAIN_TRACK_GAIN=2.5 dB"], ["REPLAYGAIN_TRACK_GAIN=2.00 dB", "REPLAYGAIN_TRACK_PEAK=0.600000"], [],
        ])
    func measuredAgain(stated: [String]) async throws {
        try files.add("1.flac", title: "1")
        let store = try files.store()
        try files.scanner(store).scan(.files)
        #expect(try measure(store, -20) == 1)
        try files.add("1.flac", title: "1", tags: ["COMMENT=New"] + stated)
        try files.scanner(store).scan(.files)
        #expect(try counts(store) == [0, 0, 0, 1])
        #expect(try store.measuredGain(at: path("1.flac")).isEmpty)
    }

    @Test("is listed in parts by the ids of the songs, also of one directory, with the file as it was measured")
    func lists() async throws {
        for name in ["a/1", "a/2", "b/3", "b/4"] {
            try files.add("\(name).flac", title: name, further: "ALBUM=\(name.first ?? "x")")
        }
        let store = try files.store()
        try files.scanner(store).scan(.files)
        #expect(try measure(store, -20) == 4)
        let (songs, next) = try store.measuredSongs(after: 0, limit: 3)
        #expect(songs.count == 3 && next == songs.last?.id)
        let rest = try store.measuredSongs(after: next ?? 0, limit: 3)
        #expect(rest.songs.count == 1 && rest.next == nil)
        let all = songs + rest.songs
        #expect(all.allSatisfy { abs(($0.gain.track?.decibels ?? 0) - 2) < 0.01 && $0.gain.album != nil })
        for song in all {
            let known = try #require(try store.song(at: song.path))
            #expect(known.id == song.id && known.size == song.size)
        }
        let below = try store.measuredSongs(after: 0, in: path("b"), limit: 100).songs.map(\.path)
        #expect(Set(below) == [path("b/3.flac"), path("b/4.flac")])
        #expect(try store.measuredSongs(after: 0, in: path("a/1.flac"), limit: 100).songs.count == 1)
        // What has changed since is none of them.
        try files.add("a/1.flac", title: "a/1", further: "ALBUM=a", "COMMENT=New")
        try files.scanner(store).scan(.files)
        #expect(try store.measuredSongs(after: 0, in: path("a"), limit: 100).songs.map(\.path) == [path("a/2.flac")])
    }
}
