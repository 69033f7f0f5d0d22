import Decoding
package import Media
import MediaTypes
import NIOCore
import SystemSupport

/// Describes media for clients, on a thread for each request, with a limit on the threads at once. So a slow disk or host
/// delays only the client that named it. Confined to the control thread.
package final class MediaProber {
    /// Gets the description, or the reason why there is none. Called on the control thread.
    package typealias Answer = (Result<MediaDescription, ProbeError>) -> Void

    /// With these limits, a client that asks for whole folders gets its answers, and one whose media hang leaves threads for
    /// others.
    private static let limits = FairQueue<Order>.Limits(running: 64, runningPerClient: 4, waitingPerClient: 1_024)

    private struct Order {
        let uri: String
        let answer: Answer
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
    func probe(_ uri: String, for client: Origin, cancellation: CancellationToken, answer: @escaping Answer) {
        guard orders.add(Order(uri: uri, answer: answer, cancellation: cancellation), of: client) else {
            return answer(.failure(.tooManyWaiting(Self.limits.waitingPerClient)))
        }
        beginMore()
    }

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) { orders.drop(client) }

    private func beginMore() {
        while let (client, order) = orders.begin() {
            let ending = NIOLoopBound((prober: self, client: client, answer: order.answer), eventLoop: eventLoop)
            do {
                try OwnThread.start(name: "fermata-probe") { [media, eventLoop, uri = order.uri, token = order.cancellation] in
                    CurrentThread.becomeModest()
                    let result = Result { () throws(MediaError) in try media.describe(uri, cancellation: token) }
                    eventLoop.execute {
                        let (prober, client, answer) = ending.value
                        prober.orders.end(client)
                        answer(result.mapError(ProbeError.media))
                        prober.beginMore()
                    }
                }
            } catch {
                orders.end(client)
                order.answer(.failure(.media(MediaError(error))))
            }
        }
    }
}
