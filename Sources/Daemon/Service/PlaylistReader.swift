import NIOCore
import Playback

/// Reads playlist files on a thread of its own, one after the other, so that a slow disk holds up nobody.
struct PlaylistReader: Sendable {
    typealias Answer = (Result<PlaylistExpansion, PlaybackError>) -> Void

    private let thread: WorkerThread<Order>
    private let eventLoop: any EventLoop

    private enum Order: Sendable {
        case read([String], NIOLoopBound<Answer>)
        case end
    }

    /// Starts the thread; answers are given on `eventLoop`.
    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let thread = WorkerThread<Order>(name: "fermata-lists")
        self.thread = thread
        thread.start {
            while true {
                thread.wait()
                for order in thread.takeMessages() {
                    guard case .read(let uris, let answer) = order else { return }
                    let result = Result { () throws(PlaybackError) in try PlaylistExpansion(uris) }
                    eventLoop.execute { answer.value(result) }
                }
            }
        }
    }

    /// Puts the entries of the playlists among `uris` in their places. On the event loop.
    func read(_ uris: [String], answer: @escaping Answer) {
        thread.post(.read(uris, NIOLoopBound(answer, eventLoop: eventLoop)))
    }

    func shutDown() { thread.post(.end) }
}
