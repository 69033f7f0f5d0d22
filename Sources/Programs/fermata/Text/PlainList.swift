import AudioTypes
import ControlProtocol
import JSON

/// Lists for scripts: a line for each element, its fields separated by tabs, without a headline. What would break a line or a
/// field is replaced; `--json` has it as it is.
enum PlainList {
    /// Returns lines of place (from 1 on), number, seconds, artist, album, title and address.
    /// - Parameter offset: how many items of the queue stand before the first page.
    static func queue(_ pages: [Wire.QueuePage], offset: Int) -> String {
        let items = pages.flatMap(\.items)
        return lines(
            items.enumerated().map { index, item in
                [
                    "\(offset + index + 1)", "\(item.id)", item.duration.map { "\($0)" } ?? "", item.artist ?? "",
                    item.album ?? "", item.title ?? "", item.uri,
                ]
            })
    }

    /// Returns lines of uid, name, type, number of channels, and the words `current` and `default` if they hold.
    static func outputs(_ reply: JSONValue) -> String {
        let outputs = reply.arrayValue?.compactMap { try? Wire.Output(json: $0) } ?? []
        return lines(
            outputs.map { output in
                let marks = [output.current ? "current" : nil, output.default ? "default" : nil].compactMap(\.self)
                let port = output.port
                return [port.uid, port.name, port.type.rawValue, "\(port.channels)", marks.joined(separator: " ")]
            })
    }

    /// Returns lines of id, name, percent, `mute` or nothing, milliseconds, name or id of the group, and `connected` or nothing.
    static func rooms(_ reply: JSONValue) -> String {
        guard let house = try? Wire.House(json: reply) else { return "" }
        let names = Dictionary(house.groups.map { ($0.group, $0.name ?? $0.group) }) { first, _ in first }
        return lines(
            house.rooms.map { room in
                [
                    room.room, room.name, "\(Int((room.level * 100).rounded()))", room.muted ? "mute" : "",
                    "\(Int((room.latency * 1_000).rounded()))", names[room.group] ?? "", room.connected ? "connected" : "",
                ]
            })
    }

    private static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(Terminal.harmless).joined(separator: "\t") }.joined(separator: "\n")
    }
}
