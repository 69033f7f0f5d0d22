import Media
import MediaTypes
import PlayerModel
import Synchronization
import SystemSupport

/// A local file that is to be opened.
struct OpenOrder: Sendable {
    let uri: String
    let token: SourceToken
    let cancellation: CancellationToken
}

/// The threads that open local files: one that stays, and while that one is busy one more for each file, gone once nothing is
/// left to open.
///
/// Nobody can end a read of a disk that hangs, as a network mount does whose server is gone. So what hangs keeps its thread
/// until the disk answers, and holds up nothing else.
final class Openers: Sendable {
    /// Files are opened two at a time (what is to be heard, and what follows it); more threads than that hang on a disk, or
    /// finish what nobody wants any more. What comes while all of them are busy is opened by the next one that is free.
    static let mostThreads = 32

    private struct State {
        /// Whether the thread that stays has something to do.
        var isBusy = false
        /// How many there are besides it.
        var extraThreads = 0
        /// What waits for a thread, oldest first.
        var waiting: [OpenOrder] = []

        /// What is to be opened next: the newest wish.
        mutating func takeWaiting() -> OpenOrder? {
            waiting.removeAll { $0.cancellation.isCancelled }
            return waiting.popLast()
        }
    }

    private enum Place {
        case staying, extra, line
    }

    private let thread = WorkerThread<OpenMessage>(name: "fermata-open")
    private let opener: Opener
    private let state = Mutex(State())

    init(_ opener: Opener) { self.opener = opener }

    /// Starts the thread that stays.
    func start() {
        thread.start { [self] in
            while true {
                thread.wait()
                for message in thread.takeMessages() {
                    guard case .open(let order) = message else { return }
                    run(order) { $0.isBusy = false }
                }
            }
        }
    }

    /// Has a file opened. Any thread; comes back at once.
    func open(_ order: OpenOrder) {
        switch state.withLock({ Self.place(order, in: &$0) }) {
        case .staying: thread.post(.open(order))
        case .extra: startExtra(order)
        case .line: break
        }
    }

    /// Ends the thread that stays once it has nothing to do. Those that hang end with the process.
    func end() { thread.post(.end) }

    private static func place(_ order: OpenOrder, in state: inout State) -> Place {
        if !state.isBusy {
            state.isBusy = true
            return .staying
        }
        if state.extraThreads < mostThreads - 1 {
            state.extraThreads += 1
            return .extra
        }
        state.waiting.removeAll { $0.cancellation.isCancelled }
        state.waiting.append(order)
        return .line
    }

    private func startExtra(_ order: OpenOrder) {
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-open") { [self] in run(order) { $0.extraThreads -= 1 } }
        } catch {
            state.withLock { $0.extraThreads -= 1 }
            opener.events(.failedToOpen(order.token, PlaybackError(MediaError(error), uri: order.uri)))
        }
    }

    /// Opens that and whatever waits; `leave` notes that there is nothing left.
    private func run(_ first: OpenOrder, leave: @Sendable (inout State) -> Void) {
        var next: OpenOrder? = first
        while let order = next {
            opener.open(order.uri, order.token, .everywhere, order.cancellation)
            next = state.withLock { state in
                let waiting = state.takeWaiting()
                if waiting == nil { leave(&state) }
                return waiting
            }
        }
    }
}
