import CFFmpeg
import Glibc
import MediaTypes

extension MediaError {
    /// Makes the error for a `status` that FFmpeg returned while it wrote `name`.
    init(status: Int32, writing name: String, _ sentence: String) {
        self = status == -ENOMEM ? .outOfMemory(writing: name) : MediaError(.unsupported, sentence, detail: Self.text(of: status))
    }

    /// The error if FFmpeg could not allocate one of its objects for writing.
    static func outOfMemory(writing name: String) -> MediaError {
        MediaError(.unreadable, "not enough memory to write \(name)", systemError: ENOMEM)
    }
}
