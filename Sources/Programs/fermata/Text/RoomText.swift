import ControlProtocol
import JSON

/// Rooms as people read them.
enum RoomText {
    /// Returns the rooms as a table.
    static func rooms(_ reply: JSONValue) -> String {
        guard let house = try? Wire.House(json: reply) else { return PlainText.text(reply) }
        if house.rooms.isEmpty { return "the Snapcast server knows no rooms" }
        let groups = Dictionary(house.groups.map { ($0.group, $0) }) { first, _ in first }
        let rows = [["ROOM", "VOLUME", "LATENCY", "GROUP", ""]] + house.rooms.map { row($0, groups[$0.group], house) }
        let widths = (0..<4).map { column in rows.map { Terminal.width($0[column]) }.max() ?? 0 }
        return rows.enumerated().map { index, row in
            let cells = row.enumerated().map { column, text in
                column < 4 ? text + String(repeating: " ", count: widths[column] - Terminal.width(text)) : text
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return index == 0 ? Terminal.faint(line) : line
        }.joined(separator: "\n")
    }

    /// Returns what became of a room, or the room itself.
    static func outcome(_ reply: JSONValue) -> String {
        (try? Wire.Room(json: reply)).map { "\(name($0)): \(state($0))" } ?? rooms(reply)
    }

    /// Returns a sentence about a change.
    static func change(_ change: Wire.RoomChange) -> String {
        let room = change.room.map(name) ?? ""
        let group = change.group.map { Terminal.harmless($0.name ?? $0.group) } ?? ""
        return switch change.change {
        case .available: "the Snapcast server answers"
        case .unavailable: "the Snapcast server does not answer"
        case .added: "\(room) is new"
        case .removed: "\(room) is forgotten"
        case .connected: "\(room) is there"
        case .disconnected: "\(room) is gone"
        case .volume, .latency: "\(room): \(change.room.map(state) ?? "")"
        case .name: "a room is called \(room) now"
        case .group: "\(room) is in the group \(group) now"
        case .groupName: "a group is called \(group) now"
        case .groupMute: "the group \(group) is \(change.group?.muted == true ? "mute" : "not mute any more")"
        case .groupStream: "the group \(group) plays \(Terminal.harmless(change.group?.stream ?? ""))"
        }
    }

    private static func row(_ room: Wire.Room, _ group: Wire.RoomGroup?, _ house: Wire.House) -> [String] {
        let marks = [room.connected ? nil : "away", group?.muted == true ? "the group is mute" : nil].compactMap(\.self)
        return [
            name(room), volume(room), milliseconds(room),
            together(room, group, house), marks.joined(separator: ", "),
        ]
    }

    /// Returns the name of the group, else the rooms that are in it, too.
    private static func together(_ room: Wire.Room, _ group: Wire.RoomGroup?, _ house: Wire.House) -> String {
        guard let group else { return "" }
        if let name = group.name { return Terminal.fit(Terminal.harmless(name), columns: 40) }
        let others = Set(group.rooms).subtracting([room.room])
        let names = house.rooms.filter { others.contains($0.room) }.map(name)
        return names.isEmpty ? "" : Terminal.fit("with " + names.joined(separator: ", "), columns: 40)
    }

    private static func name(_ room: Wire.Room) -> String { Terminal.harmless(room.name) }

    private static func state(_ room: Wire.Room) -> String {
        "volume " + volume(room) + (room.latency == 0 ? "" : ", latency " + milliseconds(room))
    }

    private static func volume(_ room: Wire.Room) -> String {
        let most = room.maximum.map { ", at most \(Int(($0 * 100).rounded()))%" } ?? ""
        return "\(Int((room.level * 100).rounded()))%" + most + (room.muted ? " (muted)" : "")
    }

    private static func milliseconds(_ room: Wire.Room) -> String { "\(Int((room.latency * 1_000).rounded())) ms" }
}
