import AudioTypes
import Database
import Glibc
import Media
import MediaTypes
import TagReading

@testable import MusicLibrary

extension FuzzTarget {
    /// What comes to the library from outside: the texts of searches, addresses and conditions, places in lists, paths of tracks, and the
    /// sheets among the tags of files.
    static let library = FuzzTarget("library", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        switch invention.pick(4) {
        case 0: search(&invention)
        case 1: stand(&invention)
        case 2: place(&invention)
        default: cut(&invention)
        }
    }

    /// A search with a field and a place to go on from.
    private static func search(_ invention: inout Invention) {
        let field = invention.bool() ? invention.pick(SearchField.allCases) : nil
        let (after, limit) = (invention.bool() ? invention.count() : nil, Int(truncatingIfNeeded: invention.count()))
        let text = String(decoding: invention.rest(), as: UTF8.self)
        let store = fewSongs.store
        guard let page = try? store.search(text, in: field, after: after, limit: limit) else {
            preconditionFailure("the index does not take \(text.debugDescription)")
        }
        precondition(page.items.count <= max(1, limit), "\(page.items.count) of \(limit)")
        precondition(zip(page.items, page.items.dropFirst()).allSatisfy { $0 < $1 }, "not ascending")
        precondition(page.items.allSatisfy { $0 > after ?? .min }, "before the place")
        precondition(page.next == nil || page.next == page.items.last, "the next part begins elsewhere")
        do {
            let candidates = try store.candidates(containing: text, in: field)
            precondition(candidates?.count ?? 0 <= songCount)
        } catch {
            preconditionFailure("no candidates for \(text.debugDescription): \(error.message)")
        }
    }

    /// An address that stands for songs.
    private static func stand(_ invention: inout Invention) {
        let limit = invention.pick(8)
        guard let address = LibraryAddress(String(decoding: invention.rest(), as: UTF8.self)) else { return }
        guard let songs = try? fewSongs.store.songs(of: address, limit: limit) else {
            preconditionFailure("the library does not take \(address)")
        }
        precondition(songs.count <= limit, "\(songs.count) of \(limit)")
        precondition(Set(songs.map(\.id)).count == songs.count, "a song twice")
    }

    /// A place in the tree of directories, or the path of a track.
    private static func place(_ invention: inout Invention) {
        let roots = MusicRoots([Array("/music".utf8)] + (invention.bool() ? [Array("/more/music".utf8)] : []))
        let path = Array(invention.rest())
        if let whole = roots.path(of: path) {
            precondition(roots.paths.contains { whole.starts(with: $0) }, "outside of the music")
            precondition(!whole.contains(0) && !whole.split(separator: 0x2F).contains([0x2E, 0x2E]), "leads elsewhere")
            guard let place = roots.place(of: whole) else { preconditionFailure("a path without a place") }
            precondition(roots.path(of: place) == whole, "no round trip")
        }
        if let (sheet, number) = SheetTrack.split(path) {
            precondition(path.starts(with: sheet + [0x2F]) && (1...SheetTrack.limit).contains(number), "no track of its sheet")
        }
    }

    /// A sheet among the tags of a file.
    private static func cut(_ invention: inout Invention) {
        guard let location = try? MediaLocation(path: Array("/music/disc.flac".utf8)) else { return }
        let whole = MediaTime(value: invention.count(), timescale: 1_000)
        let tracks = SheetTrack.inside(location, String(decoding: invention.rest(), as: UTF8.self))
        precondition(tracks.count <= SheetTrack.limit, "\(tracks.count) tracks")
        precondition(Set(tracks.map(\.place)).count == tracks.count, "two tracks at one place")
        for track in tracks {
            precondition(track.target == location, "the sound of another file")
            guard let (sheet, place) = SheetTrack.split(location.path + [0x2F] + Array(track.name.utf8)) else {
                preconditionFailure("the path of a track that is none")
            }
            precondition(sheet == location.path && place == track.place)
            let length = track.length(of: whole)
            precondition(track.range == nil || length?.seconds ?? 0 >= 0, "a length below zero")
        }
    }

    private static let songCount = 12

    /// A library of some songs in memory.
    private static let fewSongs = FewSongs()

    /// The store, of which only one thread makes use.
    private final class FewSongs: @unchecked Sendable {
        let store: LibraryStore

        init() {
            var template = Array("/tmp/fermata-fuzz-XXXXXX".utf8CString)
            guard let made = mkdtemp(&template) else { preconditionFailure("no directory for the library") }
            let directory = String(cString: made)
            do {
                store = try LibraryStore(LibraryPlaces(directory: directory)) { _ in }
                let identity = FileIdentity(size: 1, modified: 1, device: 1, inode: 1)
                let folder = try store.addDirectory(Array("/music".utf8), parent: nil, identity)
                for number in 0..<songCount {
                    var file = MusicFile()
                    file.tags[.title] = ["One", "Überfahrt", "a-b c", "100 %", "日本", "\"x\" OR y*"][number % 6]
                    file.tags[all: .artist] = [["Ana", "Örjan"][number % 2]]
                    file.tags[.album] = ["Album", "Ærø"][number / 6]
                    file.tags[all: .genre] = ["Jazz"]
                    file.tags[.date] = "19\(60 + number)"
                    let song = ScannedSong(
                        name: Array("\(number).flac".utf8), identity: identity, stamp: Int64(number), file: file)
                    _ = try store.write(
                        song, in: folder, path: Array("/music".utf8), over: nil, now: 1, isGone: { _ in false })
                }
            } catch {
                preconditionFailure("no library: \(error)")
            }
            // The files have no name any more, and are gone with the process.
            for name in ["library.db", "listening.db"] {
                for suffix in ["", "-wal", "-shm"] { unlink("\(directory)/\(name)\(suffix)") }
            }
            rmdir(directory)
        }
    }
}
