import AudioSession
import Logging
import Playback
import SystemSupport

/// Writes down what is taken from others before it is: which streams are lowered, and which headset is switched. So a daemon that dies
/// leaves nothing so for ever: the next one reads the files and gives everything back. Writes on a thread of its own.
final class LoanStore: Sendable {
    private let ducked: SealedFile
    private let headset: SealedFile
    private let thread = WorkerThread<Order>(name: "fermata-ducks")
    private let logger: Logger

    private enum Order: Sendable {
        case write(DuckBook, whenDone: @Sendable (UInt64) -> Void)
        case writeLoans([ProfileLoan], whenDone: @Sendable () -> Void)
        case end
    }

    init(directory: String, logger: Logger) {
        ducked = SealedFile(directory: directory, name: "ducked")
        headset = SealedFile(directory: directory, name: "headset")
        self.logger = logger
        let (ducked, headset, thread) = (ducked, headset, thread)
        thread.start {
            while true {
                thread.wait()
                for order in thread.takeMessages() {
                    // What cannot be written is not reported as written: what could not be given back after a crash is not taken.
                    switch order {
                    case .write(let book, let whenDone):
                        do throws(SealedFile.Failure) {
                            try ducked.write(book.records)
                            whenDone(book.revision)
                        } catch {
                            logger.error(
                                "Cannot save which streams are to be lowered, so they are not lowered.",
                                metadata: ["reason": "\(error)"])
                        }
                    case .writeLoans(let loans, let whenDone):
                        do throws(SealedFile.Failure) {
                            try headset.write(loans)
                            whenDone()
                        } catch {
                            logger.error(
                                "Cannot save which device is switched, so none is switched.", metadata: ["reason": "\(error)"])
                        }
                    case .end: return
                    }
                }
            }
        }
    }

    /// Returns the records of an earlier run that may not have restored the volumes.
    func load() -> [DuckRecord] {
        ducked.read([DuckRecord].self, isKnown: { $0.allSatisfy(\.isBelievable) }) { sentence in logger.error("\(sentence)") }
            ?? []
    }

    /// Returns the devices that an earlier run may not have switched back.
    func loadLoans() -> [ProfileLoan] {
        headset.read([ProfileLoan].self, isKnown: { $0.count <= 2 && $0.allSatisfy(\.isBelievable) }) { sentence in
            logger.error("\(sentence)")
        } ?? []
    }

    /// Writes the loans down, then calls `whenDone` on the thread that wrote it. Any thread.
    func write(_ loans: [ProfileLoan], whenDone: @escaping @Sendable () -> Void) {
        thread.post(.writeLoans(loans, whenDone: whenDone))
    }

    /// Writes the book down, then calls `whenDone` on the thread that wrote it. Any thread.
    func write(_ book: DuckBook, whenDone: @escaping @Sendable (UInt64) -> Void) {
        thread.post(.write(book, whenDone: whenDone))
    }

    func shutDown() { thread.post(.end) }
}
