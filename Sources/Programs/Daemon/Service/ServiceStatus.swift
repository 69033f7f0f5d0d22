import Application
import AudioSession
import AudioTypes
import Desktop
import Logging
import PlayerModel

/// Tells the service manager how the daemon fares. Confined to the control thread.
final class ServiceStatus {
    private let notifier = ServiceNotifier()
    private let logger: Logger
    /// Whether the service manager knows that clients are served.
    private var isReady = false
    /// The text that the service manager shows.
    private var told = ""

    init(logger: Logger) { self.logger = logger }

    /// Tells the text for `systemctl status`, if it has changed.
    func tell(_ snapshot: ApplicationSnapshot) {
        let line = Self.line(snapshot)
        if line == told { return }
        told = line
        notify { () throws(DesktopError) in try notifier.status(line) }
    }

    /// Tells once that clients are served.
    /// - Returns: whether this was the first time.
    func tellReady(_ snapshot: ApplicationSnapshot) -> Bool {
        if isReady { return false }
        isReady = true
        tellReloaded(snapshot)
        return true
    }

    /// Tells that the configuration is being read again.
    ///
    /// Until the daemon is ready, the service manager waits for the end of the start, and would take the end of the reload for
    /// that. So before that, neither this nor ``tellReloaded(_:)`` tells anything.
    func tellReloading() {
        if isReady { notify { () throws(DesktopError) in try notifier.reloading() } }
    }

    /// Tells that the configuration was read, or is refused.
    func tellReloaded(_ snapshot: ApplicationSnapshot) {
        guard isReady else { return }
        told = Self.line(snapshot)
        notify { () throws(DesktopError) in try notifier.ready(status: told) }
    }

    /// Tells that the daemon is about to end.
    func tellStopping() {
        notify { () throws(DesktopError) in try notifier.stopping(status: "Stopping") }
    }

    private func notify(_ send: () throws(DesktopError) -> Void) {
        do throws(DesktopError) {
            try send()
        } catch {
            logger.warning("Cannot notify the service manager.", metadata: ["reason": "\(error)"])
        }
    }

    private static func line(_ snapshot: ApplicationSnapshot) -> String {
        line(snapshot.player.state, snapshot.player.item, hasOutput: !snapshot.route.outputs.isEmpty)
    }

    /// Returns the text for a player in that state with `item`, one line.
    static func line(_ state: PlaybackState, _ item: QueueItem?, hasOutput: Bool) -> String {
        guard let item, state != .stopped else { return "Stopped" }
        let title = [item.artist, item.title ?? item.uri].compactMap(\.self).joined(separator: " – ")
        if state == .buffering { return "Waiting for more of \(title)" }
        if state != .playing { return "Paused: \(title)" }
        return "Playing \(title)\(hasOutput ? "" : ", waiting for an output")"
    }
}
