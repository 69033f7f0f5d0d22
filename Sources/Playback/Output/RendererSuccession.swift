import AudioTypes
import RealtimeAudio

/// The renderers of one output, of which a new one follows when the format changes, and what holds for all of them.
struct RendererSuccession {
    /// The renderer whose ring the worker fills.
    private(set) var newest: Renderer?
    /// The linear factor by which playback is softer than recorded.
    private var gain: Float = 1
    /// What the renderers before the newest one have counted.
    private var earlierStatistics = RenderStatistics()

    /// What the callback has counted since the start.
    var statistics: RenderStatistics {
        var sum = earlierStatistics
        if let newest { sum.add(newest.statistics) }
        return sum
    }

    /// Makes `renderer` the newest one and returns the one before.
    mutating func append(_ renderer: Renderer) -> Renderer? {
        let old = newest
        if let old { earlierStatistics.add(old.statistics) }
        renderer.setGain(gain)
        newest = renderer
        return old
    }

    /// Multiplies the sound by the linear `factor` from now on, also that of later renderers; 1 plays it as recorded.
    mutating func setGain(_ factor: Float) {
        gain = factor
        newest?.setGain(factor)
    }
}
