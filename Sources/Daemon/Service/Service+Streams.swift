import AudioSession
import ControlProtocol
import ControlServer
import Decoding
import Glibc
import Media
import MediaTypes
import NIOCore
import Playback
import PlayerModel

// Media that clients send.
extension Service {
    /// Makes a queue item for the media that will come over the client's connection.
    func openStream(_ format: Wire.StreamFormat, title: String?, play: Bool, from client: ClientID, _ reply: Reply) {
        let title = QueueText.shown(title)
        let stream: PushedStream
        do throws(PlaybackError) {
            stream = try streams.expect(title: title, samples: RawSamples(format))
        } catch {
            return reply.fail(ControlError(error, limit: "streams"))
        }
        let item = QueueItem(id: 0, uri: stream.uri, title: title)
        let pending = NIOLoopBound((service: self, reply: reply), eventLoop: server.eventLoop)
        engine.assumeIsolated { engine in
            engine.submit(play ? .playStream(item) : .addItems([item], QueueInsertion(.end))) { answer in
                let (service, reply) = pending.value
                switch answer {
                case .added(let ids):
                    service.announcedStreams[client] = stream
                    reply.succeed(.object(["item": ids.first.map { .integer($0) }]))
                case .failed(let error):
                    stream.end()
                    reply.fail(ControlError(error))
                case .done, .partlyDone, .removed:
                    reply.fail(ControlError(.internalError, "the player added no item for the stream"))
                }
            }
        }
    }

    func adopt(_ stream: MediaConnection, from client: ClientID) {
        if let announced = announcedStreams.removeValue(forKey: client) {
            announced.connect(stream.descriptor, leadingBytes: stream.leadingBytes)
        } else {
            close(stream.descriptor)
        }
    }

    func clientDidDisconnect(_ client: ClientID) {
        announcedStreams.removeValue(forKey: client)?.neverConnects()
        endWaiting(of: client)
        driver.handle(.clientLeft(client.number))
    }
}

extension PushedStreams {
    /// Makes streams that tell their clients in the protocol's words why the stream is over.
    convenience init(report: @escaping @Sendable (String) -> Void) {
        self.init(
            news: News(
                farewell: { Response(error: ControlError($0)).json.bytes + [UInt8(ascii: "\n")] }, report: report))
    }
}
