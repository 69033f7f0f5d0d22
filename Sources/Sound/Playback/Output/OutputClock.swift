package import AudioTypes
import RealtimeAudio

/// The clock of what an output plays. Any thread may read it.
package struct OutputClock: Sendable {
    private let renderer: Renderer?
    /// Whether nothing is heard, because there is no sink or no stream.
    let isUnheard: Bool

    /// Makes the clock of `renderer`, or one that never has a reading.
    init(_ renderer: Renderer? = nil, isUnheard: Bool = false) {
        self.renderer = renderer
        self.isUnheard = isUnheard
    }

    /// The newest reading; `nil` before the first cycle.
    package var reading: RenderAnchor? {
        var reading = renderer?.clock()
        // Without a sink or a stream nothing is heard, whatever the last cycle did.
        if isUnheard { reading?.isMoving = false }
        return reading
    }
}
