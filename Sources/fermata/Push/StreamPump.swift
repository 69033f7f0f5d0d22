import Glibc

/// Copies a descriptor to a connection: no faster than the far end takes it, and ready to hear at any time that it wants no more.
struct StreamPump {
    /// Why it ended.
    enum Outcome {
        /// The daemon has closed the connection.
        case over
        /// The input failed with that error of the system.
        case unreadable(CInt)
        case signal(CInt)
    }

    /// A pipe's size.
    private static let chunkSize = 1 << 16

    private let input: CInt
    private let connection: DaemonConnection
    private let signals: SignalPipe
    private var chunk = [UInt8](repeating: 0, count: chunkSize)
    /// What of the chunk is still to be sent.
    private var pending = 0..<0
    private var inputIsOpen = true
    private var outputIsOpen = true

    /// Whether the daemon has taken all of the input.
    var hasSentEverything: Bool { !inputIsOpen && pending.isEmpty && sentEnd }
    private var sentEnd = false

    init(from input: CInt, to connection: DaemonConnection, signals: SignalPipe) {
        self.input = input
        self.connection = connection
        self.signals = signals
    }

    /// Runs until the daemon closes the connection, which it does when everything was heard.
    mutating func run() -> Outcome {
        while true {
            var waited = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: Int16(POLLIN) | (pending.isEmpty ? 0 : Int16(POLLOUT)), revents: 0),
                // poll passes over a negative number.
                pollfd(fd: inputIsOpen && pending.isEmpty ? input : -1, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waited, nfds_t(waited.count), -1) < 0 { continue }
            if waited[0].revents != 0 { return .signal(signals.take()) }
            if waited[1].revents & ~Int16(POLLOUT) != 0 {
                // Nothing but an error is left to say on either side.
                guard (try? connection.receiveUnlessEnded()) == true else { return .over }
            }
            if waited[1].revents & Int16(POLLOUT) != 0 { send() }
            if waited[2].revents != 0, let error = fill() { return .unreadable(error) }
        }
    }

    private mutating func send() {
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        let count = chunk[pending].withUnsafeBytes { Glibc.send(connection.descriptor, $0.baseAddress, $0.count, flags) }
        if count >= 0 {
            pending = pending.lowerBound + count..<pending.upperBound
        } else if errno != EAGAIN, errno != EINTR {
            // It takes no more: what it has to say about that comes, and the end.
            pending = 0..<0
            inputIsOpen = false
            outputIsOpen = false
        }
        endOutputIfDone()
    }

    /// Takes the next chunk; an error where the input fails.
    private mutating func fill() -> CInt? {
        let count = read(input, &chunk, chunk.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : errno }
        pending = 0..<count
        if count == 0 { inputIsOpen = false }
        endOutputIfDone()
        return nil
    }

    /// Ends the media behind the last byte. The connection is still read: it lasts until everything was heard.
    private mutating func endOutputIfDone() {
        guard !inputIsOpen, outputIsOpen, pending.isEmpty else { return }
        shutdown(connection.descriptor, CInt(SHUT_WR))
        outputIsOpen = false
        sentEnd = true
    }
}
