import ControlProtocol
import Logging
import Synchronization
import SystemSupport

/// The file that keeps latencies over restarts. It is written on a thread that exists only as long as there is something to write.
final class LatencyFile: Sendable {
    private struct State {
        var next: [UInt8]?
        var isWriting = false
    }

    private let file: SealedFile
    private let logger: Logger
    private let state = Mutex(State())

    init(directory: String, logger: Logger) {
        file = SealedFile(directory: directory, name: "rooms")
        self.logger = logger
    }

    /// Reads what was written last. Waits for the disk.
    func read() -> LatencyMemory {
        file.read(decode: LatencyMemory.init(json:)) { sentence in logger.error("\(sentence)") } ?? LatencyMemory()
    }

    /// Has the memory written. Of several that wait, the newest is.
    func write(_ memory: LatencyMemory) {
        let begins = state.withLock { state in
            state.next = memory.json.bytes
            defer { state.isWriting = true }
            return !state.isWriting
        }
        guard begins else { return }
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-rooms") { [self] in writeAll() }
        } catch {
            state.withLock { $0.isWriting = false }
            logger.error("The latencies of rooms are not kept.", metadata: ["reason": "\(error)"])
        }
    }

    private func writeAll() {
        while let bytes = take() {
            do throws(SealedFile.Failure) {
                try file.write(json: bytes.span)
            } catch {
                logger.error("The latencies of rooms are not kept.", metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Takes what is to be written; at the end, the next one needs another thread.
    private func take() -> [UInt8]? {
        state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isWriting = false }
            return state.next
        }
    }
}
