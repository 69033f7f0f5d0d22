extension House {
    /// Returns the room that a person or a program calls `name`: by its id, or by its name, capitals or not.
    package func room(called name: String) throws(RoomError) -> Room {
        if let room = room(name) { return room }
        let lowercase = name.lowercased()
        let found = rooms.filter { $0.name.lowercased() == lowercase }
        guard let room = found.first else { throw .notFound(name) }
        if found.count > 1 { throw .ambiguous(name, ids: found.map(\.id)) }
        return room
    }

    /// Returns the rooms that are called so, each once.
    func rooms(called names: [String]) throws(RoomError) -> [Room] {
        var (rooms, ids): ([Room], Set<String>) = ([], [])
        for name in names {
            let room = try room(called: name)
            if ids.insert(room.id).inserted { rooms.append(room) }
        }
        return rooms
    }
}
