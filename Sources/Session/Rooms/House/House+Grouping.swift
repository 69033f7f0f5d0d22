extension House {
    /// Returns what to ask of the server so that `joining` are in the group of the first of them, with the rooms that are in it already,
    /// and the group has the name `name`, if there is one. Nothing if all is so.
    func requestsToGroup(_ joining: [Room], name: String?) -> [SnapcastRequest] {
        guard let group = joining.first.flatMap({ group($0.group) }) else { return [] }
        var requests: [SnapcastRequest] = []
        let others = joining.map(\.id).filter { !group.rooms.contains($0) }
        if !others.isEmpty { requests.append(.setRooms(group: group.id, group.rooms + others)) }
        if let name, name != group.name { requests.append(.renameGroup(group.id, name)) }
        return requests
    }

    /// Returns what to ask of the server so that each of `leaving` is alone in a group: one request for each group that loses some. If
    /// nobody stays in a group, the first one does.
    func requestsToUngroup(_ leaving: [Room]) -> [SnapcastRequest] {
        let leaving = Set(leaving.map(\.id))
        return groups.compactMap { group in
            guard group.rooms.count > 1, group.rooms.contains(where: leaving.contains) else { return nil }
            let staying = group.rooms.filter { !leaving.contains($0) }
            return .setRooms(group: group.id, staying.isEmpty ? Array(group.rooms.prefix(1)) : staying)
        }
    }
}
