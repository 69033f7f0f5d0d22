import PlayerModel

/// The end of one track while it is mixed into the beginning of the next. Decode thread only.
@safe final class Overlap {
    /// The frames that were kept back of the ending track. They are only read.
    let frames: HeldFrames
    /// How many of them overlap; those behind are left out.
    private let count: Int
    private let channelCount: Int
    /// The gain of the ending track, divided by the gain of the next one. The callback multiplies the sum by the next track's
    /// gain.
    private let gain: Float
    /// Whether the next track is faded in; if not, it comes as it is.
    private let fadesIn: Bool
    private var position = 0

    init(_ frames: HeldFrames, count: Int, channelCount: Int, gain: Float, fadesIn: Bool) {
        self.frames = frames
        self.count = count
        self.fadesIn = fadesIn
        self.channelCount = channelCount
        self.gain = gain
    }

    /// How many frames still have to be mixed.
    var left: Int { count - position }

    /// Fades in `count` frames of the next track in `planes`, if it is faded in, and mixes as many fading frames of the ending track into
    /// them; at most ``left``.
    func mix(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, count: Int) {
        var done = 0
        while done < count {
            let run = frames.run(at: position, atMost: count - done)
            for step in 0..<run.count {
                var levels = Crossfade.levels(at: position + step, of: self.count)
                if !fadesIn { levels.coming = 1 }
                for channel in 0..<channelCount {
                    let leaving = unsafe frames.plane(channel)[run.place + step] * gain * levels.leaving
                    unsafe planes[channel][done + step] = unsafe planes[channel][done + step] * levels.coming + leaving
                }
            }
            position += run.count
            done += run.count
        }
    }
}
