// Types of sockets come from the headers of whichever of the two is read first.
import CSystemd
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

    @Test("a manager that has stopped, and reads nothing, holds nobody up", .timeLimit(.minutes(10)))
    func managerStopped() throws {
        let socket = try NotifySocket()
        setenv("NOTIFY_SOCKET", socket.path, 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        let error = #expect(throws: DesktopError.self) {
            for _ in 0..<100_000 { try notifier.status("Playing") }
        }
        #expect(error?.description == "cannot notify the service manager: Resource temporarily unavailable")
        // One on which the manager's later acts depend waits for a second.
        #expect(throws: DesktopError.self) { try notifier.watch(microseconds: 0) }
        // What came before is not lost. More than one is taken out: a bus that another test starts sends a notice here as well.
        let messages = (0..<5).compactMap { _ in socket.receive() }
        #expect(messages.count == 5 && messages.contains("STATUS=Playing"))
        try notifier.works()
    }

    @Test("a socket with an abstract name is one, too")
    func abstractName() throws {
        let name = "fermata-test-\(getpid())"
        let receiver = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(receiver) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(receiver, $0, size) }
        }
        #expect(bound == 0)
        setenv("NOTIFY_SOCKET", "@\(name)", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        try notifier.ready()
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(receiver, &buffer, buffer.count, 0)
        #expect(String(decoding: buffer[..<max(0, count)], as: UTF8.self) == "READY=1")
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
        #expect(try SocketActivation.takeListeningSockets() == PassedSockets())
        setenv("LISTEN_PID", String(getpid()), 1)
        setenv("LISTEN_FDS", "none", 1)
        let error = #expect(throws: DesktopError.self) { try SocketActivation.takeListeningSockets() }
        #expect(error?.description == "cannot take over the passed sockets: Invalid argument")
        #expect(getenv("LISTEN_FDS") == nil)
        #expect(getenv("LISTEN_PID") == nil)
    }

    @Test("sockets meant for another process are not ours")
    func activationOfAnother() throws {
        setenv("LISTEN_PID", "1", 1)
        setenv("LISTEN_FDS", "1", 1)
        #expect(try SocketActivation.takeListeningSockets() == PassedSockets())
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
