import CFFmpeg

/// FFmpeg's own log. It writes messages about damaged files to standard error; users get errors as ``MediaError`` instead.
enum FFmpegLog {
    private static let silenced: Void = av_log_set_level(AV_LOG_QUIET)

    /// Turns the log off, once in each process.
    static func silence() { silenced }
}

/// The installed version of FFmpeg.
package enum FFmpegLibrary {
    /// The version number, such as `5.1.6`.
    package static var version: String { unsafe String(cString: av_version_info()) }
}
