import Logging
import NIOCore

/// What happens to the room of this machine.
package enum LocalRoomNews: Hashable, Sendable {
    /// Whether the room is known, so that it can be muted.
    case known(Bool)
    /// A person lets it be heard, although it is to be mute.
    case heard
}

/// Has the room of this machine muted, and heard again. Confined to the event loop of the ``RoomControl`` whose part it is.
///
/// Which room is mute because of us is written down before the server is asked for it. So it is heard again also after a crash, with the
/// next connection to the server.
final class LocalRoomMuter {
    /// Mutes a room, or lets it be heard, and answers with the room.
    typealias Asking = (_ room: String, _ isMuted: Bool, @escaping (Result<Room, RoomError>) -> Void) -> Void

    private let file: RoomFile
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var house: () throws(RoomError) -> House = { () throws(RoomError) in throw .notConfigured }
    private var ask: Asking = { $2(.failure(.notConfigured)) }
    private var mute = LocalRoomMute()
    /// The name or the id of the room; empty for none.
    private var name = ""
    private var isRead = false
    /// Whether the file or the server has not answered yet.
    private var isBusy = false
    /// Why the room of this machine cannot be muted, as it was told last.
    private var problem: RoomError?
    private var isKnown = false
    /// Gets what happens to the room.
    var publish: (LocalRoomNews) -> Void = { _ in }

    init(directory: String, eventLoop: any EventLoop, logger: Logger) {
        file = RoomFile(
            directory: directory, name: "muted-room",
            complaint: "Cannot save that the room of this machine is mute: after a crash it would stay so.", logger: logger)
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Sets where the house and the answers of the server come from. Called once, before anything else.
    func serve(house: @escaping () throws(RoomError) -> House, ask: @escaping Asking) {
        self.house = house
        self.ask = ask
    }

    /// Reads which room an earlier run has left mute. Waits for the disk, once.
    func load() {
        guard !isRead else { return }
        isRead = true
        guard let kept = file.read(LocalRoomMute.init(json:)) else { return }
        mute.wrote(kept.held)
    }

    /// Takes over the name or the id of the room of this machine; empty for none.
    func setRoom(_ name: String) {
        guard name != self.name else { return }
        self.name = name
        problem = nil
        look()
    }

    /// Mutes the room, or lets it be heard again.
    func want(_ isMuted: Bool) {
        mute.want(isMuted)
        goOn()
    }

    /// Goes on with what was left, because the server is there again.
    func serverIsBack() {
        mute.begin()
        look()
    }

    /// Lets the room be heard again before the connection to this server ends for good. Its answer is not waited for: the next start looks
    /// whether it was heard.
    func leaveServer() {
        guard let held = mute.held else { return }
        ask(held, false) { _ in }
    }

    /// Does the same, and waits for the disk. The last call.
    func finish() {
        mute.want(false)
        leaveServer()
        file.finish()
    }

    /// Looks what changes of the house mean for the room.
    func look(at changes: [HouseChange]) {
        if changes.contains(where: { [.added, .removed, .name].contains($0.kind) }) { return look() }
        guard changes.contains(where: { $0.room.map { [mute.own, mute.held].contains($0.id) } ?? false }) else { return }
        goOn()
    }

    /// Looks at the whole house, which may be another one, and takes the next step.
    func look() {
        let known: House
        do throws(RoomError) { known = try house() } catch { return tell(isKnown: false) }
        var own: Room?
        if !name.isEmpty {
            do throws(RoomError) { own = try known.room(called: name) } catch { complain(error) }
        }
        mute.setRoom(own?.id)
        tell(isKnown: own != nil)
        goOn(in: known)
    }

    private func tell(isKnown: Bool) {
        guard isKnown != self.isKnown else { return }
        self.isKnown = isKnown
        publish(.known(isKnown))
    }

    private func complain(_ error: RoomError) {
        guard error != problem else { return }
        problem = error
        logger.warning(
            "The room of this machine is unknown: correct snapcast.local_room. Until then, what disturbs this machine pauses all rooms.",
            metadata: ["reason": "\(error)"])
    }

    private func goOn(in house: House) {
        guard !isBusy, let step = mute.next(in: house) else { return }
        isBusy = true
        switch step {
        case .write(let held): write(held)
        case .leave:
            write(nil)
            publish(.heard)
        case .ask(let room, let isMuted):
            ask(room, isMuted) { [self] result in
                isBusy = false
                switch result {
                case .success: goOn()
                case .failure(.refused(let reason)):
                    logger.warning(
                        "The room of this machine cannot be \(isMuted ? "muted" : "heard again").",
                        metadata: ["reason": "\(reason)"])
                    mute.giveUp()
                    write(nil)
                // It is in the file: the next connection goes on with it.
                case .failure: break
                }
            }
        }
    }

    private func write(_ held: String?) {
        isBusy = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        file.write(LocalRoomMute.json(held)) { [eventLoop] _ in
            eventLoop.execute {
                let muter = bound.value
                muter.isBusy = false
                // Also if it could not be written: a call that is disturbed is worse than a room that somebody has to unmute.
                muter.mute.wrote(held)
                muter.goOn()
            }
        }
    }

    private func goOn() {
        if let house = try? house() { goOn(in: house) }
    }
}
