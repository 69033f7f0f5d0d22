import AudioTypes
import RealtimeAudio

/// The stream of an output, the renderers that it plays one after the other, and what holds for all of them. Confined to the
/// control thread.
///
/// A stream of coded sound has the sink for itself, so it is there only while it is to run: a pause leaves the sink to others.
final class ChainStream {
    private let output: any AudioOutput
    /// The renderer whose ring the worker fills.
    private(set) var renderer: Renderer?
    /// Whether the output still plays the renderer before `renderer`, which fades out first.
    private(set) var opensAfterFade = false
    /// Whether the stream is to run.
    private(set) var isActive = false
    /// Whether the output has a stream.
    private var isOpen = false
    /// What the output has reported of the stream.
    private var state = OutputStreamState.closed
    /// The linear factor by which playback is softer than recorded.
    private var gain: Float = 1
    /// What the renderers before `renderer` have counted.
    private var earlierStatistics = RenderStatistics()
    /// The buffers that get what `renderer` plays.
    private var taps: [CaptureBuffer] = []

    init(_ output: any AudioOutput) { self.output = output }

    /// Whether the stream runs.
    var isStreaming: Bool { state == .streaming }

    /// Whether nothing is heard, because there is no sink or no stream.
    var isUnheard: Bool {
        switch state {
        case .waiting, .failed: true
        case .closed, .paused, .streaming: false
        }
    }

    /// What the callback has counted since the start.
    var statistics: RenderStatistics {
        var sum = earlierStatistics
        if let renderer { sum.add(renderer.statistics) }
        return sum
    }

    /// Takes in a state of the stream. Returns whether it is unheard now and was not before, or the other way round.
    func change(to new: OutputStreamState) -> Bool {
        let wasUnheard = isUnheard
        state = new
        return isUnheard != wasUnheard
    }

    /// Makes `new` the renderer that is filled, and returns the one before.
    func fill(_ new: Renderer) -> Renderer? {
        let old = renderer
        if let old { earlierStatistics.add(old.statistics) }
        // They have the format of the old renderer.
        removeTaps { _ in true }
        new.setGain(gain)
        renderer = new
        return old
    }

    /// Has the renderer before the newest one fade out. The output gets the newest one with ``open()``.
    func fadeOut(_ old: Renderer) {
        opensAfterFade = true
        old.setPlays(false)
    }

    /// Gives the output the newest renderer in the place of the one before.
    func open() {
        guard let renderer else { return }
        opensAfterFade = false
        if !isActive, renderer.format.coding != nil { return close() }
        isOpen = true
        output.open(renderer)
        if isActive { output.setActive(true) }
    }

    private func close() {
        if isOpen { output.close() }
        isOpen = false
    }

    /// Lets the stream run, and plays its audio or silence.
    func run(plays: Bool) {
        renderer?.setPlays(plays)
        isActive = true
        // A stream that waits for the fade of the one before runs once it is open.
        if opensAfterFade { return }
        if isOpen { output.setActive(true) } else { open() }
    }

    /// Lets the graph stop the stream for a moment, until ``goOn()``.
    func rest() { output.setActive(false) }

    /// Goes on after ``rest()``.
    func goOn() {
        renderer?.setPlays(true)
        output.setActive(true)
    }

    /// Lets the sink sleep.
    func deactivate() {
        isActive = false
        if !opensAfterFade, renderer?.format.coding != nil { close() } else { output.setActive(false) }
    }

    /// Multiplies the sound by the linear `factor` from now on, also that of later renderers; 1 plays it as recorded.
    func setGain(_ factor: Float) {
        gain = factor
        renderer?.setGain(factor)
    }

    /// Gives `buffer` what is played from now on. Its format must be that of the newest renderer.
    func tap(into buffer: CaptureBuffer) {
        taps.append(buffer)
        renderer?.setTaps(taps)
    }

    /// Gives the buffers of which `isUnwanted` is true nothing more.
    func removeTaps(where isUnwanted: (CaptureBuffer) -> Bool) {
        guard taps.contains(where: isUnwanted) else { return }
        taps.removeAll(where: isUnwanted)
        renderer?.setTaps(taps)
    }
}
