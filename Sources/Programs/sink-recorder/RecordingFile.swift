import Glibc

/// The file with the recorded frames. It has only interleaved 32-bit floats, so its length gives the number of frames.
struct RecordingFile: ~Copyable {
    private let descriptor: Int32

    /// Creates the file, or empties it.
    init(path: String) throws(RecorderError) {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("cannot create \(path)") }
    }

    deinit { close(descriptor) }

    /// Appends all of `bytes`.
    borrowing func append(_ bytes: UnsafeRawBufferPointer) throws(RecorderError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system("cannot write the recording")
            }
            done += count
        }
    }
}
