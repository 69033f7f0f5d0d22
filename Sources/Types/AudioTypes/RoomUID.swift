/// How a rule names a room of a Snapcast server: `room:` with its name, its id, or a pattern for either. Rules for other names are not for rooms.
package enum RoomUID {
    /// What such names begin with.
    package static let mark = "room:"

    /// What is wrong with the mark alone.
    package static let nameIsMissing = "\"room:\" stands before the name of a room: write one, or \"room:*\" for all"

    /// Whether `name` means rooms, and no outputs. Capitals in `room:` mean the same.
    package static func isName(_ name: String) -> Bool {
        name.utf8.prefix(mark.utf8.count).elementsEqual(mark.utf8) { $0 == $1 || $0 | 0x20 == $1 }
    }

    /// Returns `name` as rules are kept under it: that of rooms with `room:` in small letters, and any other one as it is.
    package static func spelled(_ name: String) -> String {
        isName(name) ? mark + String(Substring(name.utf8.dropFirst(mark.utf8.count))) : name
    }

    /// Returns those of `names` that mean a room, the most exact first: its id, its name, capitals or not, and patterns that match either, those with
    /// the most characters beside `*` first.
    static func names(_ names: some Collection<String>, of id: String, called name: String) -> [String] {
        let uids = [mark + id, mark + name.lowercased()]
        func place(_ text: String) -> Int? {
            if text == uids[0] { return 0 }
            if text.lowercased() == uids[1] { return 1 }
            return text.contains("*") && uids.contains { NamePattern(text).matches($0) } ? 2 : nil
        }
        let found = names.compactMap { text in isName(text) ? place(text).map { (place: $0, text: text) } : nil }
        func size(_ text: String) -> Int { text.utf8.count { $0 != UInt8(ascii: "*") } }
        return found.sorted { ($0.place, -size($0.text), $0.text) < ($1.place, -size($1.text), $1.text) }.map(\.text)
    }
}

extension OutputVolumes {
    /// Returns the greatest level of a room, 0…1, by its id and by what people call it.
    package func ceiling(ofRoom id: String, called name: String) -> Double {
        if rules.isEmpty { return 1 }
        return RoomUID.names(rules.keys, of: id, called: name).compactMap { rules[$0]?.maximum }.first ?? 1
    }
}
