extension Wire {
    /// A song whose loudness the library has measured.
    public struct MeasuredSong: WireObject {
        /// The id.
        public var song: Int64
        /// The path, or its URL.
        public var uri: String
        /// The size of the file as it was measured, in bytes.
        public var size: Int64
        /// The last change of that file, in seconds since 1970.
        public var modifiedAt: Double
        /// The gains.
        public var gain: ReplayGain

        /// Makes a song.
        package init(song: Int64, uri: String, size: Int64, modifiedAt: Double, gain: ReplayGain) {
            self.song = song
            self.uri = uri
            self.size = size
            self.modifiedAt = modifiedAt
            self.gain = gain
        }

        /// The members of a song.
        package static let shape = WireShape(
            MeasuredSong.init(song:uri:size:modifiedAt:gain:),
            .of(\.song, .required("song", .integer(), "The id.")),
            .of(\.uri, .required("uri", .string, "The path, or the `file:` URL of one that is not UTF-8.")),
            .of(\.size, .required("size", .integer(minimum: 0), "The size of the file as it was measured, in bytes.")),
            .of(\.modifiedAt, .required("modifiedAt", .number(), "The last change of that file, in seconds since 1970.")),
            .of(\.gain, .required("gain", .value, "The measured gains, as finely as tags have them.")))
    }
}
