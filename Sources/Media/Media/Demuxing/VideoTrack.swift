/// A video track as its container describes it. Cover pictures are not video tracks.
package struct VideoTrack: Hashable, Sendable {
    /// The number of its stream in the container, from 0.
    package let index: Int
    /// The codec's short name, such as `h264`.
    package let codec: String
    /// Coded width in pixels, before the rotation.
    package let width: Int
    /// Coded height in pixels, before the rotation.
    package let height: Int
    /// The clockwise rotation in degrees that brings the picture upright, 0..<360.
    package let rotation: Int
}
