import Decoding
import PlayerModel

// The care for media that clients send.
extension Engine {
    /// Ends the streams that the player no longer needs, and notes which of them is heard.
    func lookAfterStreams() {
        guard let pushed, !pushed.isEmpty else { return }
        if let uri = player.heardURI { pushed.wasHeard(uri) }
        let inUse = player.mediaInUse
        guard inUse != lookedAtStreams else { return }
        lookedAtStreams = inUse
        pushed.keep(where: player.uses)
    }
}
