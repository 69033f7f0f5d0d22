import CFFmpeg
import Glibc
import MediaTypes

extension MediaError {
    /// Makes the error for a `status` that FFmpeg returned while it read `name`. The code is `fallback` if the status says no
    /// more.
    init(status: Int32, reading name: String, otherwise fallback: Code, _ sentence: String) {
        switch status {
        case fermata_averror_exit():
            self = .cancelled(name)
        case -ENOMEM:
            self.init(.unreadable, "not enough memory to read \(name)", systemError: ENOMEM)
        case fermata_averror_decoder_not_found(), fermata_averror_patch_welcome():
            self.init(.unsupported, sentence, detail: Self.text(of: status))
        default:
            self.init(fallback, sentence, detail: Self.text(of: status))
        }
    }

    /// The error if FFmpeg could not allocate one of its objects.
    static func outOfMemory(_ name: String) -> MediaError {
        MediaError(.unreadable, "not enough memory to read \(name)", systemError: ENOMEM)
    }

    /// FFmpeg's message for a status.
    static func text(of status: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            guard let start = buffer.baseAddress else { return "status \(status)" }
            unsafe av_strerror(status, start, buffer.count)
            return unsafe String(cString: start)
        }
    }
}
