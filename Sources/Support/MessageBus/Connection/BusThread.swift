import Glibc
import Synchronization
import SystemSupport

/// The state that a ``BusThread`` works on. It is made, used and freed on that thread.
package protocol BusThreadState: AnyObject, SendableMetatype {
    /// The links to the buses.
    var links: [BusLink] { get }
}

/// The thread of all message buses. It sleeps until a message, an order or a deadline wakes it.
package final class BusThread<State: BusThreadState>: Sendable {
    /// A closure that runs on the thread.
    package typealias Order = @Sendable (State) -> Void

    private struct Mailbox {
        var orders: [Order] = []
        var isEnding = false
    }

    private let name: String
    private let makeState: @Sendable () -> State
    private let wake = EventDescriptor.indispensable()
    private let mailbox = Mutex(Mailbox())
    private let thread = Mutex<pthread_t?>(nil)

    /// Makes a thread that does not run yet; `name` (at most 15 bytes) is what `top` and debuggers show.
    package init(name: String, _ makeState: @escaping @Sendable () -> State) {
        self.name = name
        self.makeState = makeState
    }

    /// Starts the thread. Only once.
    package func start() {
        thread.withLock { thread in
            precondition(thread == nil, "\(name) runs already")
            do throws(OwnThread.Failure) {
                thread = try OwnThread.startJoinable(name: name) { [self] in run() }
            } catch {
                preconditionFailure(error.description)
            }
        }
    }

    /// Queues `order` to run on the thread, after earlier orders. Any thread; does not wait.
    package func post(_ order: @escaping Order) {
        mailbox.withLock { $0.orders.append(order) }
        wake.signal()
    }

    /// Runs the orders that were posted, ends the connections and waits for the end of the thread. Any thread except the bus
    /// thread.
    package func stop() {
        mailbox.withLock { $0.isEnding = true }
        wake.signal()
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let running { pthread_join(running, nil) }
    }

    private func run() {
        let state = makeState()
        let links = state.links
        for link in links { link.begin(at: MonotonicClock.nanoseconds) }
        var isReadable = links.map { _ in false }
        while true {
            let (orders, isEnding) = takeOrders()
            for order in orders { order(state) }
            if isEnding { return }
            for (index, link) in links.enumerated() {
                link.turn(at: MonotonicClock.nanoseconds, isReadable: isReadable[index])
            }
            isReadable = sleep(links)
        }
    }

    private func takeOrders() -> ([Order], isEnding: Bool) {
        wake.drain()
        return mailbox.withLock { mailbox in
            defer { mailbox.orders = [] }
            return (mailbox.orders, mailbox.isEnding)
        }
    }

    /// Sleeps until there is something to do, and returns for each link whether `poll` found something.
    private func sleep(_ links: [BusLink]) -> [Bool] {
        // `poll` ignores negative descriptors.
        var requests = links.map { $0.pollRequest ?? pollfd(fd: -1, events: 0, revents: 0) }
        requests.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
        let deadline = links.compactMap(\.deadline).min()
        // Rounded up: otherwise the last part of a millisecond would be a busy loop.
        let timeout = deadline.map { CInt(clamping: max(0, ($0 - MonotonicClock.nanoseconds + 999_999) / 1_000_000)) }
        _ = unsafe poll(&requests, nfds_t(requests.count), timeout ?? -1)
        return requests.dropLast().map { $0.revents != 0 }
    }
}
