package import AudioTypes
package import MediaTypes

import func Glibc.cos
import func Glibc.sin

/// How two tracks may overlap.
package enum Crossfade {
    /// The longest that the end or the beginning of something played from `start` on may overlap with something else; both
    /// in frames of `rate`.
    ///
    /// At most half of it, so that beginning and end never meet, and somebody who goes to just before the end still hears
    /// that. Streams of the network may stop at any moment, or never: they do not overlap.
    package static func longest(
        _ seconds: Double, of description: SourceDescription, from start: FrameCount, at rate: SampleRate
    ) -> FrameCount {
        guard seconds > 0, !description.isRemote, let duration = description.duration else { return .zero }
        return FrameCount(seconds: max(0, min(seconds, (duration - start.seconds(at: rate)) / 2)), at: rate)
    }

    /// The levels at frame `index` of an overlap of `count` frames: of what goes, and of what comes. Their squares add up to 1,
    /// so that two tracks that have nothing in common are as loud together as each alone; at the middle both are at -3 dB.
    package static func levels(at index: Int, of count: Int) -> (leaving: Float, coming: Float) {
        let angle = Double.pi / 2 * (Double(index) + 0.5) / Double(count)
        return (Float(cos(angle)), Float(sin(angle)))
    }
}
