import Media
import MediaTypes
package import PlayerModel

// Fingerprints of media.
extension Application {
    /// Makes the fingerprint (Chromaprint) of the media at `uri`, of which the first two minutes count. `answer` is called on the control
    /// thread, unless the client leaves while its request still waits. What a client sends as a stream has none: it can be read once.
    package func findFingerprint(
        of uri: String, for origin: Origin, answer: @escaping (Result<String, PlaybackError>) -> Void
    ) {
        guard !MediaAddress.isPushed(uri) else {
            return answer(.failure(PlaybackError(.media(.unsupported), "a stream of a client has no fingerprint", uri: uri)))
        }
        fingerprints.find(
            uri, reach: reach(of: origin), for: origin, cancellation: cancellations.token(of: origin), answer: answer)
    }
}
