import Glibc
import SystemSupport
import Testing

@Suite("An entry of a directory")
struct DirectoryEntryTests {
    /// Runs `body` with an entry whose last byte is the last one of a page that nothing readable follows.
    private func withLastEntry<Result>(named name: String, _ body: (UnsafeMutablePointer<dirent>) -> Result) throws -> Result {
        let page = sysconf(Int32(_SC_PAGESIZE))
        let pages = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        try #require(pages != MAP_FAILED)
        defer { munmap(pages, 2 * page) }
        try #require(mprotect(pages + page, page, PROT_NONE) == 0)
        let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
        // The system pads an entry to a multiple of eight bytes, with whatever was there before.
        let length = (offset + name.utf8.count + 1 + 7) / 8 * 8
        let start = pages + page - length
        start.initializeMemory(as: UInt8.self, repeating: 0xFF, count: length)
        (start + offset).copyMemory(from: Array(name.utf8) + [0], byteCount: name.utf8.count + 1)
        return body(start.assumingMemoryBound(to: dirent.self))
    }

    @Test("is read as far as its name goes, also where the memory ends behind it", arguments: ["1.flac", "", "Ö", "a\u{1}b"])
    func ends(name: String) throws {
        #expect(try withLastEntry(named: name) { DirectoryEntry.name(of: $0) } == Array(name.utf8))
        #expect(try withLastEntry(named: name) { DirectoryEntry.text(of: $0) } == name)
    }

    @Test("with the longest name that there is keeps all of it")
    func longest() throws {
        let name = String(repeating: "x", count: 255)
        #expect(try withLastEntry(named: name) { DirectoryEntry.text(of: $0) } == name)
    }
}
