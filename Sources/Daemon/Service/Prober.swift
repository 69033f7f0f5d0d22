import ControlProtocol
import ControlServer
import Media
import NIOCore
import Playback

/// Looks into media files on a thread of its own, one after the other, so that a slow disk holds up nobody.
struct Prober: Sendable {
    private let thread: WorkerThread<Order>
    private let eventLoop: any EventLoop

    private enum Order: Sendable {
        case probe(String, NIOLoopBound<Reply>)
        case end
    }

    /// Starts the thread; answers are given on `eventLoop`.
    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let thread = WorkerThread<Order>(name: "fermata-probe")
        self.thread = thread
        thread.start {
            while true {
                thread.wait()
                for order in thread.takeMessages() {
                    guard case .probe(let uri, let reply) = order else { return }
                    let answer = Self.describe(uri)
                    eventLoop.execute { reply.value(answer) }
                }
            }
        }
    }

    /// Describes the media at `uri`.
    func probe(_ uri: String, reply: Reply) {
        thread.post(.probe(uri, NIOLoopBound(reply, eventLoop: eventLoop)))
    }

    func shutDown() { thread.post(.end) }

    private static func describe(_ uri: String) -> Result<JSONValue, ControlError> {
        do throws(MediaError) {
            return .success(Wire.MediaDescription(try MediaProbe.describe(try MediaLocation(uri: uri))).json)
        } catch {
            let code = ControlError.Code.all.first { $0.name == error.code.rawValue } ?? .mediaUnreadable
            return .failure(ControlError(code, error.description, uri: uri))
        }
    }
}
