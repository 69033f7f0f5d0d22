import Media
import MediaLibrary
import MediaTypes
import PlayerModel
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("A directory in the library and in the queue")
struct QueueAndLibraryTests {
    /// The files of a directory, and the files that each of its sheets names.
    struct Shape: CustomTestStringConvertible {
        let testDescription: String
        let files: [String]
        let sheets: [(name: String, files: [String])]
    }

    static let shapes = [
        Shape(testDescription: "one sheet", files: ["d.flac", "x.flac"], sheets: [("d.cue", ["d.flac"])]),
        Shape(
            testDescription: "two sheets of a file", files: ["d.flac"], sheets: [("b.cue", ["d.flac"]), ("a.cue", ["d.flac"])]),
        Shape(testDescription: "a file that is missing", files: ["1.flac"], sheets: [("d.cue", ["1.flac", "2.flac"])]),
        Shape(
            testDescription: "sheets that overlap", files: ["1.flac", "2.flac", "3.flac"],
            sheets: [("x9.cue", ["1.flac", "2.flac"]), ("x10.cue", ["2.flac", "3.flac"])]),
        Shape(testDescription: "another name", files: ["Disc.flac"], sheets: [("d.cue", ["C:\\r\\disc.wav"])]),
        Shape(testDescription: "a file below", files: ["sub/d.flac"], sheets: [("d.cue", ["sub/d.flac"])]),
        Shape(testDescription: "a hidden file", files: [".d.flac", "x.flac"], sheets: [("d.cue", [".d.flac"])]),
        Shape(testDescription: "no tracks", files: ["d.flac"], sheets: [("d.cue", [])]),
    ]

    @Test("has the same sheets in both, and the same files that no sheet cuts", arguments: shapes)
    func same(shape: Shape) async throws {
        let directory = try TemporaryDirectory()
        let music = try directory.makeDirectory("music")
        for name in shape.files {
            if let slash = name.lastIndex(of: "/") { try directory.makeDirectory("music/\(name[..<slash])") }
            try await AudioFiles.encode(
                AudioFixture.sine(frequency: 440, frameCount: 176_400), options: [], to: "\(music)/\(name)")
        }
        for sheet in shape.sheets {
            let tracks = { (name: String, file: String) in
                "FILE \"\(file)\" WAVE\nTRACK 01 AUDIO\nTITLE \"\(name) 1\"\nINDEX 01 00:00:00\nTRACK 02 AUDIO\n"
                    + "TITLE \"\(name) 2\"\nINDEX 01 00:01:00\n"
            }
            try directory.write(sheet.files.map { tracks("\(sheet.name) \($0)", $0) }.joined(), to: "music/\(sheet.name)")
        }
        let queue = try PlaylistExpansion([music]).items.map { $0.title ?? $0.uri }
        let store = try LibraryStore(LibraryPlaces(directory: directory.file("data"))) { Issue.record("\($0)") }
        try LibraryScanner(store: store, roots: [Array(music.utf8)]).scan(.directories)
        let library = try store.neverPlayed(limit: 100).map { $0.title ?? String(decoding: $0.path, as: UTF8.self) }
        #expect(library.sorted() == queue.sorted() && !queue.isEmpty)
        // What was found at once is found when everything is compared again.
        #expect(try !LibraryScanner(store: store, roots: [Array(music.utf8)]).scan(.files).hasChanges)
    }
}
