package import Decoding
package import Media
import MediaTypes
import NIOCore
import PlayerModel

// Media that clients send.
extension Application {
    /// A stream that a client will send, and the id of its queue item.
    package typealias OpenedStream = (stream: PushedStream, item: Int64)

    /// Makes a queue item for media that a client will send. `answer` is called before their first byte comes; it gets the
    /// stream, which takes the client's connection.
    /// - Parameters:
    ///   - samples: the format of raw samples; `nil` for a container, which says its format itself.
    ///   - latency: how much of live sound must be there before it is heard, in seconds; `nil`: the stream is buffered.
    ///   - start: when it is to be heard; `nil`: as soon as it can be.
    ///   - play: whether the item replaces the queue and plays once it is open; otherwise it is added at the end.
    package func openStream(
        _ samples: RawSamples?, title: String?, play: Bool, latency: Double? = nil, at start: StartTime? = nil,
        for origin: Origin,
        answer: @escaping (Result<OpenedStream, ApplicationError>) -> Void
    ) {
        let title = QueueText.shown(title)
        let time: Int64?
        do throws(PlaybackError) { time = try start?.monotonic() } catch { return answer(.failure(.player(error))) }
        if play, let refusal = refusal(of: .play) { return answer(.failure(refusal)) }
        let stream: PushedStream
        do throws(PlaybackError) {
            stream = try streams.expect(title: title, samples: samples, latency: latency, beginsAtTime: time != nil)
        } catch {
            return answer(.failure(.stream(error)))
        }
        let item = QueueItem(id: 0, uri: stream.uri, title: title)
        if play { commanders.note(origin) }
        submit(play ? .playStream(item) : .addItems([item], QueueInsertion(.end)), at: time, for: origin) { result in
            switch result {
            case .success(let outcome):
                if let item = outcome.added.first {
                    stream.belongs(to: item)
                    return answer(.success((stream, item)))
                }
                stream.end()
                answer(.failure(.player(PlaybackError(.queueItemNotFound, "the player added no item for the stream"))))
            case .failure(let error):
                stream.end()
                answer(.failure(error))
            }
        }
    }

    /// Has all of a live stream be heard that its client has sent so far.
    /// - Throws: if no item of the queue is such a stream.
    package func flushStream(_ item: Int64) throws(ApplicationError) {
        guard streams.flush(item: item) else {
            throw .player(
                PlaybackError(.queueItemNotFound, "the item \(item) of the queue is no live stream: open it with \"latency\""))
        }
    }
}
