import AudioSession
import Logging
import Playback
import SystemSupport

/// Writes down which streams are lowered before they are. So a daemon that dies leaves no stream lowered for ever: the next one
/// reads the file and restores the volumes. Writes on a thread of its own.
final class DuckStore: Sendable {
    private let file: SealedFile
    private let thread = WorkerThread<Order>(name: "fermata-ducks")
    private let logger: Logger

    private enum Order: Sendable {
        case write(DuckBook, whenDone: @Sendable (UInt64) -> Void)
        case end
    }

    init(directory: String, logger: Logger) {
        file = SealedFile(directory: directory, name: "ducked")
        self.logger = logger
        let (file, thread) = (file, thread)
        thread.start {
            while true {
                thread.wait()
                for order in thread.takeMessages() {
                    guard case .write(let book, let whenDone) = order else { return }
                    do throws(SealedFile.Failure) {
                        try file.write(book.records)
                        whenDone(book.revision)
                    } catch {
                        // Not reported as written: a volume that could not be restored after a crash must not be lowered.
                        logger.error(
                            "Cannot save which streams are to be lowered, so they are not lowered.",
                            metadata: ["reason": "\(error)"])
                    }
                }
            }
        }
    }

    /// Returns the records of an earlier run that may not have restored the volumes.
    func load() -> [DuckRecord] {
        file.read([DuckRecord].self, isKnown: { $0.allSatisfy(\.isBelievable) }) { sentence in logger.error("\(sentence)") } ?? []
    }

    /// Writes the book down, then calls `whenDone` on the thread that wrote it. Any thread.
    func write(_ book: DuckBook, whenDone: @escaping @Sendable (UInt64) -> Void) {
        thread.post(.write(book, whenDone: whenDone))
    }

    func shutDown() { thread.post(.end) }
}
