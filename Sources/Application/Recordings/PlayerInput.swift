import AudioTypes
import Playback
import RealtimeAudio
import Recording

/// The player as the input of a recording: each frame that it plays goes into a buffer, too. Used on the control thread.
final class PlayerInput: CaptureInput {
    /// The uid of this input, for clients.
    static let uid = "player"

    private let engine: Engine
    private let buffer: CaptureBuffer

    /// Fills `buffer`, which has the format in which the player plays, from now on.
    init(_ engine: Engine, into buffer: CaptureBuffer) {
        self.engine = engine
        self.buffer = buffer
        setActive(true)
    }

    /// No mixer shows this input.
    func setTitle(_ title: String) {}

    func setActive(_ isActive: Bool) {
        engine.assumeIsolated { [buffer] engine in
            if isActive { engine.tap(into: buffer) } else { engine.removeTap(buffer) }
        }
    }

    func timing() -> OutputTiming { OutputTiming(quantum: 0, graphRate: 0, latency: 0) }

    func shutDown() { setActive(false) }
}
