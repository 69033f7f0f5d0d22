/// What is known of one frame of the ring, pushed before that frame is handed over: its time, and how many frames are missing
/// before it. The first frame has one, every frame behind a gap, and of what the player plays each frame that does not follow the one
/// before it in the same segment. A buffer that times its cycles has one for the first frame of each.
package struct CaptureMarker: BitwiseCopyable, Hashable, Sendable {
    /// The ring's counter of the frame.
    package var ringFrame: UInt64
    /// The number of frames of the source before it that never reached the callback.
    package var missedFrames: Int64
    /// The number of frames before it that the callback dropped, because the ring was full.
    package var droppedFrames: Int64
    /// When the frame was sound: CLOCK_MONOTONIC, in nanoseconds.
    package var capturedAt: Int64
    /// Whether an item that the player plays begins with the frame.
    package var beginsItem: Bool
    /// The place of the frame, if the player plays it.
    package var place: PlayedPlace
    /// The factor that the player multiplies the frame by, and those behind it up to the next marker, by their loudness. They come without it.
    package var gain: Float

    /// Makes a marker.
    @_noLocks
    package init(
        ringFrame: UInt64, missedFrames: Int64, droppedFrames: Int64, capturedAt: Int64, beginsItem: Bool = false,
        place: PlayedPlace = .none, gain: Float = 1
    ) {
        self.ringFrame = ringFrame
        self.missedFrames = missedFrames
        self.droppedFrames = droppedFrames
        self.capturedAt = capturedAt
        self.beginsItem = beginsItem
        self.place = place
        self.gain = gain
    }

    /// The number of frames that are missing before the frame, for whatever reason.
    package var missingFrames: Int64 { missedFrames + droppedFrames }
}
