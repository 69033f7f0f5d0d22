import Testing

@testable import AudioTypes

@Suite("The names of rooms in rules")
struct RoomUIDTests {
    @Test("mean a room by its id, its name or a pattern, the most exact first")
    func names() {
        let names = ["room:Kitchen", "room:k*", "room:*", "room:00:11", "default", "*", "snapcast", "kitchen"]
        #expect(RoomUID.names(names, of: "00:11", called: "kitchen") == ["room:00:11", "room:Kitchen", "room:k*", "room:*"])
        #expect(RoomUID.names(names, of: "00:22", called: "KITCHEN") == ["room:Kitchen", "room:k*", "room:*"])
        #expect(RoomUID.names(names, of: "00:22", called: "Bath") == ["room:*"])
        #expect(RoomUID.isName("room:") && !RoomUID.isName("bedroom:x") && !RoomUID.isName("room"))
        #expect(RoomUID.isName("Room:Kitchen") && RoomUID.spelled("ROOM:Kitchen") == "room:Kitchen")
        #expect(RoomUID.spelled("Roomy:Kitchen") == "Roomy:Kitchen")
    }

    @Test("give a room the first ceiling that there is, and none from rules for outputs")
    func ceilings() {
        let volumes = OutputVolumes([
            "room:bath": VolumeRule(), "room:b*": VolumeRule(maximum: 0.4), "default": VolumeRule(maximum: 0.1),
            "*": VolumeRule(maximum: 0.2),
        ])
        #expect(volumes.ceiling(ofRoom: "1", called: "Bath") == 0.4)
        #expect(volumes.ceiling(ofRoom: "1", called: "Kitchen") == 1)
        #expect(OutputVolumes().ceiling(ofRoom: "1", called: "Bath") == 1)
    }
}
