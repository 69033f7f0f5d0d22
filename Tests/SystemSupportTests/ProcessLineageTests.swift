import Glibc
import Testing

@testable import SystemSupport

@Suite("Where a process comes from")
struct ProcessLineageTests {
    @Test("the process itself comes first, then its parent")
    func own() throws {
        let lineage = try #require(ProcessLineage(of: getpid(), notAfter: ElapsedClock.nanoseconds))
        #expect(lineage.members.map(\.number).prefix(2) == [getpid(), getppid()])
        #expect(lineage.members.last?.number == 1 || lineage.members.count > 1)
    }

    @Test("a process that began later has only got the number, and one that is gone is nobody")
    func reused() {
        #expect(ProcessLineage(of: getpid(), notAfter: 0) == nil)
        #expect(ProcessLineage(of: .max, notAfter: ElapsedClock.nanoseconds) == nil)
        #expect(ProcessLineage(of: 0, notAfter: ElapsedClock.nanoseconds) == nil)
    }

    @Test("the program of a process has a name, unless another process has its number by now")
    func name() {
        #expect(ProgramName.of(process: getpid(), notAfter: ElapsedClock.nanoseconds)?.isEmpty == false)
        #expect(ProgramName.of(process: getpid(), notAfter: 0) == nil)
        #expect(ProgramName.of(process: .max, notAfter: ElapsedClock.nanoseconds) == nil)
        #expect(ProgramName.of(process: 0, notAfter: ElapsedClock.nanoseconds) == nil)
    }

    @Test("a name with parentheses and blanks misleads nobody")
    func stat() {
        let line = "12 (a) S 99 (b) S 7 12 12 0 -1 4 1 0 0 0 1 2 0 0 20 0 1 0 4711 9 9"
        #expect(ProcessFacts(stat: Array(line.utf8))?.parent == 7)
        #expect(ProcessFacts(stat: Array(line.utf8))?.startTick == 4_711)
        #expect(ProcessFacts(stat: Array(line.utf8))?.name == "a) S 99 (b")
        for broken in ["", "12 (a", "12 (a) S", "12 (a) S x 12 12 0 -1 4 1 0 0 0 1 2 0 0 20 0 1 0 4711"] {
            #expect(ProcessFacts(stat: Array(broken.utf8)) == nil)
        }
    }

    @Test("a process in a sandbox has more than one number", arguments: [("12", 1), ("12\t3", 2), ("12\t3\t1", 3)])
    func namespaces(numbers: String, count: Int) {
        let status = "Name:\tNSpid:\nNSpid:\t\(numbers)\nNSpgid:\t1\t2\n"
        #expect(ProcessFacts.namespaceCount(status: Array(status.utf8)) == count)
        #expect(ProcessFacts.namespaceCount(status: Array("Name:\ta\n".utf8)) == nil)
    }
}
