import CSystemd
import SystemSupport

/// Reports the daemon's state to the service manager (`sd_notify(3)`).
///
/// If no service manager started the daemon (`NOTIFY_SOCKET` is not set), every call does nothing. Calls may come from any
/// thread; each sends one datagram and does not wait for the manager. The environment must not be changed meanwhile.
package struct ServiceNotifier: Sendable {
    /// Makes a notifier. Nothing is sent yet.
    package init() {}

    /// Reports that the daemon serves clients and knows what it plays on. Sent at the start and at the end of each reload.
    package func ready(status: String? = nil) throws(DesktopError) { try send(["READY=1"] + Self.line(status)) }

    /// Sets the text that `systemctl status` shows; only the first line counts.
    package func status(_ text: String) throws(DesktopError) { try send(Self.line(text)) }

    /// Reports that the daemon reads the configuration again; ``ready(status:)`` ends that. Carries the time, as the manager
    /// requires since version 253.
    package func reloading() throws(DesktopError) {
        try send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)"])
    }

    /// Reports that the daemon is about to end.
    package func stopping(status: String? = nil) throws(DesktopError) { try send(["STOPPING=1"] + Self.line(status)) }

    private func send(_ lines: [String]) throws(DesktopError) {
        let result = unsafe sd_notify(0, lines.joined(separator: "\n"))
        if result < 0 { throw DesktopError(.notificationFailed, "cannot notify the service manager", result: result) }
    }

    /// Returns the assignment for `status`. It must stay one line: otherwise the text (a track's title, say) could carry
    /// assignments of its own.
    private static func line(_ status: String?) -> [String] {
        guard let status else { return [] }
        let first = status.unicodeScalars.prefix { $0.properties.generalCategory != .control }
        return ["STATUS=\(String(first))"]
    }
}
