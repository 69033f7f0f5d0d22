import CFFmpeg

/// FFmpeg's own log, which writes to standard error whatever a damaged file makes it say. Errors reach people as ``MediaError``.
enum FFmpegLog {
    private static let silenced: Void = av_log_set_level(AV_LOG_QUIET)

    /// Turns the log off, once a process.
    static func silence() { silenced }
}

/// The installed FFmpeg.
package enum FFmpegLibrary {
    /// Its version, as in `5.1.6`.
    package static var version: String { unsafe String(cString: av_version_info()) }
}
