import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Synchronization
import SystemSupport

/// An order to open a local file.
struct OpenOrder: Sendable {
    let uri: String
    let token: SourceToken
    /// Which of several audio tracks is played.
    let track: TrackWish
    let cancellation: CancellationToken
}

/// The threads that open local files. One stays; while it is busy, each further file gets one more thread, which ends once no
/// file is left to open.
///
/// Nobody can end a read from a disk that hangs, such as a network mount whose server is gone. So such a read keeps its thread
/// until the disk answers, and delays nothing else.
final class Openers: Sendable {
    /// The largest number of threads. The player has two files opened at a time: the one to be heard and the next one. If there
    /// are more threads, they hang on a disk or finish work that nobody wants any more. An order that comes while all of them
    /// are busy waits for the next free thread.
    static let mostThreads = 32

    private struct State {
        /// Whether the thread that stays has work.
        var isBusy = false
        /// How many threads there are in addition to it.
        var extraThreads = 0
        /// The orders that wait for a thread, oldest first.
        var waiting: [OpenOrder] = []

        /// Takes the order to open next: the newest one, because it is what the user wants now.
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

    /// Opens a file, on one of the threads. Any thread; returns at once.
    func open(_ order: OpenOrder) {
        switch state.withLock({ Self.place(order, in: &$0) }) {
        case .staying: thread.post(.open(order))
        case .extra: startExtra(order)
        case .line: break
        }
    }

    /// Ends the thread that stays once it has no work. Threads that hang end with the process.
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

    /// Opens the file of `first`, and then those that wait. `leave` notes that no file is left.
    private func run(_ first: OpenOrder, leave: @Sendable (inout State) -> Void) {
        var next: OpenOrder? = first
        while let order = next {
            opener.open(order.uri, order.token, .everywhere, order.track, order.cancellation)
            next = state.withLock { state in
                let waiting = state.takeWaiting()
                if waiting == nil { leave(&state) }
                return waiting
            }
        }
    }
}
