/// A video track as its container describes it. Cover pictures are none.
package struct VideoTrack: Hashable, Sendable {
    /// The number of its stream in the container, from 0.
    package let index: Int
    /// The codec's short name, such as `h264`.
    package let codec: String
    /// Coded width in pixels, before the rotation.
    package let width: Int
    /// Coded height in pixels, before the rotation.
    package let height: Int
    /// Degrees to turn the picture clockwise for it to stand upright, 0..<360.
    package let rotation: Int
}
