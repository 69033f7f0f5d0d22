package import Decoding
import MediaTypes
import NIOCore
import Playback
package import PlayerModel

// Lyrics.
extension Application {
    /// Finds the lyrics of the media at `uri`, or of the current item. `answer` gets them, or `nil` if there are none, and the index of the
    /// line that is heard if they are those of the current item; on the control thread, unless the client leaves while its request waits.
    package func lyrics(
        of uri: String?, for origin: Origin, answer: @escaping (Result<(found: FoundLyrics, line: Int?)?, ProbeError>) -> Void
    ) throws(PlaybackError) {
        if let refusal = uri.flatMap({ refusal(ofReading: $0, for: origin) }) {
            return answer(.failure(.media(MediaError(.notAllowed, refusal.message))))
        }
        guard let uri = uri ?? snapshot.player.item?.location else {
            throw PlaybackError(.nothingToPlay, "there is no current item whose lyrics could be shown")
        }
        // A client sends its media once.
        guard !MediaAddress.isPushed(uri) else { return answer(.success(nil)) }
        prober.lyrics(
            of: uri, reach: reach(of: origin), for: origin, cancellation: cancellations.token(of: origin)
        ) { [weak self] result in
            answer(
                result.map { found in
                    found.map { found in
                        let player = self?.snapshot.player
                        return (found, player?.item?.location == uri ? player?.line(of: found.lyrics) : nil)
                    }
                })
        }
    }

    /// Has observers told when another line of the current item's lyrics is heard; somebody has to look for them, and for their times.
    package func followLyrics(_ isWanted: Bool) {
        guard isWanted != shownLyrics.isWanted else { return }
        if isWanted { shownLyrics.begin() } else { shownLyrics.end() }
        engine.assumeIsolated { $0.followLyrics(isWanted) }
        lookForCurrentLyrics()
    }

    /// Looks for the lyrics of the current item, if anybody follows them.
    func lookForCurrentLyrics() {
        guard shownLyrics.isWanted else { return }
        // Later, because the engine may still be carrying out its decision.
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            let item = application.engine.assumeIsolated { $0.player.item }
            application.shownLyrics.look(at: item) { [weak application] lyrics, item in
                application?.engine.assumeIsolated { $0.take(lyrics, ofItem: item) }
            }
        }
    }
}
