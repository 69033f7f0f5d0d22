import Logging
import Playback
import Synchronization
import SystemSupport

/// What a service is still to be told, kept in a file so that it survives everything, and the key of the session there. Any thread; ``save()`` waits
/// for the disk.
final class ListenStore: Sendable {
    /// The most listens that wait: those of some weeks. Of more, the oldest are given up.
    static let most = 2_000

    private struct Book: Codable {
        var listens: [Listen] = []
        var session: String?
    }

    private struct State {
        var book = Book()
        var isSaved = true
        /// What a person is to allow; not kept beyond this run.
        var token: String?
    }

    private let service: ListenService
    private let file: SealedFile
    private let logger: Logger
    private let state = Mutex(State())
    /// Held while it writes.
    private let writing = Mutex(())

    init(_ service: ListenService, directory: String, logger: Logger) {
        self.service = service
        // Each listen has at most five texts of half a kilobyte and the path of a file.
        file = SealedFile(directory: directory, name: "listens-\(service.section)", largestSize: 32 << 20)
        self.logger = logger
    }

    /// Reads what the last run has left, in place of what is known.
    func load() {
        let kept = file.read(Book.self) { [logger] sentence in logger.error("\(sentence)") }
        var book = kept ?? Book()
        book.listens = Array(book.listens.suffix(Self.most))
        state.withLock { $0 = State(book: book) }
    }

    /// How many listens wait.
    var count: Int { state.withLock { $0.book.listens.count } }

    /// The oldest that wait, at most `limit`.
    func first(_ limit: Int) -> [Listen] { state.withLock { Array($0.book.listens.prefix(limit)) } }

    /// Adds what was heard. Of two that began in one second, only the first counts: by the second, services know a listen again.
    func add(_ listen: Listen) {
        let hasLost = state.withLock { state in
            if state.book.listens.contains(where: { $0.startedAt == listen.startedAt }) { return false }
            state.book.listens.append(listen)
            state.isSaved = false
            guard state.book.listens.count > Self.most else { return false }
            state.book.listens.removeFirst()
            return true
        }
        if hasLost {
            logger.warning("A song is not told any more: too many wait.", metadata: ["service": "\(service.name)"])
        }
    }

    /// Takes out what was told, or is given up.
    func remove(_ listens: [Listen]) {
        let times = Set(listens.map(\.startedAt))
        state.withLock { state in
            state.book.listens.removeAll { times.contains($0.startedAt) }
            state.isSaved = false
        }
    }

    /// The key of the session; `nil` before a person has signed in.
    var session: String? {
        get { state.withLock { $0.book.session } }
        set { state.withLock { ($0.book.session, $0.isSaved) = (newValue, false) } }
    }

    /// What a person is to allow; `nil` for nothing.
    var token: String? {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }

    /// Whether the file has all that is to be kept, or a thread is about to write it.
    var isSaved: Bool { state.withLock { $0.isSaved } }

    /// Writes what has changed since it was written last.
    func save() {
        writing.withLock { _ in
            let book = state.withLock { state -> Book? in
                defer { state.isSaved = true }
                return state.isSaved ? nil : state.book
            }
            guard let book else { return }
            do throws(SealedFile.Failure) {
                try file.write(book)
            } catch {
                state.withLock { $0.isSaved = false }
                logger.error(
                    "What was heard cannot be kept for a service.",
                    metadata: ["service": "\(service.name)", "reason": "\(error)"])
            }
        }
    }
}
