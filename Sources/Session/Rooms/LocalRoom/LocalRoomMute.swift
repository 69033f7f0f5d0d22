import JSON

/// Decides what to do so that the room of this machine is mute as long as it has to be, and is heard after that. A value.
///
/// If anybody changes the mute switch of that room meanwhile, the room is left as it is from then on.
struct LocalRoomMute: Hashable, Sendable {
    /// What to do next.
    enum Step: Hashable, Sendable {
        /// Write down that the room with this id is mute because of us; `nil`: that none is.
        case write(String?)
        /// The same as `write(nil)`: a person lets the room be heard that we have muted.
        case leave
        /// Ask the server to mute the room with this id, or to let it be heard.
        case ask(room: String, isMuted: Bool)
    }

    /// The id of the room; `nil` if there is none, or nobody knows.
    private(set) var own: String?
    private var isWanted = false
    /// The id of the room that is mute because of us, as it is written down.
    private(set) var held: String?
    /// Whether the server of this connection has shown it mute.
    private var isMute = false
    /// Whether it is left as it is until it need not be mute any more.
    private var isLeft = false

    init() {}

    /// Takes over the id of the room of this machine.
    mutating func setRoom(_ own: String?) {
        guard own != self.own else { return }
        self.own = own
        isLeft = false
    }

    /// Takes over whether the room has to be mute.
    mutating func want(_ isWanted: Bool) {
        self.isWanted = isWanted
        if !isWanted { isLeft = false }
    }

    /// Notes that a new connection has begun: the server may have forgotten what it was asked for.
    mutating func begin() { isMute = false }

    /// Returns what to do next, if anything; to be called again after each step, and when the house has changed.
    mutating func next(in house: House) -> Step? {
        guard let held else {
            guard isWanted, !isLeft, let own = own.flatMap(house.room) else { return nil }
            guard !own.isMuted else {
                // Somebody has muted it before us, and lets it be heard again.
                isLeft = true
                return nil
            }
            return .write(own.id)
        }
        guard let room = house.room(held) else { return .write(nil) }
        guard isWanted, !isLeft, own == held else {
            // What comes before the answer must not pass for the wish of a person.
            isMute = false
            return room.isMuted ? .ask(room: held, isMuted: false) : .write(nil)
        }
        guard !room.isMuted else {
            isMute = true
            return nil
        }
        guard isMute else { return .ask(room: held, isMuted: true) }
        isLeft = true
        return .leave
    }

    /// Notes that `held` is written down.
    mutating func wrote(_ held: String?) {
        self.held = held
        isMute = false
    }

    /// Notes that the server refuses the step: the room is left as it is.
    mutating func giveUp() { isLeft = isWanted }
}

extension LocalRoomMute {
    /// What is written down, as JSON.
    static func json(_ held: String?) -> JSONValue {
        let room: JSONValue = held.map { .string($0) } ?? .null
        return ["room": room]
    }

    /// Reads what ``json(_:)`` wrote; `nil` if it is something else.
    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let room = json["room"] else { return nil }
        guard room != .null else { return }
        guard let id = SnapcastNotice.id(room) else { return nil }
        held = id
    }
}
