import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("A client of the control socket")
struct ControlClientTests {
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    @Test("that cannot connect closes no descriptor of others")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("nobody")
        let end = Flag()
        async let lost = onOwnThread {
            var lost = 0
            while !end.isSet {
                // Another file with the number of one that is closed twice.
                if close(open("/dev/null", O_RDONLY | O_CLOEXEC)) != 0 { lost += 1 }
            }
            return lost
        }
        let connected = await onOwnThread { (0..<20_000).count { _ in (try? ControlClient(connectingTo: path)) != nil } }
        end.set()
        #expect(await lost == 0 && connected == 0)
    }
}
