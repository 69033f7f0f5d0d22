import Glibc
import SystemSupport

/// Those who work on a bus. All of it on the bus thread.
protocol BusParticipant: AnyObject {
    /// The bus is there; `connection` is valid until ``busLost()``.
    func busConnected(_ connection: BusConnection)
    /// The bus is gone, with everything that was known through it.
    func busLost()
}

/// Keeps the connection to one bus: makes it, works on what comes in, and makes it again after a loss. For one thread.
///
/// Where nobody listens on the bus's socket, its directory is watched, which costs nothing while nothing happens there. Every
/// other failure is tried again with ``Backoff``.
final class BusLink {
    private enum State {
        case idle
        case connecting(BusConnection)
        case connected(BusConnection, since: Int64)
    }

    /// After something stirred in the directory of an absent bus: its socket exists a moment before it listens, and that it
    /// does now changes nothing in the directory.
    private static let secondLook: Int64 = 1_000_000_000
    /// So many messages are handled before orders get their turn, or a flood of messages would keep them off.
    private static let messagesPerTurn = 64

    private let which: MessageBus
    private let address: String?
    private let answerLimit: Duration
    private let participants: [any BusParticipant]
    private let report: (DesktopEvent) -> Void
    private var state = State.idle
    private var isWatchingSocket = false
    private var attemptTime: Int64?
    private var backoff = Backoff(first: 1_000_000_000, longest: 30_000_000_000)
    private var toldAbsence: String?

    /// Makes a link that does nothing until ``begin(at:)``.
    init(
        _ which: MessageBus, address: String?, answerLimit: Duration, participants: [any BusParticipant],
        report: @escaping (DesktopEvent) -> Void
    ) {
        self.which = which
        self.address = address
        self.answerLimit = answerLimit
        self.participants = participants
        self.report = report
    }

    /// Looks for the bus for the first time.
    func begin(at time: Int64) {
        guard address != nil else { return tellAbsence("no address is set") }
        attempt(at: time)
    }

    /// What `poll` shall look at.
    var pollRequest: pollfd? { connection?.bus.pollRequest }

    /// When the next ``turn(at:isReadable:)`` is due at the latest.
    var deadline: Int64? { [connection?.bus.deadline, attemptTime].compactMap(\.self).min() }

    /// Does what is to be done now.
    ///
    /// - Parameter isReadable: Whether `poll` found something for ``pollRequest``.
    func turn(at time: Int64, isReadable: Bool) {
        if let due = attemptTime, due <= time { attempt(at: time) }
        guard let connection else { return }
        do throws(BusFailure) {
            for _ in 0..<Self.messagesPerTurn {
                let hasMore = try connection.bus.process()
                if case .connecting = state, connection.bus.isReady { ready(connection, at: time) }
                if !hasMore { break }
            }
        } catch {
            return lost(error, at: time)
        }
        if case .connecting = state, isWatchingSocket, isReadable, attemptTime == nil { attemptTime = time + Self.secondLook }
    }

    private var connection: BusConnection? {
        switch state {
        case .idle: nil
        case .connecting(let connection), .connected(let connection, _): connection
        }
    }

    private func attempt(at time: Int64, waitsForSocket: Bool = false) {
        guard let address else { return }
        attemptTime = nil
        isWatchingSocket = waitsForSocket
        state = .idle
        do throws(BusFailure) {
            let bus = try Bus(address: address, waitsForSocket: waitsForSocket)
            state = .connecting(BusConnection(bus, answerLimit: answerLimit))
        } catch {
            tellAbsence("\(address): \(error.reason)")
            if error.isAbsence, !waitsForSocket {
                attempt(at: time, waitsForSocket: true)
            } else {
                attemptTime = time + backoff.next()
            }
        }
    }

    private func ready(_ connection: BusConnection, at time: Int64) {
        state = .connected(connection, since: time)
        isWatchingSocket = false
        attemptTime = nil
        toldAbsence = nil
        report(.busConnected(which))
        for participant in participants { participant.busConnected(connection) }
    }

    private func lost(_ error: BusFailure, at time: Int64) {
        if case .connected(_, let since) = state {
            // A bus that takes us on only to drop us must not be asked every second.
            backoff.lost(after: .nanoseconds(time - since))
            for participant in participants { participant.busLost() }
        }
        state = .idle
        attemptTime = time + backoff.next()
        tellAbsence(error.reason)
    }

    /// Reports an absence once, and again only with another reason.
    private func tellAbsence(_ reason: String) {
        let sentence = "the \(which.rawValue) bus is not there: \(reason)"
        if toldAbsence != sentence { report(.busLost(which, sentence)) }
        toldAbsence = sentence
    }
}
