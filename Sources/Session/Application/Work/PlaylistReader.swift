import Decoding
import Media
import MediaLibrary
import NIOCore
import PlayerModel
import Synchronization
import SystemSupport

/// Reads playlists and directories, on a thread for each request. So a slow disk or host delays only the client that named it.
struct PlaylistReader: Sendable {
    typealias Answer = (Result<MediaList, PlaybackError>) -> Void

    /// How many requests are read at once. Some may hang on a disk that is gone, and nobody gets their threads back.
    private static let limit = 64

    private let eventLoop: any EventLoop
    private let media: AnyMediaOpening
    private let running = Counter()

    /// Makes a reader that answers on `eventLoop`.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.eventLoop = eventLoop
        self.media = media
    }

    /// Replaces `uris` by what they stand for, with at most `limit` items and those of `scope` only; stored playlists are those of
    /// `stored`. On the event loop. It answers even if the token is cancelled.
    func read(
        _ uris: [String], stored: PlaylistDirectory, limit: Int, scope: ListScope, refusesMissing: Bool,
        cancellation: CancellationToken, answer: @escaping Answer
    ) {
        read(answer: answer) { media throws(PlaybackError) in
            try PlaylistExpansion(
                uris, limit: limit, network: media, stored: stored, scope: scope, refusesMissing: refusesMissing,
                cancellation: cancellation
            ).list
        }
    }

    /// Reads a part of a stored playlist in the same way.
    func read(
        playlist name: String, _ part: Range<Int>, stored: PlaylistDirectory, limit: Int, scope: ListScope,
        cancellation: CancellationToken, answer: @escaping Answer
    ) {
        read(answer: answer) { media throws(PlaybackError) in
            try PlaylistExpansion(
                playlist: name, part, limit: limit, network: media, stored: stored, scope: scope, cancellation: cancellation
            ).list
        }
    }

    /// Reads the entries of the playlist file at a path in the same way. It may have none.
    func read(
        file path: [UInt8], stored: PlaylistDirectory, limit: Int, scope: ListScope, cancellation: CancellationToken,
        answer: @escaping Answer
    ) {
        read(answer: answer) { media throws(PlaybackError) in
            try PlaylistExpansion(
                file: path, limit: limit, network: media, stored: stored, scope: scope, cancellation: cancellation
            ).list
        }
    }

    private func read(
        answer: @escaping Answer, _ work: @escaping @Sendable (AnyMediaOpening) throws(PlaybackError) -> MediaList
    ) {
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
                let result = Result { () throws(PlaybackError) in try work(media) }
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

/// The count that the reading threads share.
private final class Counter: Sendable {
    let count = Atomic<Int>(0)
}
