import ControlProtocol

/// The text that `systemctl status` shows for the daemon.
enum ServiceStatus {
    /// Returns the text for `status`, one line.
    static func line(_ status: Wire.Status) -> String {
        guard let item = status.item, status.state != .stopped else { return "Stopped" }
        let title = [item.artist, item.title ?? item.uri].compactMap(\.self).joined(separator: " – ")
        if status.state == .buffering { return "Waiting for more of \(title)" }
        if status.state != .playing { return "Paused: \(title)" }
        return "Playing \(title)\(status.output == nil ? ", waiting for an output" : "")"
    }
}
