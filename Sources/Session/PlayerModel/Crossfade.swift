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
    /// - Parameter silence: how many of its last frames may be left out, and so do not count.
    package static func longest(
        _ seconds: Double, of description: SourceDescription, from start: FrameCount, at rate: SampleRate, speed: Double = 1,
        without silence: FrameCount = .zero
    ) -> FrameCount {
        guard seconds > 0, !description.isRemote, let duration = description.duration else { return .zero }
        let played = duration / speed - (start + silence).seconds(at: rate)
        return FrameCount(seconds: max(0, min(seconds, played / 2)), at: rate)
    }

    /// Returns the levels of the track that ends and of the track that begins, at frame `index` of an overlap of `count`
    /// frames. Their squares add up to 1, so that two tracks that have nothing in common are as loud together as each alone; at
    /// the middle both are at -3 dB.
    package static func levels(at index: Int, of count: Int) -> (leaving: Float, coming: Float) {
        let angle = Double.pi / 2 * (Double(index) + 0.5) / Double(count)
        return (Float(cos(angle)), Float(sin(angle)))
    }
}

/// How a segment follows the one before it.
package struct SegmentJoin: Hashable, Sendable {
    /// How many of its first frames overlap with the end of the segment before it, at most.
    package var overlap = FrameCount.zero
    /// How many of the last frames of the segment before it are left out.
    package var leftOut = FrameCount.zero
    /// Whether its beginning is faded in where it overlaps. If not, it comes as it is, because the end before it dies away.
    package var fadesIn = true

    package init(overlap: FrameCount = .zero, leftOut: FrameCount = .zero, fadesIn: Bool = true) {
        self.overlap = overlap
        self.leftOut = leftOut
        self.fadesIn = fadesIn
    }
}

extension Player {
    /// Returns how `track` follows `previous`: without an overlap within an album, or if an item repeats itself. If the silence at its
    /// beginning is left out, it starts behind that.
    func join(_ track: inout Track, with previous: Track, _ rate: SampleRate) -> SegmentJoin {
        guard tracks.format?.coding == nil, track.item.id != previous.item.id,
            !queue.continuesAlbum(previous.item, with: track.item)
        else { return SegmentJoin() }
        if let join = contentJoin(&track, with: previous, rate) { return join }
        let seconds = configuration.options.crossfadeSeconds
        return SegmentJoin(
            overlap: min(
                Crossfade.longest(seconds, of: previous.description, from: previous.startFrame, at: rate, speed: previous.speed),
                Crossfade.longest(seconds, of: track.description, from: track.startFrame, at: rate, speed: track.speed)))
    }
}
