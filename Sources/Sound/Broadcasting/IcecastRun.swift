import Synchronization
import SystemSupport

/// The work of an ``IcecastSource``'s thread.
struct IcecastRun: ~Copyable {
    enum Message: Sendable {
        case end
        case bytes([UInt8])
        case title(String)

        var isEnd: Bool { if case .end = self { true } else { false } }
    }

    /// The first and the longest wait before another attempt, in nanoseconds.
    private static let waits: (first: Int64, longest: Int64) = (1_000_000_000, 60_000_000_000)
    /// The largest file with a password, in bytes.
    private static let largestFile = 4_096

    private let settings: IcecastSource.Settings
    private let thread: WorkerThread<Message>
    private let backlog: IcecastBacklog
    private let report: @Sendable (IcecastSource.News) -> Void
    private var backoff = Backoff(first: waits.first, longest: waits.longest)

    init(
        _ settings: IcecastSource.Settings, thread: WorkerThread<Message>, backlog: IcecastBacklog,
        report: @escaping @Sendable (IcecastSource.News) -> Void
    ) {
        self.settings = settings
        self.thread = thread
        self.backlog = backlog
        self.report = report
    }

    mutating func run() {
        while true {
            let began = MonotonicClock.nanoseconds
            do throws(IcecastError) {
                let request = IcecastRequest(settings, password: try readPassword())
                let connection = try IcecastConnection(to: settings.server)
                try connection.send(request.stream)
                try IcecastRequest.check(try connection.readHead())
                backlog.beginAnew()
                report(.connected)
                try stream(over: connection, request)
                return
            } catch {
                report(.lost(error.message))
                backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - began))
            }
            if rest(until: MonotonicClock.nanoseconds + backoff.next()) { return }
        }
    }

    private func takeMessages() -> [Message] {
        let messages = thread.takeMessages()
        for message in messages { if case .bytes(let bytes) = message { backlog.took(bytes.count) } }
        return messages
    }

    private func readPassword() throws(IcecastError) -> String {
        do throws(FileFailure) {
            let bytes = try RegularFile.read(settings.passwordFile, atMost: Self.largestFile, followsLinks: true)
            return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        } catch {
            throw IcecastError("the file with the password, \(settings.passwordFile), cannot be read: \(error)")
        }
    }

    /// Sends what comes. Returns at the end.
    private func stream(over connection: borrowing IcecastConnection, _ request: IcecastRequest) throws(IcecastError) {
        while true {
            let messages = takeMessages()
            // Before anything of them is sent: what fails to be sent must not take the end with it.
            if messages.contains(where: \.isEnd) { return }
            for message in messages {
                if backlog.isOverrun { throw IcecastError("the server takes less than there is to send") }
                switch message {
                case .end: return
                case .bytes(let bytes): try connection.send(bytes)
                case .title(let title): tell(title, request)
                }
            }
            if thread.wait(orEndOf: connection.descriptor) { throw IcecastError("the server has ended the connection") }
        }
    }

    private func tell(_ title: String, _ request: IcecastRequest) {
        do throws(IcecastError) {
            let connection = try IcecastConnection(to: settings.server)
            try connection.send(request.title(title))
            try IcecastRequest.check(try connection.readHead())
        } catch {
            report(.titleRefused(error.message))
        }
    }

    /// Waits until `time`. Returns whether the end has come meanwhile. What comes else belongs to a stream that is lost.
    private func rest(until time: Int64) -> Bool {
        while true {
            if takeMessages().contains(where: \.isEnd) { return true }
            let left = MonotonicClock.millisecondsLeft(until: time)
            if left == 0 { return false }
            thread.wait(timeout: left)
        }
    }
}

/// How many bytes wait for the thread of an ``IcecastSource``. Any thread.
final class IcecastBacklog: Sendable {
    /// The most bytes: half a minute of the largest stream.
    private static let most = 1 << 20

    private let state = Mutex((waiting: 0, isOverrun: false))

    /// Whether something had no room since ``beginAnew()``: the stream has a gap there.
    var isOverrun: Bool { state.withLock { $0.isOverrun } }

    /// Notes that so many bytes come. Returns whether they have room.
    func add(_ count: Int) -> Bool {
        state.withLock { state in
            guard !state.isOverrun, state.waiting + count <= Self.most else {
                state.isOverrun = true
                return false
            }
            state.waiting += count
            return true
        }
    }

    /// Notes that the thread has taken so many bytes.
    func took(_ count: Int) { state.withLock { $0.waiting -= count } }

    /// Notes that another stream begins.
    func beginAnew() { state.withLock { $0.isOverrun = false } }
}

/// Why an Icecast server does not take a stream.
struct IcecastError: Error, Hashable {
    /// What went wrong, for a person to read.
    let message: String

    init(_ message: String) { self.message = message }
}
