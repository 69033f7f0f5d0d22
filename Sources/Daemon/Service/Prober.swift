import ControlProtocol
import ControlServer
import Decoding
import Media
import MediaTypes
import NIOCore
import SystemSupport

/// Describes media for `media.probe`, on a thread for each request, with a limit on the threads at once. So a slow disk or host
/// delays only the client that named it. Confined to the control thread.
final class Prober {
    /// With these limits, a client that asks for whole folders gets its answers, and one whose media hang leaves threads for
    /// others.
    private static let limits = FairQueue<Order>.Limits(running: 64, runningPerClient: 4, waitingPerClient: 1_024)

    private struct Order {
        let uri: String
        let reply: Reply
        let cancellation: CancellationToken
    }

    private let eventLoop: any EventLoop
    private let media: AnyMediaOpening
    private var orders = FairQueue<Order>(limits)

    /// Makes a prober that is used on `eventLoop` and answers there.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.eventLoop = eventLoop
        self.media = media
    }

    /// Describes the media at `uri`. `cancellation` ends that early.
    func probe(_ uri: String, of client: ClientID, cancellation: CancellationToken, reply: Reply) {
        let limit = Self.limits.waitingPerClient
        guard orders.add(Order(uri: uri, reply: reply, cancellation: cancellation), of: client) else {
            let message = "\(limit) media.probe requests of this client are waiting, which is the limit"
            return reply.fail(ControlError(.limitExceeded, message, details: ["limit": "probes"]))
        }
        beginMore()
    }

    /// Forgets the requests of `client` that still wait.
    func clientDidDisconnect(_ client: ClientID) { orders.drop(client) }

    private func beginMore() {
        while let (client, order) = orders.begin() {
            let ending = NIOLoopBound((prober: self, client: client, reply: order.reply), eventLoop: eventLoop)
            do {
                try OwnThread.start(name: "fermata-probe") { [media, eventLoop, uri = order.uri, token = order.cancellation] in
                    CurrentThread.becomeModest()
                    let answer = Self.describe(uri, media, token)
                    eventLoop.execute {
                        let (prober, client, reply) = ending.value
                        prober.orders.end(client)
                        reply(answer)
                        prober.beginMore()
                    }
                }
            } catch {
                orders.end(client)
                order.reply.fail(ControlError(MediaError(error), uri: order.uri))
            }
        }
    }

    private static func describe(
        _ uri: String, _ media: AnyMediaOpening, _ cancellation: CancellationToken
    ) -> Result<JSONValue, ControlError> {
        do throws(MediaError) {
            return .success(Wire.MediaDescription(try media.describe(uri, cancellation: cancellation)).json)
        } catch {
            return .failure(ControlError(error, uri: uri))
        }
    }
}

extension ControlError {
    /// Makes the protocol's error for `error` with the media at `uri`.
    fileprivate init(_ error: MediaError, uri: String) {
        // A client that left gets no answer. For all others, a cancelled probe means that the daemon ends.
        let uri = MediaAddress.shown(uri)
        guard error.code != .cancelled else { self.init(.shuttingDown, "fermatad is about to end", uri: uri); return }
        let code = Code.all.first { $0.name == error.code.rawValue } ?? .mediaUnreadable
        self.init(code, error.description, uri: uri)
    }
}
