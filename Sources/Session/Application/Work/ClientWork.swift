import Media
import MediaTypes
import NIOCore
import SystemSupport

/// Work for clients that waits for disks or networks, on a thread for each piece, with a limit on the threads at once. So a slow disk
/// or host delays only the client that named it. Confined to the control thread.
final class ClientWork {
    /// Why a piece of work was not begun.
    enum Refusal {
        /// So many pieces of the client wait already, which is the limit.
        case tooManyWaiting(Int)
        case noThread(OwnThread.Failure)
    }

    private struct Order {
        /// Does the work, on a thread of its own. Returns a closure that gives the client the answer, on the control thread.
        let work: @Sendable () -> @Sendable () -> Void
        /// Gives the client the reason why the work was not begun.
        let refuse: (OwnThread.Failure) -> Void
    }

    private let threadName: String
    private let eventLoop: any EventLoop
    private let waitingPerClient: Int
    private var orders: FairQueue<Order>

    /// Makes it for use on `eventLoop`, where it also answers. The limits are those of ``FairQueue``.
    init(
        threadName: String = "fermata-probe", running: Int, runningPerClient: Int, waitingPerClient: Int,
        eventLoop: any EventLoop
    ) {
        self.threadName = threadName
        self.eventLoop = eventLoop
        self.waitingPerClient = waitingPerClient
        orders = FairQueue(
            FairQueue.Limits(running: running, runningPerClient: runningPerClient, waitingPerClient: waitingPerClient))
    }

    /// Runs `work` on media for `client` once it is the client's turn, and answers on the control thread. Does not answer if the
    /// client leaves while its work still waits.
    func run<Value: Sendable>(
        for client: Origin, _ work: @escaping @Sendable () throws(MediaError) -> Value,
        answer: @escaping (Result<Value, ProbeError>) -> Void
    ) {
        perform(
            for: client,
            { Result { () throws(MediaError) in try work() }.mapError(ProbeError.media) },
            refusal: {
                switch $0 {
                case .tooManyWaiting(let limit): .tooManyWaiting(limit)
                case .noThread(let failure): .media(MediaError(failure))
                }
            }, answer: answer)
    }

    /// Does the same with work that has errors of its own; `refusal` makes one of them if the work is not begun.
    func perform<Value: Sendable, Failure: Error>(
        for client: Origin, _ work: @escaping @Sendable () -> Result<Value, Failure>,
        refusal: @escaping (Refusal) -> Failure, answer: @escaping (Result<Value, Failure>) -> Void
    ) {
        let bound = NIOLoopBound(answer, eventLoop: eventLoop)
        let order = Order(
            work: {
                let result = work()
                return { bound.value(result) }
            },
            refuse: { answer(.failure(refusal(.noThread($0)))) })
        guard orders.add(order, of: client) else {
            return answer(.failure(refusal(.tooManyWaiting(waitingPerClient))))
        }
        beginMore()
    }

    /// Forgets the work of `client` that still waits.
    func clientLeft(_ client: Origin) { orders.drop(client) }

    private func beginMore() {
        while let (client, order) = orders.begin() {
            let ending = NIOLoopBound((work: self, client: client), eventLoop: eventLoop)
            do throws(OwnThread.Failure) {
                try OwnThread.start(name: threadName) { [eventLoop, work = order.work] in
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
                order.refuse(error)
            }
        }
    }
}
