/// The position of a channel's loudspeaker. The order of the cases is the order in which FFmpeg and WAVE (`dwChannelMask`) sort
/// native layouts.
public enum AudioChannel: UInt8, Hashable, Sendable, CaseIterable {
    case frontLeft, frontRight, frontCenter, lowFrequency
    case backLeft, backRight, frontLeftOfCenter, frontRightOfCenter
    case backCenter, sideLeft, sideRight, topCenter
    case topFrontLeft, topFrontCenter, topFrontRight
    case topBackLeft, topBackCenter, topBackRight
    /// A channel without a position: Fermata sends it on as it is.
    case discrete
    /// The only channel of a mono layout.
    case mono
}
