package import AudioTypes
package import MediaTypes

import func Glibc.cos
import func Glibc.sin

/// The length and the levels of an overlap of two tracks.
package enum Crossfade {
    /// Returns the longest overlap for the end or the beginning of a source that plays from frame `start` on. `seconds` is the
    /// configured length; `start` and the result are in frames of `rate`, as they are heard at `speed`.
    ///
    /// At most half of the played part overlaps. So its beginning and its end never meet, and a listener who seeks to shortly
    /// before the end still hears the end. A stream from the network or a client may stop at any moment, or never: it does not
    /// overlap.
    package static func longest(
        _ seconds: Double, of description: SourceDescription, from start: FrameCount, at rate: SampleRate, speed: Double = 1
    ) -> FrameCount {
        guard seconds > 0, !description.isRemote, let duration = description.duration else { return .zero }
        return FrameCount(seconds: max(0, min(seconds, (duration / speed - start.seconds(at: rate)) / 2)), at: rate)
    }

    /// Returns the levels of the track that ends and of the track that begins, at frame `index` of an overlap of `count`
    /// frames. Their squares add up to 1, so that two tracks that have nothing in common are as loud together as each alone; at
    /// the middle both are at -3 dB.
    package static func levels(at index: Int, of count: Int) -> (leaving: Float, coming: Float) {
        let angle = Double.pi / 2 * (Double(index) + 0.5) / Double(count)
        return (Float(cos(angle)), Float(sin(angle)))
    }
}

extension Player {
    /// Returns how many frames of `track` are mixed with the end of `previous`: none within an album, or if an item repeats
    /// itself.
    func overlap(of track: Track, with previous: Track, _ rate: SampleRate) -> FrameCount {
        guard tracks.format?.coding == nil, track.item.id != previous.item.id,
            !queue.continuesAlbum(previous.item, with: track.item)
        else { return .zero }
        let seconds = configuration.options.crossfadeSeconds
        return min(
            Crossfade.longest(seconds, of: previous.description, from: previous.startFrame, at: rate, speed: previous.speed),
            Crossfade.longest(seconds, of: track.description, from: track.startFrame, at: rate, speed: track.speed))
    }
}
