import Broadcasting
import Logging
import NIOCore
import SystemSupport

/// Sends what the player plays to an Icecast server, where the configuration names one. Confined to the control thread.
final class IcecastDesk {
    /// How it is.
    enum State: Hashable {
        /// No server is named.
        case off
        /// Nothing has come of it yet.
        case connecting
        case connected
        /// Why nothing is sent, as a sentence. It is tried again.
        case lost(String)
    }

    private let broadcasts: BroadcastDesk
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var settings: IcecastSource.Settings?
    private var source: IcecastSource?
    /// Tells the source from those before it.
    private var number: UInt64 = 0
    private(set) var state = State.off
    private var toldTitle: String?
    private var titlePace = LogPace()

    init(_ broadcasts: BroadcastDesk, _ eventLoop: any EventLoop, logger: Logger) {
        self.broadcasts = broadcasts
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Takes over where to send; `nil` for nowhere.
    func configure(_ settings: IcecastSource.Settings?) {
        guard settings != self.settings else { return }
        self.settings = settings
        begin()
    }

    /// Ends everything.
    func end() {
        settings = nil
        begin()
    }

    private func begin() {
        broadcasts.leave(BroadcastDesk.station)
        source = nil
        number += 1
        guard let settings else { return state = .off }
        state = .connecting
        let (bound, mine) = (NIOLoopBound(self, eventLoop: eventLoop), number)
        do {
            source = try IcecastSource(settings) { [eventLoop] news in eventLoop.execute { bound.value.take(news, of: mine) } }
        } catch {
            lose("\(error)")
        }
    }

    private func take(_ news: IcecastSource.News, of number: UInt64) {
        guard number == self.number, let settings else { return }
        switch news {
        case .connected:
            state = .connected
            logger.notice(
                "The Icecast server takes the stream.", metadata: ["server": "\(settings.server)", "mount": "\(settings.mount)"])
            toldTitle = nil
            do throws(BroadcastDesk.Refusal) {
                try broadcasts.listen(to: settings.format, as: BroadcastDesk.station) { [weak self] in
                    self?.send($0, settings.format)
                }
            } catch {
                lose("nothing can be encoded for it")
            }
        case .lost(let reason): lose(reason)
        case .titleRefused(let reason):
            guard let count = titlePace.note(at: MonotonicClock.nanoseconds) else { return }
            logger.notice(
                "The Icecast server does not take a title.", metadata: ["reason": "\(reason)", "since the last line": "\(count)"])
        }
    }

    private func lose(_ reason: String) {
        broadcasts.leave(BroadcastDesk.station)
        // Once for each reason: it is tried again for ever.
        if state != .lost(reason) { logger.warning("The Icecast server takes no stream.", metadata: ["reason": "\(reason)"]) }
        state = .lost(reason)
    }

    private func send(_ bytes: ByteBuffer?, _ format: BroadcastFormat) {
        guard let bytes else {
            // The stream begins anew, in another format perhaps: so does the connection, once whoever has ended it is done.
            let (bound, mine) = (NIOLoopBound(self, eventLoop: eventLoop), number)
            return eventLoop.execute { if bound.value.number == mine { bound.value.begin() } }
        }
        source?.send(Array(bytes.readableBytesView))
        // Icecast takes titles for MPEG audio alone.
        guard format == .mp3 else { return }
        let title = broadcasts.title
        guard title != toldTitle else { return }
        toldTitle = title
        source?.tell(title)
    }
}
