import Application
import Desktop
import Logging
import NIOCore

/// Tells the service manager's watchdog that the daemon works, as long as that is so: control runs, and the sound moves on or the
/// decode thread answers. Confined to the control thread.
///
/// The manager watches only while something plays. So nothing wakes a daemon at rest; while something plays, control wakes
/// twice in each time-out.
final class Watchdog {
    /// What the watchdog looks at and asks.
    struct Subject {
        /// The signs of life now.
        let signs: () -> SignsOfLife
        /// Asks the decode thread, whose answer calls the closure.
        let askDecoder: (@escaping () -> Void) -> Void
    }

    /// A notice to the service manager.
    enum Notice: Hashable {
        /// Watch from now on, with a time-out of so many microseconds; 0 for no longer.
        case watch(microseconds: UInt64)
        /// The daemon works.
        case works
    }

    private let microseconds: UInt64
    private let eventLoop: any EventLoop
    private let subject: Subject
    private let notify: (Notice) -> Void
    private var seen: SignsOfLife?
    private var next: Scheduled<Void>?
    /// Whether the manager watches. It begins to as soon as the daemon is ready.
    private var isWatched = true

    /// Makes a watchdog for a manager whose time-out is so many microseconds.
    init(microseconds: UInt64, eventLoop: any EventLoop, subject: Subject, notify: @escaping (Notice) -> Void) {
        self.microseconds = microseconds
        self.eventLoop = eventLoop
        self.subject = subject
        self.notify = notify
    }

    /// Makes a watchdog that tells the manager which started the daemon; `nil` if that manager watches nothing.
    convenience init?(telling notifier: ServiceNotifier, eventLoop: any EventLoop, subject: Subject, logger: Logger) {
        guard let microseconds = notifier.watchdogMicroseconds else { return nil }
        self.init(microseconds: microseconds, eventLoop: eventLoop, subject: subject) { notice in
            do throws(DesktopError) {
                switch notice {
                case .watch(let microseconds): try notifier.watch(microseconds: microseconds)
                case .works: try notifier.works()
                }
            } catch {
                logger.warning("Cannot notify the service manager's watchdog.", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Has the manager watch from now on, or no longer.
    func watch(_ isPlaying: Bool) {
        guard isPlaying != isWatched || isPlaying && next == nil else { return }
        isWatched = isPlaying
        next?.cancel()
        next = nil
        notify(.watch(microseconds: isPlaying ? microseconds : 0))
        guard isPlaying else { return }
        seen = subject.signs()
        schedule()
    }

    private func schedule() {
        next = eventLoop.assumeIsolated().scheduleTask(in: .microseconds(Int64(clamping: microseconds / 2))) { [weak self] in
            guard let self else { return }
            look()
            schedule()
        }
    }

    private func look() {
        let signs = subject.signs()
        defer { seen = signs }
        if let seen, signs.showsProgress(since: seen) { return tellAlive() }
        subject.askDecoder { [weak self] in self?.tellAlive() }
    }

    private func tellAlive() {
        if isWatched { notify(.works) }
    }
}
