import CSystemd
import Glibc
import SystemSupport

/// Reports the daemon's state to the service manager (`sd_notify(3)`).
///
/// If no service manager started the daemon (`NOTIFY_SOCKET` is not set), every call does nothing. Calls may come from any
/// thread; each sends one datagram. If the manager has stopped and its socket is full, the notice is an error: at once if it only
/// tells something, after a second if the manager's later acts depend on it. `sd_notify` of libsystemd would wait until the manager
/// goes on, and with it the thread that answers clients. The environment must not be changed meanwhile.
package struct ServiceNotifier: Sendable {
    /// Makes a notifier. Nothing is sent yet.
    package init() {}

    /// Reports that the daemon serves clients and knows what it plays on. Sent at the start and at the end of each reload.
    package func ready(status: String? = nil) throws(DesktopError) { try send(["READY=1"] + Self.line(status), waits: true) }

    /// Sets the text that `systemctl status` shows; only the first line counts.
    package func status(_ text: String) throws(DesktopError) { try send(Self.line(text)) }

    /// Reports that the daemon reads the configuration again; ``ready(status:)`` ends that. Carries the time, as the manager
    /// requires since version 253.
    package func reloading() throws(DesktopError) {
        try send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)"], waits: true)
    }

    /// Reports that the daemon is about to end.
    package func stopping(status: String? = nil) throws(DesktopError) {
        try send(["STOPPING=1"] + Self.line(status), waits: true)
    }

    /// The time-out of the manager's watchdog, in microseconds; `nil` if the manager watches nothing.
    package var watchdogMicroseconds: UInt64? {
        var microseconds: UInt64 = 0
        return unsafe sd_watchdog_enabled(0, &microseconds) > 0 ? microseconds : nil
    }

    /// Has the manager end the daemon if it hears nothing for so many microseconds from now on; 0 ends the watch.
    package func watch(microseconds: UInt64) throws(DesktopError) { try send(["WATCHDOG_USEC=\(microseconds)"], waits: true) }

    /// Tells the manager's watchdog that the daemon works.
    package func works() throws(DesktopError) { try send(["WATCHDOG=1"]) }

    private func send(_ lines: [String], waits: Bool = false) throws(DesktopError) {
        guard let path = unsafe getenv("NOTIFY_SOCKET").map({ unsafe String(cString: $0) }) else { return }
        let sent = Self.send(Array(lines.joined(separator: "\n").utf8), to: path, waits: waits)
        if sent < 0 { throw DesktopError(.notificationFailed, "cannot notify the service manager", result: -errno) }
    }

    /// Sends a datagram to the Unix socket at `path`, whose name is abstract if it begins with `@`. Returns -1 and sets `errno`
    /// if that fails.
    private static func send(_ bytes: [UInt8], to path: String, waits: Bool) -> Int {
        let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return -1 }
        let descriptor = FileDescriptor(owning: number)
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else { return -1 }
        let flags = CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT))
        return unsafe UnixSocketAddress.with(path, mayBeAbstract: true) { address, size in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe sendto(descriptor.number, bytes.baseAddress, bytes.count, flags, address, size)
            }
        } ?? -1
    }

    /// Returns the assignment for `status`. It must stay one line: otherwise the text (a track's title, say) could carry
    /// assignments of its own.
    private static func line(_ status: String?) -> [String] {
        guard let status else { return [] }
        let first = status.unicodeScalars.prefix { $0.properties.generalCategory != .control }
        return ["STATUS=\(String(first))"]
    }
}
