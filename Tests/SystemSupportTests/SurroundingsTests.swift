import Glibc
import TestSupport
import Testing

@testable import SystemSupport

@Suite("What a process sees of its surroundings")
struct SurroundingsTests {
    @Test("a directory to write to need not be there, if it can be made")
    func missing() throws {
        let directory = try TemporaryDirectory()
        #expect(DirectoryLook(directory.path + "/a/b", writing: true).reason == nil)
        #expect(DirectoryLook(directory.path + "/a/b", writing: false).reason == "No such file or directory")
        #expect(try #require(DirectoryLook(directory.path, writing: true).free) > 0)
    }

    @Test("a file in the place of a directory is no place to write to")
    func file() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/file"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(DirectoryLook(path + "/below", writing: true).reason == "Not a directory")
    }

    @Test("a filter of system calls and a user namespace are told from what the kernel says")
    func confinement() {
        func confinement(_ status: String, _ users: String) -> ProcessConfinement {
            ProcessConfinement(status: Array(status.utf8), users: Array(users.utf8))
        }
        let whole = "         0          0 4294967295\n"
        #expect(!confinement("Name:\tx\nSeccomp:\t0\nSeccomp_filters:\t0\n", whole).isFiltered)
        #expect(confinement("Name:\tx\nSeccomp:\t2\nSeccomp_filters:\t1\n", whole).isFiltered)
        #expect(!confinement("", whole).hasFewUsers)
        #expect(confinement("", "      1000       1000          1\n").hasFewUsers)
        #expect(!confinement("", "").hasFewUsers)
    }
}
