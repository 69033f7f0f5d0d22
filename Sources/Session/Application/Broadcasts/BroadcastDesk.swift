import AudioTypes
package import Broadcasting
import Logging
package import NIOCore
import Playback
import PlayerModel
import RealtimeAudio
import Recording

/// Lets listeners of the network hear what the player plays, wherever else it is heard. Nothing of it runs while nobody listens. Confined to the
/// control thread.
package final class BroadcastDesk {
    /// Why nobody can listen.
    package enum Refusal: Error, Hashable, Sendable {
        /// The configuration does not want it.
        case off
        /// So many listen, which is the limit.
        case tooMany
        /// The system has no room for another thread.
        case unavailable
    }

    private struct Listener {
        let format: BroadcastFormat
        let take: (ByteBuffer?) -> Void
    }

    /// How many may listen at a time.
    package static let mostListeners = 32

    private let engine: Engine
    private let eventLoop: any EventLoop
    private let logger: Logger
    /// The client that a server of a station is.
    static let station = UInt64.max
    /// What listeners get, whatever plays.
    private var format: PCMFormat?
    private var listeners: [UInt64: Listener] = [:]
    private var backlogs: [BroadcastFormat: BroadcastBacklog] = [:]
    private var broadcast: Broadcast?
    /// Where the sound of the player goes.
    private var buffer: CaptureBuffer?
    private var latestStream: UInt64 = 0

    init(_ engine: Engine, _ eventLoop: any EventLoop, logger: Logger) {
        self.engine = engine
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Takes over what listeners get, and whether clients of the network may listen. Streams of another format end.
    func configure(_ format: PCMFormat?, isOn: Bool) {
        let ends = format != self.format
        (self.format, self.isOn) = (format, isOn)
        if ends { endAll() } else if !isOn { end { $0 != Self.station } }
    }

    /// Whether clients of the network may listen.
    package private(set) var isOn = false

    /// How many clients of the network listen.
    package var listenerCount: Int { listeners.count - (listeners[Self.station] == nil ? 0 : 1) }

    /// Whether no more may listen.
    package var isFull: Bool { listenerCount >= Self.mostListeners }

    /// What is heard, for people: artist and title; empty if nothing is.
    package var title: String {
        let heard = engine.assumeIsolated { engine in
            let player = engine.currentPlayer()
            return player.state == .stopped ? nil : player.item
        }
        guard let item = heard, let title = item.title else { return "" }
        return item.artist.map { "\($0) - \(title)" } ?? title
    }

    // MARK: Listeners

    /// Gives a client the stream in this format from now on, until it leaves. `take` is called at once with what is there already, and then with
    /// all that follows; with `nil` if the stream ends.
    package func listen(
        to format: BroadcastFormat, as client: UInt64, take: @escaping (ByteBuffer?) -> Void
    ) throws(Refusal) {
        guard let sound = self.format, isOn || client == Self.station else { throw .off }
        guard !isFull || client == Self.station else { throw .tooMany }
        try begin(sound)
        listeners[client] = Listener(format: format, take: take)
        guard let backlog = backlogs[format] else {
            latestStream += 1
            backlogs[format] = BroadcastBacklog(Broadcast.Stream(format, number: latestStream))
            return encode()
        }
        for bytes in backlog.burst { take(bytes) }
    }

    /// Notes that a client does not listen any more.
    package func leave(_ client: UInt64) {
        guard let listener = listeners.removeValue(forKey: client) else { return }
        endUnheard(listener.format)
    }

    private func endUnheard(_ format: BroadcastFormat) {
        guard !listeners.values.contains(where: { $0.format == format }) else { return }
        backlogs[format] = nil
        encode()
        if listeners.isEmpty { end() }
    }

    private func encode() { broadcast?.encode(Set(backlogs.values.map(\.stream))) }

    /// Ends everything.
    func endAll() {
        let ended = listeners.values
        listeners = [:]
        backlogs = [:]
        end()
        for listener in ended { listener.take(nil) }
    }

    /// Ends the streams of these clients.
    private func end(_ isMeant: (UInt64) -> Bool) {
        let ended = listeners.filter { isMeant($0.key) }
        for client in ended.keys { leave(client) }
        for listener in ended.values { listener.take(nil) }
    }

    // MARK: The broadcast

    private func begin(_ sound: PCMFormat) throws(Refusal) {
        if broadcast != nil { return }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        do {
            broadcast = try Broadcast(sound) { [eventLoop] news in eventLoop.execute { bound.value.take(news) } }
        } catch {
            logger.warning("Nobody can listen.", metadata: ["reason": "\(error)"])
            throw .unavailable
        }
        follow(engine.assumeIsolated { $0.playedFormat })
    }

    private func end() {
        if let buffer { engine.assumeIsolated { $0.removeTap(buffer) } }
        buffer = nil
        broadcast = nil
    }

    /// The player plays in another format from now on.
    func changedFormat(_ format: StreamFormat) {
        guard broadcast != nil else { return }
        follow(format.coding == nil ? format : nil)
    }

    /// Has the broadcast get what the player plays in this format.
    private func follow(_ format: StreamFormat?) {
        if buffer?.format != format {
            if let buffer { engine.assumeIsolated { $0.removeTap(buffer) } }
            buffer = format.flatMap { broadcast?.makeBuffer($0) }
            broadcast?.follow(buffer)
        }
        guard let buffer else { return }
        engine.assumeIsolated { engine in
            engine.removeTap(buffer)
            engine.tap(into: buffer)
        }
    }

    private func take(_ news: Broadcast.News) {
        switch news {
        case .began(let stream, let head): give(ByteBuffer(bytes: head), of: stream) { $0.begin($1) }
        case .piece(let stream, let piece): give(ByteBuffer(bytes: piece), of: stream) { $0.append($1) }
        case .failed(let stream, let reason):
            guard backlogs[stream.format]?.stream == stream else { return }
            logger.warning("A stream for listeners ends.", metadata: ["format": "\(stream.format)", "reason": "\(reason)"])
            let ended = listeners.filter { $0.value.format == stream.format }
            for client in ended.keys { listeners[client] = nil }
            endUnheard(stream.format)
            for listener in ended.values { listener.take(nil) }
        }
    }

    /// Gives the listeners of a stream what comes of it. News of a stream that has ended come late.
    private func give(
        _ bytes: ByteBuffer, of stream: Broadcast.Stream, _ note: (inout BroadcastBacklog, ByteBuffer) -> Void
    ) {
        guard var backlog = backlogs[stream.format], backlog.stream == stream else { return }
        note(&backlog, bytes)
        backlogs[stream.format] = backlog
        // A listener who does not read leaves while this goes on.
        for listener in listeners.values where listener.format == stream.format { listener.take(bytes) }
    }
}
