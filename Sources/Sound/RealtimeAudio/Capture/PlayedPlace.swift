/// The place of a frame in what the player plays.
package struct PlayedPlace: BitwiseCopyable, Hashable, Sendable {
    /// The number of the segment; 0 for sound that no player plays.
    package var segment: UInt64
    /// The frame's number in the segment's track, at the rate of the player.
    package var mediaFrame: Int64

    /// The place of sound that no player plays.
    package static var none: PlayedPlace {
        @_noLocks get { PlayedPlace(segment: 0, mediaFrame: 0) }
    }

    /// Makes a place.
    @_noLocks
    package init(segment: UInt64, mediaFrame: Int64) {
        self.segment = segment
        self.mediaFrame = mediaFrame
    }

    /// The place `count` frames later in the same segment.
    @_noLocks
    func advanced(by count: Int64) -> PlayedPlace { PlayedPlace(segment: segment, mediaFrame: mediaFrame &+ count) }

    /// Whether it is the same place; for the callback, in which a synthesised comparison may not run.
    @_noLocks
    func isSame(as other: PlayedPlace) -> Bool { segment == other.segment && mediaFrame == other.mediaFrame }
}
