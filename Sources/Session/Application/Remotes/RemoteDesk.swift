import AudioTypes
import Glibc
package import LineServer
import Logging
import NIOCore
package import Remotes
import SystemSupport
package import TLS

/// Says who may do what over the network, and pairs devices with the daemon. Confined to the control thread.
package final class RemoteDesk {
    /// What a person shows to a device.
    package struct Offer: Hashable, Sendable {
        /// Six digits.
        package let code: String
        /// For how many seconds they count.
        package let seconds: Int
        package let role: Role
        /// Where browsers reach the daemon, by numbers.
        package let addresses: [String]
        /// The fingerprint of the daemon's own certificate; `nil` if others vouch for it, or without TLS.
        package let fingerprint: String?
    }

    /// With what somebody may listen.
    package struct ListenOffer: Hashable, Sendable {
        package let ticket: String
        /// For how many seconds it counts.
        package let seconds: Int
        /// Where the door is reached.
        package let addresses: [String]
    }

    private var access = RemoteAccess()
    private var pairing = Pairing<ClientParty>()
    private var devices = PairedDevices()
    private var tickets = ListenTickets()
    private let store: DeviceStore
    private let certificates: CertificateStore
    /// How the door is.
    private(set) var state = RemoteDoorState()
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var guessPace = LogPace()
    private var addresses: (() -> [String])?
    private var close: (UInt64) -> Void = { _ in }
    /// Called when other devices are paired than before.
    var devicesChanged: () -> Void = {}
    /// Whether the devices are being written, and who waits for the next writing.
    private var isWriting = false
    private var waiting: [(Bool) -> Void] = []

    init(stateDirectory: String, eventLoop: any EventLoop, logger: Logger) {
        store = DeviceStore(directory: stateDirectory, logger: logger)
        certificates = CertificateStore(directory: stateDirectory, logger: logger)
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Begins to let devices in.
    /// - Parameters:
    ///   - addresses: returns where browsers reach the daemon.
    ///   - close: closes the connection of a client.
    package func open(addresses: @escaping () -> [String], close: @escaping (UInt64) -> Void) {
        devices = store.load()
        self.addresses = addresses
        self.close = close
        state.addresses = addresses()
    }

    /// Reads the certificate of the door, or makes one of the daemon's own. Blocks on the disk.
    /// - Parameter rule: which one the daemon makes.
    /// - Throws: why there is none, which is also told to whoever asks how the daemon is.
    package func credentials(_ source: CertificateSource, _ rule: OwnCertificateRule) throws(TLSError) -> TLSCredentials {
        do throws(TLSError) {
            let (credentials, certificate) = try certificates.load(source, rule, at: Int64(CalendarClock.seconds))
            (state.certificate, state.problem) = (certificate, nil)
            return credentials
        } catch {
            state.problem = "\(error)"
            throw error
        }
    }

    /// The fingerprint of the daemon's own certificate, as 64 digits; `nil` if others vouch for it, or without TLS.
    package var fingerprint: String? { state.certificate.flatMap { $0.isOwn ? $0.facts.fingerprint : nil } }

    // MARK: Connections

    /// Returns what somebody may do who has this token; `nil` if no device has it.
    package func grant(token: String) -> Grant? {
        guard token.utf8.count == Self.tokenLength else { return nil }
        return devices.device(withHash: Self.hash(of: token))?.grant
    }

    /// Returns what somebody may do who has this ticket for listening; `nil` if it does not count.
    package func grant(ticket: String) -> Grant? {
        guard ticket.utf8.count == Self.ticketBytes * 2 else { return nil }
        return tickets.grant(ticket, at: MonotonicClock.nanoseconds)
    }

    /// Returns what somebody may do who connects from this machine; `nil` if nothing.
    /// - Parameters:
    ///   - user: the user at the other end; `nil` if that is not known.
    ///   - isDirect: whether the request is for this machine by a name that it has for itself, and comes through no other server.
    package func grant(user: @autoclosure () -> UInt32?, isDirect: Bool) -> Grant? {
        guard isDirect, let user = user(), user == geteuid() else { return nil }
        return .ofThisMachine
    }

    /// Whether a client may be one more connection of a device.
    package func hasRoom(for grant: Grant, as client: UInt64) -> Bool { access.hasRoom(for: grant, as: client) }

    /// Notes what a connection may do, by the number of its client.
    package func admit(_ client: UInt64, as grant: Grant) { access.admit(client, as: grant) }

    /// Returns why a client of the network may not do what needs the role `needed`; `nil` if it may.
    package func refusal(of needed: Role, to client: UInt64) -> RemoteRefusal? {
        access.refusal(of: needed, to: client, at: MonotonicClock.nanoseconds)
    }

    /// Returns the name of the device of a client, for people; `nil` if it is none of the network.
    package func name(of client: UInt64) -> String? { access.grant(of: client)?.name }

    /// Notes that a client has left.
    func clientLeft(_ client: UInt64) { access.forget(client) }

    // MARK: Devices

    /// Begins a pairing, and ends the one before.
    package func beginPairing(role: Role) throws(RemoteError) -> Offer {
        guard let addresses else { throw .off }
        let number = Int.random(in: 0..<1_000_000)
        let code = String("\(1_000_000 + number)".dropFirst())
        pairing.begin(code: code, role: role, at: MonotonicClock.nanoseconds)
        return Offer(
            code: code, seconds: Int(Pairing<ClientParty>.lifetime / 1_000_000_000), role: role, addresses: addresses(),
            fingerprint: fingerprint)
    }

    /// Pairs a device that has named the digits. `answer` gets its token, once it is on the disk that there is such a device.
    package func pair(
        _ code: String, name: String, from party: ClientParty,
        answer: @escaping (Result<(token: String, device: PairedDevice), PairingRefusal>) -> Void
    ) {
        let name = CleanText.of(name)
        guard (1...PairedDevices.longestName).contains(name.count), name.contains(where: { !$0.isWhitespace }) else {
            return answer(.failure(.badName))
        }
        switch pairing.redeem(code, from: party, at: MonotonicClock.nanoseconds) {
        case .failure(let refusal):
            noteWrongCode(from: party)
            answer(.failure(refusal))
        case .success(let role):
            let token = Self.makeToken()
            guard let device = devices.add(name, role: role, hash: Self.hash(of: token), at: CalendarClock.seconds) else {
                return answer(.failure(.tooManyDevices))
            }
            keep { [weak self] isKept in
                guard let self else { return }
                guard isKept else {
                    _ = devices.remove(device.device)
                    return answer(.failure(.notKept))
                }
                logger.notice(
                    "A device was paired.",
                    metadata: ["device": "\(device.device)", "name": "\(name)", "role": "\(role.rawValue)", "from": "\(party)"])
                answer(.success((token, device)))
                devicesChanged()
            }
        }
    }

    private func noteWrongCode(from party: ClientParty) {
        guard let count = guessPace.note(at: MonotonicClock.nanoseconds) else { return }
        logger.warning(
            "A wrong code for pairing has come.", metadata: ["from": "\(party)", "since the last line": "\(count)"])
    }

    /// The paired devices, each with the number of its connections.
    package func list() throws(RemoteError) -> [(device: PairedDevice, connections: Int)] {
        guard addresses != nil else { throw .off }
        return devices.list.map { ($0, access.connections(of: $0.device)) }
    }

    /// Makes a ticket for listening, which is worth nothing else.
    /// - Parameter client: the client of the network that asks; `nil` for one of the control socket.
    package func makeListenTicket(for client: UInt64?) throws(RemoteError) -> ListenOffer {
        guard let addresses else { throw .off }
        let ticket = Self.makeToken(bytes: Self.ticketBytes)
        tickets.add(ticket, for: client.flatMap { access.grant(of: $0) }, at: MonotonicClock.nanoseconds)
        return ListenOffer(ticket: ticket, seconds: Int(ListenTickets.lifetime / 1_000_000_000), addresses: addresses())
    }

    /// Takes everything from a device: its connections end.
    package func revoke(_ number: Int64, answer: @escaping (Result<Void, RemoteError>) -> Void) {
        guard addresses != nil else { return answer(.failure(.off)) }
        guard let device = devices.remove(number) else { return answer(.failure(.deviceNotFound(number))) }
        tickets.revoke(number)
        for client in access.revoke(number) { close(client) }
        logger.notice("A device was revoked.", metadata: ["device": "\(number)", "name": "\(device.name)"])
        keep { [weak self] isKept in
            answer(isKept ? .success(()) : .failure(.notKept))
            self?.devicesChanged()
        }
    }

    /// Has the devices written down, one writing after the other, and then calls `whenDone`.
    private func keep(_ whenDone: @escaping (Bool) -> Void) {
        waiting.append(whenDone)
        if !isWriting { write() }
    }

    private func write() {
        isWriting = true
        let told = waiting
        waiting = []
        let bound = NIOLoopBound((self, told), eventLoop: eventLoop)
        store.write(devices) { [eventLoop] isKept in
            eventLoop.execute {
                let (desk, told) = bound.value
                desk.isWriting = false
                for whenDone in told { whenDone(isKept) }
                if !desk.isWriting, !desk.waiting.isEmpty { desk.write() }
            }
        }
    }

    // MARK: Tokens

    /// How many characters a token has: 256 random bits.
    private static let tokenLength = 64

    /// How many bytes a ticket for listening has: 128 random bits.
    private static let ticketBytes = 16

    private static func makeToken(bytes: Int = tokenLength / 2) -> String {
        hexadecimal((0..<bytes).map { _ in UInt8.random(in: 0...255) })
    }

    private static func hash(of token: String) -> String { hexadecimal(SHA256.hash(Array(token.utf8))) }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Why the devices of the network are not changed.
package enum RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing listens for the network.
    case off
    /// Nobody is to listen.
    case notListening
    /// No device has that number.
    case deviceNotFound(Int64)
    /// What has changed could not be written.
    case notKept

    /// A sentence for a person.
    package var description: String {
        switch self {
        case .off:
            "nothing listens for the network: set `listen` in [remote] of config.toml, and start fermatad again; `fermata doctor` says more"
        case .notListening: "nobody can listen: set `stream = true` in [remote] of config.toml"
        case .deviceNotFound(let number): "no device has the number \(number)"
        case .notKept: "the device is revoked, but this cannot be noted on the disk: it is paired again after the next start"
        }
    }
}
