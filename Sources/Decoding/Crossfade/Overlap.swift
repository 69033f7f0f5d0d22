import PlayerModel

/// The end of one track, on its way into the beginning of the next. Decode thread only.
@safe final class Overlap {
    /// What was kept back of the track that ends: all of it overlaps. Only read.
    let frames: HeldFrames
    private let channelCount: Int
    /// The gain of the track that ends, as a multiple of the next one's: the callback multiplies the sum by the latter.
    private let gain: Float
    private var position = 0

    init(_ frames: HeldFrames, channelCount: Int, gain: Float) {
        self.frames = frames
        self.channelCount = channelCount
        self.gain = gain
    }

    /// How many frames are still to be mixed.
    var left: Int { frames.count - position }

    /// Fades `count` frames of what comes in, and what goes out into them; not more than ``left``.
    func mix(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, count: Int) {
        var done = 0
        while done < count {
            let run = frames.run(at: position, atMost: count - done)
            for step in 0..<run.count {
                let levels = Crossfade.levels(at: position + step, of: frames.count)
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
