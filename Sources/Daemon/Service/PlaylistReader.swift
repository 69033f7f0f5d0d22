import Media
import NIOCore
import Playback

/// Reads playlists and directories, on a thread for each request: a slow disk or host holds up nobody but who named it.
struct PlaylistReader: Sendable {
    typealias Answer = (Result<PlaylistExpansion, PlaybackError>) -> Void

    private let eventLoop: any EventLoop
    private let media: AnyMediaOpening

    /// Answers are given on `eventLoop`.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.eventLoop = eventLoop
        self.media = media
    }

    /// Puts what `uris` stand for in their places, at most `limit` items. On the event loop. Answered also where the token that
    /// is returned is cancelled.
    func read(_ uris: [String], limit: Int, answer: @escaping Answer) -> CancellationToken {
        let answer = NIOLoopBound(answer, eventLoop: eventLoop)
        let cancellation = CancellationToken()
        let eventLoop = eventLoop
        let media = media
        OwnThread.start(name: "fermata-lists") {
            let result = Result { () throws(PlaybackError) in
                try PlaylistExpansion(uris, limit: limit, network: media, cancellation: cancellation)
            }
            eventLoop.execute { answer.value(result) }
        }
        return cancellation
    }
}
