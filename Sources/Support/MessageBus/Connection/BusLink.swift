import Glibc
import SystemSupport

/// An object that works on a bus. All calls come on the bus thread.
package protocol BusParticipant: AnyObject {
    /// The bus is connected; `connection` is valid until ``busLost()``.
    func busConnected(_ connection: BusConnection)
    /// The bus is lost, and with it everything known through it.
    func busLost()
    /// The bus is not there; the text says why in a sentence. Called once for each reason.
    func busAbsent(_ reason: String)
}

extension BusParticipant {
    /// Most participants wait for the bus without a word.
    package func busAbsent(_ reason: String) {}
}

/// Keeps the connection to one bus: makes it, handles its messages, and makes it again after a loss. For one thread only.
///
/// While nobody listens on the bus's socket, the link watches the socket's directory, which costs nothing while nothing happens
/// there. After every other failure it tries again with ``Backoff``.
package final class BusLink {
    private enum State {
        case idle
        case connecting(BusConnection)
        case connected(BusConnection, since: Int64)
    }

    /// The delay of a second attempt after something changed in the directory of an absent bus. The socket exists a moment
    /// before the bus listens on it, and when the bus begins to listen, nothing changes in the directory.
    private static let secondLook: Int64 = 1_000_000_000
    /// The most messages that are handled before orders get their turn. Otherwise a flood of messages would keep orders
    /// waiting.
    private static let messagesPerTurn = 64
    /// So long after many answers waited, or calls were refused, the memory that was needed for them is given back.
    private static let memoryDelay: Int64 = 5_000_000_000

    private let type: BusType
    private let address: String?
    private let answerLimit: Duration
    private let participants: [any BusParticipant]
    private let report: (BusEvent) -> Void
    private var state = State.idle
    private var isWatchingSocket = false
    private var attemptTime: Int64?
    private var backoff = Backoff(first: 1_000_000_000, longest: 30_000_000_000)
    private var toldAbsence: String?
    private var backlog = BusBacklog()
    /// When to give memory back; nil for never.
    private var memoryTime: Int64?

    /// Makes a link. It does nothing until ``begin(at:)``.
    package init(
        _ type: BusType, address: String?, answerLimit: Duration, participants: [any BusParticipant],
        report: @escaping (BusEvent) -> Void
    ) {
        self.type = type
        self.address = address
        self.answerLimit = answerLimit
        self.participants = participants
        self.report = report
    }

    /// Makes the first attempt to connect.
    func begin(at time: Int64) {
        guard address != nil else { return tellAbsence("no address is set") }
        attempt(at: time)
    }

    /// The request for `poll`; nil if there is no connection.
    var pollRequest: pollfd? {
        guard var request = connection?.bus.pollRequest else { return nil }
        // Nothing is read until the bus has taken what waits.
        if backlog.isLong { request.events = Int16(POLLOUT) }
        return request
    }

    /// The latest time for the next ``turn(at:isReadable:)``; nil if only `poll` decides.
    var deadline: Int64? {
        // A message that the library has read makes its own deadline the past.
        let ofBus = backlog.isLong ? backlog.deadline : connection?.bus.deadline
        return [ofBus, attemptTime, memoryTime].compactMap(\.self).min()
    }

    /// Does everything that is due at `time`.
    ///
    /// - Parameter isReadable: Whether `poll` found something for ``pollRequest``.
    func turn(at time: Int64, isReadable: Bool) {
        if let due = attemptTime, due <= time { attempt(at: time) }
        if let due = memoryTime, due <= time {
            memoryTime = nil
            ProcessMemory.releaseFree()
        }
        guard let connection else { return }
        do throws(BusFailure) {
            try process(connection, at: time, isReady: isReadable)
        } catch {
            return lost(error, at: time)
        }
        if case .connecting = state, isWatchingSocket, isReadable, attemptTime == nil { attemptTime = time + Self.secondLook }
    }

    /// Handles messages: those of the bus, and ours. While many of ours wait, only these.
    private func process(_ connection: BusConnection, at time: Int64, isReady: Bool) throws(BusFailure) {
        for _ in 0..<Self.messagesPerTurn {
            if try isClogged(connection, at: time) {
                // The library sends before it reads. If `poll` has found room, it sends, and once is enough.
                guard isReady, try connection.bus.process() else { break }
                if try isClogged(connection, at: time) { break }
                continue
            }
            let hasMore = try connection.bus.process()
            if case .connecting = state, connection.bus.isReady { ready(connection, at: time) }
            if !hasMore { break }
        }
        if try isClogged(connection, at: time) || connection.hasRefusedCalls {
            connection.hasRefusedCalls = false
            if memoryTime == nil { memoryTime = time + Self.memoryDelay }
        }
    }

    private func isClogged(_ connection: BusConnection, at time: Int64) throws(BusFailure) -> Bool {
        if backlog.note(connection.bus.waitingMessages, at: time) { throw .standstill }
        return backlog.isLong
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
            // logind answers with a descriptor. On the other bus nobody sends one that is wanted.
            let bus = try Bus(address: address, waitsForSocket: waitsForSocket, takesDescriptors: type == .system)
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
        report(.connected(type))
        for participant in participants { participant.busConnected(connection) }
    }

    private func lost(_ error: BusFailure, at time: Int64) {
        if case .connected(_, let since) = state {
            // A bus that accepts us only to drop us again must not be tried every second.
            backoff.lost(after: .nanoseconds(time - since))
            for participant in participants { participant.busLost() }
        }
        state = .idle
        backlog = BusBacklog()
        attemptTime = time + backoff.next()
        tellAbsence(error.reason)
    }

    /// Reports that the bus is absent, once; and again only if the reason is another.
    private func tellAbsence(_ reason: String) {
        let sentence = "the \(type.rawValue) bus is not there: \(reason)"
        guard toldAbsence != sentence else { return }
        toldAbsence = sentence
        report(.lost(type, sentence))
        for participant in participants { participant.busAbsent(sentence) }
    }
}
