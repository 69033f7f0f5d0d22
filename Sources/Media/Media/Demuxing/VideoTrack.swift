import CFFmpeg

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

extension VideoTrack {
    /// Describes the track of an FFmpeg stream.
    init(_ stream: UnsafeMutablePointer<AVStream>) {
        let parameters = unsafe stream.pointee.codecpar.pointee
        self.init(
            index: Int(unsafe stream.pointee.index),
            codec: unsafe String(cString: avcodec_get_name(parameters.codec_id)),
            width: Int(unsafe parameters.width), height: Int(unsafe parameters.height),
            rotation: unsafe Self.rotation(of: stream))
    }

    private static func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        var size = 0
        let data = unsafe fermata_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
        // Nine 32-bit numbers, a 3 × 3 matrix.
        guard let data = unsafe data, size >= 9 * MemoryLayout<Int32>.size else { return 0 }
        let counterclockwise = unsafe data.withMemoryRebound(to: Int32.self, capacity: 9) {
            unsafe av_display_rotation_get($0)
        }
        // The result is NaN if the matrix cannot be inverted.
        guard counterclockwise.isFinite else { return 0 }
        let degrees = Int((-counterclockwise).rounded()) % 360
        return degrees < 0 ? degrees + 360 : degrees
    }
}
