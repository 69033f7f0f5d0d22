// What to ask of a server so that rooms are lent to announcements, and given back.
extension House {
    /// Returns what to ask so that no group has rooms of `lent` and others: the others stay in it.
    func requestsToPart(_ lent: Set<String>) -> [SnapcastRequest] {
        groups.compactMap { group in
            let staying = group.rooms.filter { !lent.contains($0) }
            guard !staying.isEmpty, staying.count < group.rooms.count else { return nil }
            return .setRooms(group: group.id, staying)
        }
    }

    /// Returns what to ask so that the groups of `lent` play `stream`. A group that has others as well goes on with what it plays.
    func requestsToTune(_ lent: Set<String>, to stream: String) -> [SnapcastRequest] {
        groups.compactMap { group in
            guard !group.rooms.isEmpty, group.stream != stream, group.rooms.allSatisfy(lent.contains) else { return nil }
            return .setStream(group: group.id, stream)
        }
    }

    /// Returns what to ask so that rooms are again where they were before they were lent.
    ///
    /// A room whose group plays another stream by now was moved by somebody, and stays. A room that was put into the group of a
    /// lent room follows it: the stream of announcements is silent from now on. A room whose old group is gone plays the old stream.
    /// - Parameter isUnfinished: whether it may be that a room was taken out of its group, and does not play `stream` yet.
    func requestsToGiveBack(_ loans: [RoomLoan], from stream: String, isUnfinished: Bool) -> [SnapcastRequest] {
        var requests: [SnapcastRequest] = []
        var returning: [(group: RoomGroup, rooms: [String])] = []
        var seen: Set<String> = []
        for loan in loans {
            guard let now = room(loan.room).flatMap({ group($0.group) }), !seen.contains(now.id) else { continue }
            let hasStrayed =
                isUnfinished && now.id != loan.group && now.stream == loan.stream && now.rooms.count == 1 && now.name.isEmpty
            guard now.stream == stream || hasStrayed else { continue }
            seen.insert(now.id)
            if let old = group(loan.group), old.id != now.id, old.stream != stream {
                if let place = returning.firstIndex(where: { $0.group.id == old.id }) {
                    returning[place].rooms += now.rooms
                } else {
                    returning.append((old, now.rooms))
                }
            } else if loan.stream != now.stream, streams.contains(loan.stream) {
                requests.append(.setStream(group: now.id, loan.stream))
            }
        }
        return requests + returning.map { .setRooms(group: $0.group.id, $0.group.rooms + $0.rooms) }
    }
}
