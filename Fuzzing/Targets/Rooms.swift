import ControlProtocol
import JSON

@testable import Rooms

extension FuzzTarget {
    /// Lines of a Snapcast server: what it says, and what that makes of the house and of the latencies that are remembered.
    static let rooms = FuzzTarget("rooms", atMost: 4_096) { bytes in
        var house = House([], rooms: [], streams: [])
        var memory = LatencyMemory()
        checkTrimming(Array(bytes))
        if let mute = LocalRoomMute(json: Array(bytes)) {
            let back = LocalRoomMute(json: LocalRoomMute.json(mute.held).bytes)
            precondition(back?.held == mute.held, "the mute room does not come back")
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let messages = try? SnapcastMessage.all(in: Array(line)) else { return }
            for message in messages {
                let notice: SnapcastNotice?
                switch message {
                case .notice(let method, let parameters): notice = try? SnapcastNotice(method: method, parameters)
                case .answer(let id, let result):
                    let requests: [SnapcastRequest] = [
                        .status, .setVolume(room: "a", percent: 1, isMuted: false), .setLatency(room: "a", 1),
                    ]
                    notice = try? requests[Int(id.magnitude % UInt64(requests.count))].notice(of: result)
                case .refusal(_, let text):
                    precondition(text.utf8.count <= 256, "a sentence of \(text.utf8.count) bytes")
                    notice = nil
                case .unreadUpdate: notice = nil
                }
                guard let notice else { continue }
                let old = house
                guard let changes = house.take(notice) else { continue }
                precondition(
                    !changes.isEmpty || house.rooms.map(\.id) == old.rooms.map(\.id) || Set(house.rooms) == Set(old.rooms))
                check(house, &memory)
            }
        }
    }

    /// Long texts are left out alike in whatever pieces they come, and what was JSON still is.
    private static func checkTrimming(_ bytes: [UInt8]) {
        var whole = TextTrimmer(keptBytes: 16)
        let kept = whole.trim(bytes)
        var pieces = TextTrimmer(keptBytes: 16)
        precondition(bytes.flatMap { pieces.trim([$0]) } == kept, "the pieces differ")
        precondition(whole == pieces, "the states differ")
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            var trimmer = TextTrimmer(keptBytes: 16)
            guard (try? JSONValue(parsing: Array(line), maximumDepth: 24)) != nil else { continue }
            precondition((try? JSONValue(parsing: trimmer.trim(Array(line)), maximumDepth: 24)) != nil, "it is no JSON any more")
        }
    }

    private static func check(_ house: House, _ memory: inout LatencyMemory) {
        precondition(house.rooms.count <= House.mostRooms && house.groups.count <= House.mostGroups)
        precondition(Set(house.rooms.map(\.id)).count == house.rooms.count, "a room is there twice")
        precondition(house.groups.flatMap(\.rooms) == house.rooms.map(\.id), "groups and rooms differ")
        for room in house.rooms {
            precondition((0...100).contains(room.percent) && SnapcastNotice.latencies.contains(room.latency), "\(room)")
            precondition(room.id.utf8.count <= 256 && room.name.utf8.count <= 256, "\(room)")
            precondition((try? house.room(called: room.id)) == room)
            if memory.meet(room) != nil { precondition(room.latency == 0) }
        }
        precondition(LatencyMemory(json: memory.json.bytes) == memory, "the memory does not come back")
        for request in house.requestsToUngroup(house.rooms) + house.requestsToGroup(house.rooms, name: "x") {
            if case .setRooms(_, let rooms) = request { precondition(!rooms.isEmpty, "an empty group") }
        }
    }
}
