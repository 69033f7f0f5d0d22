import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("Making directories")
struct DirectoriesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test("what is missing is made, for nobody but us, and what is there is left as it is", arguments: ["", "/", "//"])
    func missing(ending: String) throws {
        let there = try directory.makeDirectory("there")
        #expect(chmod(there, 0o755) == 0)
        for _ in 1...2 { try Directories.make("\(there)//a/\u{301}b c\(ending)") }
        #expect(mode(there) == S_IFDIR | 0o755)
        #expect(mode(there + "/a") == S_IFDIR | 0o700)
        #expect(mode(there + "/a/\u{301}b c") == S_IFDIR | 0o700)
    }

    @Test("only what holds a file is made, where that is asked for")
    func above() throws {
        try Directories.make(above: "\(directory.path)/a/b/file")
        #expect(mode("\(directory.path)/a/b") != nil && mode("\(directory.path)/a/b/file") == nil)
        try Directories.make(above: "file")
    }

    @Test("what cannot be made is a sentence that names it, what is there already above it is not")
    func unmakeable() throws {
        let file = try directory.write("", to: "file")
        let failure = #expect(throws: Directories.Failure.self) { try Directories.make("\(file)/a/b") }
        #expect(failure?.description == "the directory \(file)/a cannot be made: Not a directory")
        try Directories.make("/proc/self")
        let nowhere = #expect(throws: Directories.Failure.self) { try Directories.make("/proc/self/nowhere") }
        #expect(nowhere?.description.hasPrefix("the directory /proc/self/nowhere cannot be made: ") == true)
    }
}
