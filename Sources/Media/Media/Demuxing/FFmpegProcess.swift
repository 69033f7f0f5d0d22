import CFFmpeg

/// What FFmpeg keeps for the whole process, set once before it is used.
enum FFmpegProcess {
    /// The most that FFmpeg may allocate in one piece, in bytes. The index of an MP4 of 60 hours takes 230 MB; without a limit, a
    /// file of two thousand bytes that lies about its index has gigabytes allocated.
    private static let mostBytesInOnePiece = 256 << 20

    private static let prepared: Void = {
        // It writes messages about damaged files to standard error; users get errors as ``MediaError`` instead.
        av_log_set_level(AV_LOG_QUIET)
        av_max_alloc(mostBytesInOnePiece)
    }()

    /// Turns off the log and limits the memory, once in each process.
    static func prepare() { prepared }
}

/// The installed version of FFmpeg.
package enum FFmpegLibrary {
    /// The version number, such as `5.1.6`.
    package static var version: String { unsafe String(cString: av_version_info()) }
}
