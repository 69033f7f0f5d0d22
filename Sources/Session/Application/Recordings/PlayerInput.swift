import AudioTypes
import Media
import Playback
import RealtimeAudio
import Recording

/// The player as the input of a recording: each frame that it plays goes into a buffer, too, and each packet into a queue, if there is
/// one. Used on the control thread.
final class PlayerInput: CaptureInput {
    /// The uid of this input, for clients.
    static let uid = "player"

    private let engine: Engine
    private let buffer: CaptureBuffer
    private let packets: PacketQueue?

    /// Fills `buffer`, which has the format in which the player plays, and `packets` from now on.
    init(_ engine: Engine, into buffer: CaptureBuffer, _ packets: PacketQueue?) {
        self.engine = engine
        self.buffer = buffer
        self.packets = packets
        setActive(true)
    }

    /// No mixer shows this input.
    func setTitle(_ title: String) {}

    func setActive(_ isActive: Bool) {
        engine.assumeIsolated { [buffer, packets] engine in
            if isActive {
                if let packets { engine.tap(into: packets) }
                engine.tap(into: buffer)
            } else {
                engine.removeTap(buffer)
                if let packets { engine.removeTap(packets) }
            }
        }
    }

    func timing() -> OutputTiming { OutputTiming(quantum: 0, graphRate: 0, latency: 0) }

    func shutDown() { setActive(false) }
}
