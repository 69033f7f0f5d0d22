import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("Rooms on the command line")
struct RoomTests {
    @Test(
        "a change of a room is one call",
        arguments: [
            ([], .list), (["volume"], .list), (["volume", "40"], .volume(Wire.VolumeChange(level: 0.4))),
            (["volume", "-5"], .volume(Wire.VolumeChange(delta: -0.05))),
            (["volume", "mute"], .volume(Wire.VolumeChange(muted: true))), (["mute"], .mute(true, wholeGroup: false)),
            (["unmute"], .mute(false, wholeGroup: false)), (["latency", "20"], .latency(0.02)),
            (["latency", "--", "-5"], .latency(-0.005)), (["rename", "Big kitchen"], .rename("Big kitchen")),
        ] as [([String], RoomOrder)])
    func orders(words: [String], order: RoomOrder) throws { #expect(try RoomOrder(words) == order) }

    @Test(
        "what is no change is refused",
        arguments: [
            ["loud"], ["volume", "loud"], ["volume", "1", "2"], ["latency"], ["latency", "x"], ["latency", "20000"],
            ["latency", "nan"],
            ["rename"], ["mute", "now"],
        ])
    func refusals(words: [String]) {
        #expect(throws: (any Error).self) { try RoomOrder(words) }
        #expect(throws: (any Error).self) { try RoomOrder(["volume", "4"], wholeGroup: true) }
    }

    private static let house = Wire.House(
        rooms: [
            Wire.Room(
                room: "1", name: "Kitchen", connected: true, level: 0.4, muted: true, latency: 0.02, group: "g", host: "pi"),
            Wire.Room(room: "2", name: "Bath", connected: false, level: 1, muted: false, latency: 0, group: "g", host: nil),
            Wire.Room(room: "3", name: "Evil\u{1B}", connected: true, level: 0, muted: false, latency: 0, group: "h", host: nil),
        ],
        groups: [
            Wire.RoomGroup(group: "g", name: nil, muted: true, stream: "s", rooms: ["1", "2"]),
            Wire.RoomGroup(group: "h", name: "Attic", muted: false, stream: "s", rooms: ["3"]),
        ], streams: ["s"])

    @Test("rooms are a table, and a list for scripts")
    func texts() {
        #expect(
            RoomText.rooms(Self.house.json) == """
                ROOM     VOLUME       LATENCY  GROUP
                Kitchen  40% (muted)  20 ms    with Bath     the group is mute
                Bath     100%         0 ms     with Kitchen  away, the group is mute
                Evil\u{FFFD}    0%           0 ms     Attic
                """)
        #expect(
            PlainList.rooms(Self.house.json)
                == "1\tKitchen\t40\tmute\t20\tg\tconnected\n2\tBath\t100\t\t0\tg\t\n3\tEvil\u{FFFD}\t0\t\t0\tAttic\tconnected")
        #expect(RoomText.outcome(Self.house.rooms[0].json) == "Kitchen: volume 40% (muted), latency 20 ms")
        #expect(RoomText.change(Wire.RoomChange(change: .volume, room: Self.house.rooms[1])) == "Bath: volume 100%")
        var limited = Self.house.rooms[0]
        limited.maximum = 0.6
        #expect(RoomText.outcome(limited.json) == "Kitchen: volume 40%, at most 60% (muted), latency 20 ms")
        #expect(RoomText.change(Wire.RoomChange(change: .groupMute, group: Self.house.groups[0])) == "the group g is mute")
        for kind in Wire.RoomChange.Kind.allCases {
            #expect(
                !RoomText.change(Wire.RoomChange(change: kind, room: Self.house.rooms[2], group: Self.house.groups[1])).contains(
                    "\u{1B}"))
        }
    }
}
