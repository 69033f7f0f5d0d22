import FermataKit
import Glibc

/// Copies a descriptor to a connection, no faster than the daemon takes it. It notices at any time that the daemon wants no
/// more.
struct StreamPump {
    /// Why the pump ended.
    enum Outcome {
        /// The daemon has closed the connection.
        case over
        /// The input failed with this `errno`.
        case unreadable(CInt)
        case signal(CInt)
    }

    /// The size of a chunk in bytes, which is that of a pipe.
    private static let chunkSize = 1 << 16

    private let input: CInt
    private let connection: DaemonConnection
    private let signals: SignalPipe
    private var chunk = [UInt8](repeating: 0, count: chunkSize)
    /// The part of the chunk that is still to be sent.
    private var pending = 0..<0
    private var inputIsOpen = true
    private var outputIsOpen = true

    /// Whether the daemon has taken all of the input.
    var hasSentEverything: Bool { !inputIsOpen && pending.isEmpty && sentEnd }
    private var sentEnd = false

    /// - Parameter beginning: what was read of the input before.
    init(from input: CInt, _ beginning: [UInt8] = [], to connection: DaemonConnection, signals: SignalPipe) {
        self.input = input
        chunk.replaceSubrange(0..<min(beginning.count, chunk.count), with: beginning)
        pending = beginning.indices
        self.connection = connection
        self.signals = signals
    }

    /// Runs until the daemon closes the connection, which it does when all of it was heard; or until the input fails or a
    /// signal comes.
    mutating func run() -> Outcome {
        while true {
            let waiter = Waiter(for: [
                .input(of: signals.descriptor),
                pending.isEmpty ? .input(of: connection.descriptor) : .inputAndRoom(of: connection.descriptor),
                .input(of: inputIsOpen && pending.isEmpty ? input : nil),
            ])
            if waiter.hasNews(0) { return .signal(signals.take()) }
            if waiter.hasNews(1) {
                // The daemon sends at most one error from here on.
                guard (try? connection.receiveUnlessEnded()) == true else { return .over }
            }
            if waiter.hasRoom(1) { send() }
            if waiter.hasNews(2), let error = fill() { return .unreadable(error) }
        }
    }

    private mutating func send() {
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        let count = chunk[pending].withUnsafeBytes { Glibc.send(connection.descriptor, $0.baseAddress, $0.count, flags) }
        if count >= 0 {
            pending = pending.lowerBound + count..<pending.upperBound
        } else if errno != EAGAIN, errno != EINTR {
            // The daemon takes no more. Its error, if any, and the end of the connection follow.
            pending = 0..<0
            inputIsOpen = false
            outputIsOpen = false
        }
        endOutputIfDone()
    }

    /// Reads the next chunk; returns the `errno` if the input fails.
    private mutating func fill() -> CInt? {
        let count = read(input, &chunk, chunk.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : errno }
        pending = 0..<count
        if count == 0 { inputIsOpen = false }
        endOutputIfDone()
        return nil
    }

    /// Ends the media behind the last byte. The pump still reads the connection, which lasts until all of it was heard.
    private mutating func endOutputIfDone() {
        guard !inputIsOpen, outputIsOpen, pending.isEmpty else { return }
        shutdown(connection.descriptor, CInt(SHUT_WR))
        outputIsOpen = false
        sentEnd = true
    }
}
