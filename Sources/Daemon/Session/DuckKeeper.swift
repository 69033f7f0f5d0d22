import AudioSession
import Logging
import Playback
import SystemSupport

/// Writes down whose streams are lowered before they are, so that a daemon that dies leaves nobody lowered for ever: the
/// next one reads it and gives the volumes back. Writes on a thread of its own.
final class DuckKeeper: Sendable {
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
                        // Not told as written: what cannot be given back after a crash is not taken.
                        logger.error(
                            "Cannot save which streams are to be lowered, so they are not lowered.",
                            metadata: ["reason": "\(error)"])
                    }
                }
            }
        }
    }

    /// What an earlier run wrote down and may not have given back.
    func load() -> [DuckRecord] {
        file.read([DuckRecord].self, isKnown: { $0.allSatisfy(\.isBelievable) }) { sentence in logger.error("\(sentence)") } ?? []
    }

    /// Writes the book down, then calls back from the thread that wrote it. Any thread.
    func write(_ book: DuckBook, whenDone: @escaping @Sendable (UInt64) -> Void) {
        thread.post(.write(book, whenDone: whenDone))
    }

    func shutDown() { thread.post(.end) }
}
