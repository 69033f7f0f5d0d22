import ControlProtocol
import ControlServer
import Media
import NIOCore
import Playback

/// Looks into media files on a thread of its own, one after the other, so that a slow disk holds up nobody. What is behind an
/// address of the network gets a thread to itself.
struct Prober: Sendable {
    private let thread: WorkerThread<Order>
    private let eventLoop: any EventLoop
    private let media: AnyMediaOpening

    private enum Order: Sendable {
        case probe(String, NIOLoopBound<Reply>)
        case end
    }

    /// Starts the thread; answers are given on `eventLoop`.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.eventLoop = eventLoop
        self.media = media
        let thread = WorkerThread<Order>(name: "fermata-probe")
        self.thread = thread
        thread.start {
            while true {
                thread.wait()
                for order in thread.takeMessages() {
                    guard case .probe(let uri, let reply) = order else { return }
                    let answer = Self.describe(uri, media)
                    eventLoop.execute { reply.value(answer) }
                }
            }
        }
    }

    /// Describes the media at `uri`.
    func probe(_ uri: String, reply: Reply) {
        let reply = NIOLoopBound(reply, eventLoop: eventLoop)
        guard media.isRemote(uri) else { return thread.post(.probe(uri, reply)) }
        let media = media
        let eventLoop = eventLoop
        OwnThread.start(name: "fermata-probe") {
            let answer = Self.describe(uri, media)
            eventLoop.execute { reply.value(answer) }
        }
    }

    func shutDown() { thread.post(.end) }

    private static func describe(_ uri: String, _ media: AnyMediaOpening) -> Result<JSONValue, ControlError> {
        do throws(MediaError) {
            return .success(Wire.MediaDescription(try media.describe(uri, cancellation: CancellationToken())).json)
        } catch {
            let code = ControlError.Code.all.first { $0.name == error.code.rawValue } ?? .mediaUnreadable
            return .failure(ControlError(code, error.description, uri: uri))
        }
    }
}
