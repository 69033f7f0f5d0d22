import Glibc
import Synchronization

/// A message bus of one test's own, in the role of the session's or the system's.
package final class PrivateBus: Sendable {
    private let directory: TemporaryDirectory
    private let daemon = Mutex<ChildProcess?>(nil)

    /// Makes a bus that ``start()`` starts.
    package init() throws { directory = try TemporaryDirectory() }

    /// Returns a bus that runs.
    package static func running() async throws -> PrivateBus {
        let bus = try PrivateBus()
        try await bus.start()
        return bus
    }

    private var socket: String { directory.file("bus") }

    /// The D-Bus address of the bus, the same after each start.
    package var address: String { "unix:path=\(socket)" }

    /// Starts the bus, and waits until it listens.
    package func start() async throws {
        let child = try await ChildProcess.launch(
            "dbus-daemon", ["--session", "--address=\(address)", "--nofork", "--nopidfile"])
        daemon.withLock { $0 = child }
        try await waitUntil("the message bus", poll: .milliseconds(5)) { isListening(at: socket) }
    }

    /// Kills the bus.
    package func kill() async throws { try await daemon.withLock { $0 }?.stop(SIGKILL) }
}
