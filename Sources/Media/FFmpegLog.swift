import CFFmpeg

/// FFmpeg's own log, which writes to standard error whatever a damaged file makes it say. Errors reach people as ``MediaError``.
enum FFmpegLog {
    private static let silenced: Void = av_log_set_level(AV_LOG_QUIET)

    /// Turns the log off, once a process.
    static func silence() { silenced }
}
