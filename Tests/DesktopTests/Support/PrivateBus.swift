import Glibc
import TestSupport

/// A message bus of one test's own, in the role of the session's or the system's.
final class PrivateBus: Sendable {
    let directory: TemporaryDirectory
    private let daemon: Box<ChildProcess?>

    /// A bus that is started by ``start()``.
    init() throws {
        directory = try TemporaryDirectory()
        daemon = Box(nil)
    }

    /// A bus that runs.
    static func running() async throws -> PrivateBus {
        let bus = try PrivateBus()
        try await bus.start()
        return bus
    }

    private var socket: String { directory.file("bus") }
    var address: String { "unix:path=\(socket)" }

    /// Starts the bus at the address that it always has, and waits until it listens.
    func start() async throws {
        let child = try await ChildProcess.launch(
            "dbus-daemon", ["--session", "--address=\(address)", "--nofork", "--nopidfile"])
        daemon.value = child
        try await waitUntil("the message bus", poll: .milliseconds(5)) { fileLength(socket) != nil }
    }

    /// Kills the bus.
    func kill() async throws { try await daemon.value?.stop(SIGKILL) }
}
