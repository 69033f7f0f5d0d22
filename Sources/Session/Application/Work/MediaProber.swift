import Decoding
package import Media
import MediaTypes
import MusicLibrary
import NIOCore

/// Describes media for clients. Confined to the control thread.
package final class MediaProber {
    /// Gets the description, or the reason why there is none. Called on the control thread.
    package typealias Answer = (Result<MediaDescription, ProbeError>) -> Void

    private let media: AnyMediaOpening
    private let work: ClientWork

    /// Makes a prober that is used on `eventLoop` and answers there.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.media = media
        // With these limits, a client that asks for whole folders gets its answers, and one whose media hang leaves threads for
        // others.
        work = ClientWork(running: 64, runningPerClient: 4, waitingPerClient: 1_024, eventLoop: eventLoop)
    }

    /// Describes the media at `uri`, which may lead to addresses within `reach`. `cancellation` ends that early.
    func probe(
        _ uri: String, reach: NetworkReach = .everywhere, for client: Origin, cancellation: CancellationToken,
        answer: @escaping Answer
    ) {
        work.run(
            for: client,
            { [media] () throws(MediaError) in try media.describe(uri, reach: reach, cancellation: cancellation) },
            answer: answer)
    }

    /// Finds the chapters of the media at `uri`, which may lead to addresses within `reach`. `cancellation` ends that early.
    func chapters(
        of uri: String, reach: NetworkReach, for client: Origin, cancellation: CancellationToken,
        answer: @escaping (Result<[MediaChapter], ProbeError>) -> Void
    ) {
        work.run(
            for: client,
            { [media] () throws(MediaError) in try media.chapters(of: uri, reach: reach, cancellation: cancellation) },
            answer: answer)
    }

    /// Finds the lyrics of the media at `uri`, which may lead to addresses within `reach`. `cancellation` ends that early.
    func lyrics(
        of uri: String, reach: NetworkReach, for client: Origin, cancellation: CancellationToken,
        answer: @escaping (Result<FoundLyrics?, ProbeError>) -> Void
    ) {
        work.run(
            for: client,
            { [media] () throws(MediaError) in try media.lyrics(of: uri, reach: reach, cancellation: cancellation) },
            answer: answer)
    }

    /// Reads what the file of the song at `uri` says and the library does not keep. `cancellation` ends that early.
    func details(
        ofSong uri: String, for client: Origin, cancellation: CancellationToken,
        answer: @escaping (Result<SongDetails, ProbeError>) -> Void
    ) {
        work.run(
            for: client, { () throws(MediaError) in try SongDetails.read(uri, cancellation: cancellation) }, answer: answer)
    }

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) { work.clientLeft(client) }
}
