import Application
import Glibc
import MessageBus

/// The object on the session bus that other programs use, with its name. For the bus thread only.
///
/// The name appears once control has published the first state, and the object answers.
final class PlayerObject: BusParticipant, SendableMetatype {
    /// What the object tells the door.
    enum Report: Hashable, Sendable {
        /// The bus is there: publish.
        case connected
        /// The bus is gone: publish nothing more.
        case lost
        case call(PlayerCall, number: UInt64)
        /// The name under which other programs see the player.
        case named(String)
        /// The bus does not give the name; the text says why.
        case unnamed(String)
    }

    static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    private static let name = "org.mpris.MediaPlayer2.fermata"

    private let report: (Report) -> Void
    /// The name of this daemon, of several; `nil` for the one without a name.
    private let instance: String?
    private let state: PublishedState
    private var connection: BusConnection?
    private var object: BusObject?
    private var calls = PendingCalls()
    /// Whether the configuration has the player on the bus.
    private var isWanted: Bool
    private var owned: String?

    /// Makes an object that is not on the bus yet.
    init(instance: String?, isWanted: Bool, position: PositionSource, report: @escaping @Sendable (Report) -> Void) {
        self.instance = instance
        self.isWanted = isWanted
        self.report = report
        state = PublishedState(position)
    }

    func busConnected(_ connection: BusConnection) {
        self.connection = connection
        if isWanted { report(.connected) }
    }

    func busLost() {
        if connection != nil, isWanted { report(.lost) }
        leave()
        connection = nil
    }

    /// Takes over whether the player is to be on the bus.
    func setWanted(_ wanted: Bool) {
        guard wanted != isWanted else { return }
        isWanted = wanted
        guard let connection else { return }
        if wanted { return report(.connected) }
        report(.lost)
        if let owned { connection.releaseName(owned) }
        leave()
    }

    private func leave() {
        object = nil
        owned = nil
        calls.forget()
    }

    // MARK: Published

    /// Takes over a state, and tells clients what has changed. The first state brings the object to the bus.
    func publish(_ new: PublishedPlayer) {
        guard isWanted, let connection else { return }
        let old = state.player
        state.player = new
        guard object != nil else { return appear(on: connection) }
        let changes = TrackListChange.between(old.tracks, new.tracks)
        // The list first: the current track should be in the list that clients know.
        for change in changes { tell(change) }
        if changes.contains(where: \.isAboutTheList) { object?.propertiesChanged(["Tracks"], of: TrackListInterface.name) }
        object?.propertiesChanged(PlayerInterface.changes(from: old, to: new), of: PlayerInterface.name)
    }

    /// Tells clients that the position has jumped to `microseconds`.
    func seeked(to microseconds: Int64) { object?.emit("Seeked", of: PlayerInterface.name, [.int64(microseconds)]) }

    /// Tells clients the rate, although it has not changed.
    func tellRate() { object?.propertiesChanged(["Rate"], of: PlayerInterface.name) }

    /// Answers a call.
    func answer(_ number: UInt64, _ error: BusCallError?) {
        guard let reply = calls.takeReply(number) else { return }
        if let error { reply.fail(error) } else { reply.succeed() }
    }

    private func tell(_ change: TrackListChange) {
        switch change {
        case .replaced:
            let current = TrackPath.path(of: state.player.current?.id)
            emit("TrackListReplaced", [TrackListInterface.paths(state.player.tracks), .objectPath(current)])
        case .added(let track, let place): emit("TrackAdded", [track.metadata, .objectPath(TrackPath.path(of: place))])
        case .removed(let id): emit("TrackRemoved", [.objectPath(TrackPath.path(of: id))])
        case .described(let track): emit("TrackMetadataChanged", [.objectPath(track.path), track.metadata])
        }
    }

    private func emit(_ signal: String, _ values: [BusValue]) { object?.emit(signal, of: TrackListInterface.name, values) }

    // MARK: On the bus

    private func appear(on connection: BusConnection) {
        let hand: PlayerInterface.Hand = { [weak self] call, reply in self?.hand(call, reply) }
        let interfaces = [
            RootInterface.make(identity: instance.map { "Fermata (\($0))" } ?? "Fermata"), PlayerInterface.make(state, hand),
            TrackListInterface.make(state, hand),
        ]
        object = connection.export(interfaces, at: Self.path)
        let name = instance.map { "\(Self.name).instance-\($0)" } ?? Self.name
        request(name, orElse: "\(Self.name).instance\(getpid())", on: connection)
    }

    private func request(_ name: String, orElse other: String?, on connection: BusConnection) {
        connection.requestName(name) { [weak self] answer in
            guard let self else { return }
            // The configuration may have changed while the bus was asked.
            guard isWanted, object != nil else {
                if answer == .owned { connection.releaseName(name) }
                return
            }
            switch answer {
            case .owned:
                owned = name
                report(.named(name))
            case .taken:
                guard let other else { return report(.unnamed("other programs have the names")) }
                request(other, orElse: nil, on: connection)
            case .refused(let reason): report(.unnamed(reason))
            }
        }
    }

    // MARK: Calls

    private func hand(_ call: PlayerCall?, _ reply: BusReply) {
        let sender = reply.sender
        guard let number = calls.add(call, reply) else {
            return reply.fail(.limitsExceeded("\(PendingCalls.limit) calls wait already"))
        }
        if call == nil { askWhoPauses(number, sender) }
        passOn()
    }

    /// Asks the bus for the process of whoever sent a pause.
    private func askWhoPauses(_ number: UInt64, _ sender: String?) {
        connection?.call(.ofBus("GetConnectionUnixProcessID"), [.string(sender ?? "")]) { [weak self] answer in
            guard let self else { return }
            let process = answer.read { message -> UInt32? in
                guard case .uint32(let process)? = try? message.readValues().first else { return nil }
                return process
            }
            let name = process.flatMap { ProcessName.name(of: $0) }
            calls.complete(number, .pause(PauseSender(process: name), program: name))
            passOn()
        }
    }

    private func passOn() {
        for (number, call) in calls.takeComplete() { report(.call(call, number: number)) }
    }
}
