import CFFmpeg

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
        let data = unsafe av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size)
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
