import JSON

/// Where a room was before it was lent to announcements. A value.
struct RoomLoan: Hashable, Sendable {
    /// The id of the room.
    let room: String
    /// The id of the group that it was in.
    let group: String
    /// The id of the stream that this group played.
    let stream: String
}

/// The rooms that are lent to announcements. A value.
struct LoanBook: Hashable, Sendable {
    /// The id of the stream of announcements.
    private(set) var stream = ""
    private(set) var loans: [RoomLoan] = []

    init() {}

    var isEmpty: Bool { loans.isEmpty }

    /// Notes where `rooms` are, to be lent to `stream`. Rooms that are lent to it already keep their places, unless somebody has moved
    /// them.
    mutating func lend(_ rooms: [Room], of house: House, to stream: String) {
        self.stream = stream
        for room in rooms {
            let now = house.group(room.group)?.stream ?? ""
            if let place = loans.firstIndex(where: { $0.room == room.id }) {
                if now == stream { continue }
                loans.remove(at: place)
            }
            loans.append(RoomLoan(room: room.id, group: room.group, stream: now))
        }
    }

    /// Whether these rooms and no others are lent to `stream`.
    func holds(_ rooms: [Room], for stream: String) -> Bool {
        stream == self.stream && Set(loans.map(\.room)) == Set(rooms.map(\.id))
    }
}

extension LoanBook {
    /// The book as JSON.
    var json: JSONValue {
        let rooms = loans.map { loan -> JSONValue in
            ["room": .string(loan.room), "group": .string(loan.group), "stream": .string(loan.stream)]
        }
        return ["stream": .string(stream), "rooms": .array(rooms)]
    }

    /// Reads what ``json`` wrote; `nil` if it is something else.
    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let stream = json["stream"]?.stringValue,
            let rooms = json["rooms"]?.arrayValue, rooms.count <= House.mostRooms
        else { return nil }
        self.stream = stream
        for room in rooms {
            guard let id = SnapcastNotice.id(room["room"]), let group = SnapcastNotice.id(room["group"]),
                let stream = room["stream"]?.stringValue
            else { return nil }
            loans.append(RoomLoan(room: id, group: group, stream: stream))
        }
    }
}
