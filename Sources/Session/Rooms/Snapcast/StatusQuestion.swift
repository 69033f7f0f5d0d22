import NIOCore

/// Decides when the server is asked for its whole status: at once, and not more often than it can be trusted to need that. Confined to
/// the event loop.
final class StatusQuestion {
    /// How long it waits at least before it asks again, because the server has told of something unknown.
    private static let pause = TimeAmount.seconds(1)

    private let eventLoop: any EventLoop
    private var askedAt = NIODeadline.distantPast
    private var waiting: Scheduled<Void>?

    /// Makes it for use on `eventLoop`.
    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Calls `send` once it is time for the question, unless one waits already, or is on its way, as `isAsked` says.
    func ask(unless isAsked: @escaping () -> Bool, _ send: @escaping () -> Void) {
        guard waiting == nil, !isAsked() else { return }
        let now = NIODeadline.now()
        guard now < askedAt + Self.pause else {
            askedAt = now
            return send()
        }
        waiting = eventLoop.assumeIsolated().scheduleTask(deadline: askedAt + Self.pause) { [weak self] in
            self?.waiting = nil
            self?.ask(unless: isAsked, send)
        }
    }

    /// Forgets when a server was asked, because another one answers now.
    func forget() { askedAt = .distantPast }

    /// Does not ask the question that waits.
    func cancel() {
        waiting?.cancel()
        waiting = nil
    }
}
