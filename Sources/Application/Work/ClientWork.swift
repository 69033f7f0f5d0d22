import Media
import MediaTypes
import NIOCore
import SystemSupport

/// Work on media for clients, on a thread for each piece, with a limit on the threads at once. So a slow disk or host delays
/// only the client that named it. Confined to the control thread.
final class ClientWork {
    private struct Order {
        /// Does the work, on a thread of its own. Returns a closure that gives the client the answer, on the control thread.
        let work: @Sendable () -> @Sendable () -> Void
        /// Gives the client the reason why the work was not begun.
        let refuse: (MediaError) -> Void
    }

    private let eventLoop: any EventLoop
    private let waitingPerClient: Int
    private var orders: FairQueue<Order>

    /// Makes it for use on `eventLoop`, where it also answers. The limits are those of ``FairQueue``.
    init(running: Int, runningPerClient: Int, waitingPerClient: Int, eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        self.waitingPerClient = waitingPerClient
        orders = FairQueue(
            FairQueue.Limits(running: running, runningPerClient: runningPerClient, waitingPerClient: waitingPerClient))
    }

    /// Runs `work` for `client` once it is the client's turn, and answers on the control thread. Does not answer if the client
    /// leaves while its work still waits.
    func run<Value: Sendable>(
        for client: Origin, _ work: @escaping @Sendable () throws(MediaError) -> Value,
        answer: @escaping (Result<Value, ProbeError>) -> Void
    ) {
        let bound = NIOLoopBound(answer, eventLoop: eventLoop)
        let order = Order(
            work: {
                let result = Result { () throws(MediaError) in try work() }
                return { bound.value(result.mapError(ProbeError.media)) }
            },
            refuse: { answer(.failure(.media($0))) })
        guard orders.add(order, of: client) else {
            return answer(.failure(.tooManyWaiting(waitingPerClient)))
        }
        beginMore()
    }

    /// Forgets the work of `client` that still waits.
    func clientLeft(_ client: Origin) { orders.drop(client) }

    private func beginMore() {
        while let (client, order) = orders.begin() {
            let ending = NIOLoopBound((work: self, client: client), eventLoop: eventLoop)
            do {
                try OwnThread.start(name: "fermata-probe") { [eventLoop, work = order.work] in
                    CurrentThread.becomeModest()
                    let answer = work()
                    eventLoop.execute {
                        let (work, client) = ending.value
                        work.orders.end(client)
                        answer()
                        work.beginMore()
                    }
                }
            } catch {
                orders.end(client)
                order.refuse(MediaError(error))
            }
        }
    }
}
