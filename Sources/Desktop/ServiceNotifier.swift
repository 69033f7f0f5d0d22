import CSystemd
import SystemSupport

/// Tells the service manager how the daemon is doing (`sd_notify(3)`).
///
/// Where no service manager started the daemon (`NOTIFY_SOCKET` is not set), every call does nothing. Calls may come from any
/// thread; each sends one datagram and does not wait for the manager. The environment must not be changed meanwhile.
package struct ServiceNotifier: Sendable {
    /// Makes a notifier. Nothing is sent yet.
    package init() {}

    /// The daemon serves clients, and what it plays on is known. Sent at the start and at the end of each reload.
    package func ready(status: String? = nil) throws(DesktopError) { try send(["READY=1"] + Self.line(status)) }

    /// What `systemctl status` shows; only the first line of the text counts.
    package func status(_ text: String) throws(DesktopError) { try send(Self.line(text)) }

    /// The configuration is read again; `ready()` ends it. Carries the time, as the manager asks for since version 253.
    package func reloading() throws(DesktopError) {
        try send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)"])
    }

    /// The daemon is on its way out.
    package func stopping(status: String? = nil) throws(DesktopError) { try send(["STOPPING=1"] + Self.line(status)) }

    private func send(_ lines: [String]) throws(DesktopError) {
        let result = unsafe sd_notify(0, lines.joined(separator: "\n"))
        if result < 0 { throw DesktopError(.notificationFailed, "cannot notify the service manager", result: result) }
    }

    /// One assignment must stay one line, or the text could carry assignments of its own (a track's title, say).
    private static func line(_ status: String?) -> [String] {
        guard let status else { return [] }
        let first = status.unicodeScalars.prefix { $0.properties.generalCategory != .control }
        return ["STATUS=\(String(first))"]
    }
}
