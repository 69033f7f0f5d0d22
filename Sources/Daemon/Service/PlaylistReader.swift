import Decoding
import Media
import MediaLibrary
import NIOCore
import PlayerModel
import Synchronization
import SystemSupport

/// Reads playlists and directories, on a thread for each request: a slow disk or host holds up nobody but who named it.
struct PlaylistReader: Sendable {
    typealias Answer = (Result<MediaList, PlaybackError>) -> Void

    /// How many are read at once: some may hang on a disk that is not there, whose threads nobody gets back.
    private static let limit = 64

    private let eventLoop: any EventLoop
    private let media: AnyMediaOpening
    private let running = Counter()

    /// Answers are given on `eventLoop`.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.eventLoop = eventLoop
        self.media = media
    }

    /// Puts what `uris` stand for in their places, at most `limit` items. On the event loop. Answered also where the token is
    /// cancelled.
    func read(_ uris: [String], limit: Int, cancellation: CancellationToken, answer: @escaping Answer) {
        let answer = NIOLoopBound(answer, eventLoop: eventLoop)
        let eventLoop = eventLoop
        let media = media
        let running = running
        guard running.count.wrappingAdd(1, ordering: .relaxed).newValue <= Self.limit else {
            running.count.wrappingSubtract(1, ordering: .relaxed)
            let error = PlaybackError(
                .limitExceeded, "\(Self.limit) playlists and directories are being read, which is the limit")
            return eventLoop.execute { answer.value(.failure(error)) }
        }
        do {
            try OwnThread.start(name: "fermata-lists") {
                CurrentThread.becomeModest()
                let result = Result { () throws(PlaybackError) in
                    try PlaylistExpansion(uris, limit: limit, network: media, cancellation: cancellation).list
                }
                running.count.wrappingSubtract(1, ordering: .relaxed)
                eventLoop.execute { answer.value(result) }
            }
        } catch {
            running.count.wrappingSubtract(1, ordering: .relaxed)
            let error = PlaybackError(.limitExceeded, error.description)
            eventLoop.execute { answer.value(.failure(error)) }
        }
    }
}

/// Shared by the threads that read.
private final class Counter: Sendable {
    let count = Atomic<Int>(0)
}
