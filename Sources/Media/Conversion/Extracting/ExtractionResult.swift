package import AudioTypes
package import Media

/// What was copied. Frames are counted at the rate of the track.
package struct ExtractionResult: Hashable, Sendable {
    /// What the packets were copied into.
    package internal(set) var container: PacketContainer
    /// How they are coded; of a chain, the first recording.
    package internal(set) var format: CodedFormat
    /// The number of packets.
    package internal(set) var packetCount = 0
    /// The bytes of their data.
    package internal(set) var byteCount: Int64 = 0
    /// The frames that a listener hears, without gaps.
    package internal(set) var frames = FrameCount.zero
    /// What the first packets have before the wanted part.
    package internal(set) var before = Edge()
    /// What the last packets have behind it.
    package internal(set) var after = Edge()
    /// The gaps in the track, and the frames that are missing there. MP4, Matroska and Ogg keep them; in other containers what
    /// follows moves up.
    package internal(set) var gapCount = 0
    package internal(set) var gapFrames = FrameCount.zero
    /// Whether the media states more sound than its packets have.
    package internal(set) var endsEarly = false
    /// What the container has no place for.
    package internal(set) var lostTags = false
    package internal(set) var lostPicture = false
    package internal(set) var lostChapters = false

    /// The frames at one end of what was copied that are not part of what was wanted: an encoder's delay and padding, and the
    /// rest of a packet that a cut goes through.
    package struct Edge: Hashable, Sendable {
        /// Those that the container says are not to be heard.
        package internal(set) var hidden = FrameCount.zero
        /// Those that are heard, because the container cannot say it.
        package internal(set) var heard = FrameCount.zero
    }
}
