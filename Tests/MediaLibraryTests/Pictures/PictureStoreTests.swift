import FoundationEssentials
import Glibc
import Media
import MediaTypes
import TestSupport
import Testing

@testable import MediaLibrary

@Suite("The files with pictures from inside media")
struct PictureStoreTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private var folder: String { directory.file("cache/pictures") }

    private func picture(_ text: String, size: Int = 100) throws -> Picture {
        let head = Array("GIF89a\(text)".utf8)
        return try #require(Picture(head + [UInt8](repeating: 0, count: size - head.count)))
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }

    private func name(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }

    /// Sets the time of the last change of a file to so many seconds before now.
    private func age(_ path: String, by seconds: Int) {
        let then = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [then, then], 0) == 0)
    }

    @Test("a picture becomes a file that only its owner reads, named by its checksum, once")
    func file() throws {
        let store = PictureStore(directory: folder)
        let picture = try picture("a")
        let path = try store.file(with: picture)
        #expect(path == "\(folder)/\(try #require(picture.checksum)).gif")
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(picture.bytes))
        var (before, after) = (stat(), stat())
        #expect(stat(path, &before) == 0 && before.st_mode & 0o777 == 0o600)
        #expect(try store.file(with: picture) == path)
        #expect(stat(path, &after) == 0 && after.st_ino == before.st_ino)
        #expect(try names() == [name(path)])
    }

    @Test("a file that a crash has left too short is written again")
    func short() throws {
        let store = PictureStore(directory: folder)
        let picture = try picture("a")
        let path = try store.file(with: picture)
        #expect(truncate(path, 10) == 0)
        #expect(try store.file(with: picture) == path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(picture.bytes))
    }

    @Test("a link under the name of a file is replaced, and what it leads to stays as it is")
    func link() throws {
        let store = PictureStore(directory: folder)
        let picture = try picture("a")
        let path = try store.file(with: picture)
        #expect(unlink(path) == 0)
        let other = try directory.write("mine", to: "other")
        #expect(symlink(other, path) == 0)
        #expect(try store.file(with: picture) == path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(picture.bytes))
        #expect(try Data(contentsOf: URL(filePath: other)) == Data("mine".utf8))
    }

    @Test("of too many files those go that nobody has asked for the longest")
    func count() throws {
        var limits = PictureStore.Limits()
        limits.count = 3
        let store = PictureStore(directory: folder, limits: limits)
        var paths: [String] = []
        for number in 0..<3 {
            paths.append(try store.file(with: try picture("\(number)")))
            age(paths[number], by: 100 - number)
        }
        // Asked for again: now the second is the oldest.
        _ = try store.file(with: try picture("0"))
        let new = try store.file(with: try picture("new"))
        #expect(try names() == Set([paths[0], paths[2], new].map(name)))
    }

    @Test("files go by their age and their bytes as well, and the newest always stays")
    func bytes() throws {
        var limits = PictureStore.Limits()
        limits.bytes = 250
        let store = PictureStore(directory: folder, limits: limits)
        let old = try store.file(with: try picture("old"))
        age(old, by: limits.age + 1)
        let second = try store.file(with: try picture("second"))
        #expect(try names() == [name(second)])
        age(second, by: 5)
        let third = try store.file(with: try picture("third"))
        #expect(try names() == [name(second), name(third)])
        let huge = try store.file(with: try picture("huge", size: 1_000))
        #expect(try names() == [name(huge)])
    }

    @Test("what a crash has left of a file goes with the next picture; files of others stay")
    func leftovers() throws {
        let store = PictureStore(directory: folder)
        let path = try store.file(with: try picture("a"))
        let (left, foreign) = ("\(folder)/.fermata-0123456789abcdef.new", "\(folder)/notes.txt")
        for file in [left, foreign] { try Data("x".utf8).write(to: URL(filePath: file)) }
        age(foreign, by: 1_000_000_000)
        let second = try store.file(with: try picture("b"))
        #expect(try names() == Set([path, second, foreign].map(name)))
    }

    @Test("where none can be made there is a sentence that names the directory")
    func unwritable() throws {
        let file = try directory.write("", to: "file")
        let store = PictureStore(directory: "\(file)/pictures")
        let picture = try picture("a")
        let failure = #expect(throws: PictureStore.Failure.self) { try store.file(with: picture) }
        #expect(failure?.description.contains(file) == true)
    }
}
