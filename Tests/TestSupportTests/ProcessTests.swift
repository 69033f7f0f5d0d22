import Glibc
import TestSupport
import Testing

@Suite("Child processes")
struct ProcessTests {
    @Test("report their status and what they wrote")
    func status() async throws {
        let output = try await Tool.run("sh", ["-c", "echo hello $WHO"], environment: ["PATH": "/usr/bin:/bin", "WHO": "you"])
        #expect(String(decoding: output, as: UTF8.self) == "hello you\n")
        let child = try await ChildProcess.launch("sh", ["-c", "exit 3"])
        #expect(try await child.waitForExit() == .exited(3))
    }

    @Test("fail with what they complained of")
    func complaint() async throws {
        let error = await #expect(throws: TestSupportError.self) { try await Tool.run("sh", ["-c", "echo no luck >&2; exit 1"]) }
        #expect(error?.code == .programFailed)
        #expect(error?.message.contains("no luck") == true)
    }

    @Test("end by a signal, and take their own children along")
    func signals() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("grandchild")
        let child = try await ChildProcess.launch("sh", ["-c", "sleep 1000 & echo $! > \(file); wait"])
        let text = try await waitFor("the grandchild") { () async throws(TestSupportError) -> String? in
            guard let bytes = try? readFile(file), bytes.last == 10 else { return nil }
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }
        let grandchild = try #require(pid_t(text))
        #expect(try await child.stop(SIGKILL) == .signalled(SIGKILL))
        // An orphan that init has not reaped yet is a zombie, which has no command line any more.
        try await waitUntil("the grandchild to die") {
            (try? readFile("/proc/\(grandchild)/stat"))?.contains(UInt8(ascii: "Z")) != false
        }
    }

    @Test("are killed when nobody holds them any more")
    func unheld() async throws {
        var child: ChildProcess? = try await ChildProcess.launch("sleep", ["1000"])
        let identifier = try #require(child?.processIdentifier)
        child = nil
        try await waitUntil("the child to die") { kill(identifier, 0) == -1 }
    }

    @Test("are not waited for longer than the deadline")
    func deadline() async throws {
        let child = try await ChildProcess.launch("sleep", ["1000"])
        let error = await #expect(throws: TestSupportError.self) { try await child.waitForExit(deadline: .milliseconds(50)) }
        #expect(error?.code == .timedOut)
    }
}
