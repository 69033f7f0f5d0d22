import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

/// Runs the plugin: waits for Snapcast on standard input and for the daemon on its socket, and passes on what the bridge makes of their
/// lines. If the daemon is away, it tries again. It ends with standard input.
struct PluginRunner {
    /// The shortest and the longest wait before it connects again, in nanoseconds.
    private static let waits: (first: Int64, longest: Int64) = (500_000_000, 10_000_000_000)
    /// How many seconds the daemon may take to accept what it is sent.
    private static let patience = 5

    private let path: String
    private var bridge = PluginBridge()
    private var input = PluginInput()
    private var connection: DaemonConnection?
    private var connectedAt: Int64 = 0
    private var backoff = Backoff(first: waits.first, longest: waits.longest)
    /// When to try again, in nanoseconds of the monotonic clock.
    private var nextTry: Int64 = 0
    private var hasComplained = false

    /// Makes it for the daemon's socket at `path`.
    init(path: String) { self.path = path }

    /// Returns when Snapcast has closed standard input.
    mutating func run() {
        pass(bridge.begin())
        while true {
            if connection == nil, MonotonicClock.nanoseconds >= nextTry { connect() }
            let left = (nextTry - MonotonicClock.nanoseconds + 999_999) / 1_000_000
            let waiter = Waiter(
                for: [.input(of: STDIN_FILENO), .input(of: connection?.descriptor)],
                milliseconds: connection == nil ? CInt(clamping: max(0, left)) : -1)
            if waiter.hasNews(1) { receive() }
            if waiter.hasNews(0), !readInput() { return }
        }
    }

    /// Reads what Snapcast has sent; returns `false` at its end.
    private mutating func readInput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        for line in input.take(buffer[..<count]) { pass(bridge.fromSnapcast(line, now: MonotonicClock.seconds)) }
        return count > 0
    }

    private mutating func connect() {
        do throws(ClientFailure) {
            connection = try DaemonConnection(path: path, patience: Self.patience)
            connectedAt = MonotonicClock.nanoseconds
            pass(bridge.daemonCame())
        } catch {
            lost(error)
        }
    }

    private mutating func receive() {
        do throws(ClientFailure) {
            try connection?.receive()
            while let line = connection?.takeLine() { pass(bridge.fromDaemon(line, now: MonotonicClock.seconds)) }
            if bridge.isFollowing { hasComplained = false }
        } catch {
            // What came before the end may say why.
            while let line = connection?.takeLine() { pass(bridge.fromDaemon(line, now: MonotonicClock.seconds)) }
            lost(error)
        }
    }

    private mutating func lost(_ failure: ClientFailure) {
        if connection != nil { backoff.lost(after: .nanoseconds(MonotonicClock.nanoseconds - connectedAt)) }
        connection = nil
        nextTry = MonotonicClock.nanoseconds + backoff.next()
        if !hasComplained { pass([PluginBridge.log("Warning", failure.message)]) }
        hasComplained = true
        pass(bridge.daemonLeft())
    }

    private mutating func pass(_ messages: [PluginBridge.Message]) {
        for message in messages {
            switch message {
            case .toSnapcast(let json): Terminal.write(json.text)
            case .toDaemon(let call):
                do throws(ClientFailure) { try connection?.post(call) } catch { return lost(error) }
            }
        }
    }
}
