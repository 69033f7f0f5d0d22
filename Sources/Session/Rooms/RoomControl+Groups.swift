// Which rooms are together.
extension RoomControl {
    /// Puts rooms into the group of the first one, and gives the group a name if there is one. Answers with the group.
    package func group(_ names: [String], name: String?, answer: @escaping (Result<RoomGroup, RoomError>) -> Void) {
        do throws(RoomError) {
            let house = try house()
            let rooms = try house.rooms(called: names)
            guard let first = rooms.first else { throw .notFound("") }
            ask(house.requestsToGroup(rooms, name: name)) { result in
                answer(
                    result.flatMap { house in
                        guard let group = house.room(first.id).flatMap({ house.group($0.group) }) else {
                            return .failure(.notFound(first.name))
                        }
                        return .success(group)
                    })
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// Takes rooms out of their groups. Answers with the house.
    package func ungroup(_ names: [String], answer: @escaping (Result<House, RoomError>) -> Void) {
        do throws(RoomError) {
            let house = try house()
            ask(house.requestsToUngroup(try house.rooms(called: names)), done: answer)
        } catch {
            answer(.failure(error))
        }
    }
}
