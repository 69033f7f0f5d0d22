import JSON
import Logging
import SystemSupport

/// A file that keeps something of the rooms over restarts. It is written on a thread that exists only as long as there is something to
/// write.
final class RoomFile: Sendable {
    private struct State {
        var next: [UInt8]?
        var waiting: [@Sendable (Bool) -> Void] = []
        var isWriting = false
    }

    private let file: SealedFile
    private let complaint: String
    private let logger: Logger
    private let state = Monitor(State())

    /// Makes the file `name`.json in `directory`. `complaint` is the sentence for the log if it cannot be written.
    init(directory: String, name: String, complaint: String, logger: Logger) {
        file = SealedFile(directory: directory, name: name)
        self.complaint = complaint
        self.logger = logger
    }

    /// Reads what was written last. Waits for the disk.
    func read<Content>(_ decode: ([UInt8]) -> Content?) -> Content? {
        file.read(decode: decode) { sentence in logger.error("\(sentence)") }
    }

    /// Has `content` written. If several contents wait, only the newest is written. Calls `whenDone` on the thread that has written it or
    /// something newer, with whether that went well.
    func write(_ content: JSONValue, whenDone: @escaping @Sendable (Bool) -> Void = { _ in }) {
        let begins = state.withLock { state in
            state.next = content.bytes
            state.waiting.append(whenDone)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard begins else { return }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-rooms") { [self] in writeAll() }
        } catch {
            let waiting = state.withLock { state in
                defer { state = State() }
                return state.waiting
            }
            logger.error("\(complaint)", metadata: ["reason": "\(error)"])
            for whenDone in waiting { whenDone(false) }
        }
    }

    /// Waits until what was to be written is on the disk, or cannot be written.
    func finish() { _ = state.wait { $0.isWriting ? nil : () } }

    private func writeAll() {
        while let (bytes, waiting) = take() {
            var isWritten = true
            do throws(SealedFile.Failure) {
                try file.write(json: bytes.span)
            } catch {
                isWritten = false
                logger.error("\(complaint)", metadata: ["reason": "\(error)"])
            }
            for whenDone in waiting { whenDone(isWritten) }
        }
    }

    /// Takes what is to be written; at the end, the next one needs another thread.
    private func take() -> (bytes: [UInt8], waiting: [@Sendable (Bool) -> Void])? {
        state.withLock { state in
            guard let bytes = state.next else {
                state.isWriting = false
                return nil
            }
            defer { (state.next, state.waiting) = (nil, []) }
            return (bytes, state.waiting)
        }
    }
}
