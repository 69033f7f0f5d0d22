import AudioTypes
import Glibc
import Loudness
import MediaTypes
import SystemSupport
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("The measured loudness of parts of files", .serialized)
struct PartLoudnessTests {
    private let files: ScanTests

    init() async throws { files = try await ScanTests() }

    private static let sheet = """
        TITLE "Disc"
        FILE "disc.flac" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:00:20

        """

    /// A library that has measured everything: first tracks at -10 LUFS, and all else at -20.
    private func measured() async throws -> Library {
        let library = Library(files.places, roots: [Array(files.music.utf8)]) { _ in }
        library.setMeasuring { path, _ in
            var blocks = LoudnessHistogram()
            for _ in 0..<100 { blocks.add(path.nameInPath.elementsEqual("track0001".utf8) ? -10 : -20) }
            return .measured(blocks, peak: 0.5)
        }
        _ = library.scan(.init(depth: .files))
        library.measureLoudness()
        try await waitUntil("the end of measuring") {
            library.loudnessProgress == nil && library.scanProgress == nil && !library.state.withLock { $0.scans.hasThread }
        }
        return library
    }

    private func gain(_ library: Library, _ name: String, _ fragment: String) throws -> ReplayGain {
        let part = try #require(MediaRange.split("file:///x#t=\(fragment)")).range
        return library.askForMeasured(
            of: part, at: Array("\(files.music)/\(name)".utf8), rate: try #require(SampleRate(hertz: 48_000)))(.max).gain
    }

    private func end(_ library: Library) async throws {
        let isClosed = Monitor(false)
        library.close { isClosed.withLock { $0 = true } }
        try await waitUntil("the end") { isClosed.withLock { $0 } }
    }

    @Test("is that of the whole file, as the loudness of an album, where the file is one song")
    func song() async throws {
        try files.add("a.flac", title: "A")
        let library = try await measured()
        let gain = try gain(library, "a.flac", "0.1,0.2")
        #expect(gain.track == nil)
        #expect(abs(try #require(gain.album).decibels - 2) < 0.01)
        #expect(try self.gain(library, "none.flac", "0.1,0.2").isEmpty)
        try await end(library)
    }

    @Test(
        "is that of the track with these times, where a sheet beside or in the file cuts it, and that of the disc for other times"
    )
    func tracks() async throws {
        try files.add("beside/disc.flac", title: "A")
        try files.add("beside/other.flac", title: "C")
        try files.directory.write(Self.sheet, to: "music/beside/disc.cue")
        try files.add("inside/disc.flac", title: "B", tags: ["CUESHEET=\(Self.sheet)"])
        let library = try await measured()
        for name in ["beside/disc.flac", "inside/disc.flac"] {
            let (first, second) = (try gain(library, name, "0/75,20/75"), try gain(library, name, "20/75"))
            #expect(abs(try #require(first.track, "\(name)").decibels + 8) < 0.01)
            #expect(abs(try #require(second.track, "\(name)").decibels - 2) < 0.01)
            // The mean of the energies of -10 and -20 LUFS.
            #expect(abs(try #require(first.album).decibels - (-18 - 10 * log10((0.1 + 0.01) / 2))) < 0.01)
            let other = try gain(library, name, "0.1,0.2")
            #expect(other.track == nil && other.album == first.album && second.album == first.album)
        }
        #expect(try gain(library, "beside/other.flac", "0/75,20/75").track == nil)
        try await end(library)
    }
}
