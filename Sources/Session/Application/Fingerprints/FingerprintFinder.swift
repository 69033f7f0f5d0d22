import Decoding
import Fingerprinting
import Media
import MediaTypes
import NIOCore
import PlayerModel
import SystemSupport

/// Makes the fingerprints of media for clients, on a thread for each. Confined to the control thread.
final class FingerprintFinder {
    private let media: AnyMediaOpening
    private let work: ClientWork

    /// Makes a finder that is used on `eventLoop` and answers there.
    init(eventLoop: any EventLoop, media: AnyMediaOpening) {
        self.media = media
        // Each keeps a core busy. The second is for another client, because one may wait for a radio station.
        work = ClientWork(running: 2, runningPerClient: 1, waitingPerClient: 1_024, eventLoop: eventLoop)
    }

    /// Makes the fingerprint of the media at `uri`, which may lead to addresses within `reach`. `cancellation` ends that early.
    func find(
        _ uri: String, reach: NetworkReach, for client: Origin, cancellation: CancellationToken,
        answer: @escaping (Result<String, PlaybackError>) -> Void
    ) {
        work.perform(
            for: client,
            { [media] in
                // It keeps a core busy for as long as a song takes, and whoever asked for it waits anyway.
                CurrentThread.becomeIdle()
                return Result { () throws(PlaybackError) in
                    try AudioFingerprint.of(uri, reach: reach, media: media, cancellation: cancellation)
                }
            },
            refusal: { refusal in
                switch refusal {
                case .tooManyWaiting(let limit):
                    PlaybackError(.limitExceeded, "\(limit) fingerprints of this client wait, which is the limit")
                case .noThread(let failure): PlaybackError(.limitExceeded, failure.description)
                }
            }, answer: answer)
    }

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) { work.clientLeft(client) }
}
