import Glibc
import TestSupport
import Testing

@testable import Desktop

/// These tests set the process environment, which `sd_notify` reads, and therefore run one after the other.
@Suite("telling the service manager", .serialized)
struct ServiceNotifierTests {
    private let notifier = ServiceNotifier()

    @Test("readiness, status, reload and the end arrive as the manager reads them")
    func messages() throws {
        let socket = try NotifySocket()
        setenv("NOTIFY_SOCKET", socket.path, 1)
        defer { unsetenv("NOTIFY_SOCKET") }

        try notifier.ready(status: "Stopped")
        #expect(socket.receive() == "READY=1\nSTATUS=Stopped")
        try notifier.ready()
        #expect(socket.receive() == "READY=1")
        try notifier.status("Playing: Ä\nREADY=1")
        #expect(socket.receive() == "STATUS=Playing: Ä")
        try notifier.stopping(status: "Saving")
        #expect(socket.receive() == "STOPPING=1\nSTATUS=Saving")

        let before = ContinuousClock.monotonicMicroseconds
        try notifier.reloading()
        let lines = try #require(socket.receive()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = try #require(lines.last?.split(separator: "=").last.flatMap { Int64($0) })
        #expect(lines.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect((before...ContinuousClock.monotonicMicroseconds).contains(time))
    }

    @Test("without a service manager nothing happens")
    func noManager() throws {
        unsetenv("NOTIFY_SOCKET")
        try notifier.ready()
    }

    @Test("a manager that is gone is an error with a sentence")
    func managerGone() throws {
        setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        let error = #expect(throws: DesktopError.self) { try notifier.ready() }
        #expect(error?.code == .notificationFailed)
        #expect(error?.description == "cannot notify the service manager: No such file or directory")
    }

    @Test("without a socket unit there is no socket, and a broken hand-over is an error; the environment forgets both")
    func activationEnvironment() throws {
        #expect(try SocketActivation.takeListeningSocket() == nil)
        setenv("LISTEN_PID", String(getpid()), 1)
        setenv("LISTEN_FDS", "none", 1)
        let error = #expect(throws: DesktopError.self) { try SocketActivation.takeListeningSocket() }
        #expect(error?.description == "cannot take over the passed sockets: Invalid argument")
        #expect(getenv("LISTEN_FDS") == nil)
        #expect(getenv("LISTEN_PID") == nil)
    }

    @Test("sockets meant for another process are not ours")
    func activationOfAnother() throws {
        setenv("LISTEN_PID", "1", 1)
        setenv("LISTEN_FDS", "1", 1)
        #expect(try SocketActivation.takeListeningSocket() == nil)
        #expect(getenv("LISTEN_FDS") == nil)
    }
}

extension ContinuousClock {
    /// CLOCK_MONOTONIC, which the service manager counts in.
    fileprivate static var monotonicMicroseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}
