import Testing

@testable import fermata

@Suite("A machine on which nobody logs in")
struct HeadlessTests {
    private static let groups: Set<String> = ["audio", "pipewire"]

    private func plan(_ facts: HeadlessPlan.Facts) throws(HeadlessPlan.Refusal) -> HeadlessPlan {
        try HeadlessPlan(facts) { text in text.contains("playing") ? nil : text + "new\n" }
    }

    @Test("without the user, everything is to be done, in an order in which each step finds what it needs")
    func everything() throws {
        let plan = try plan(HeadlessPlan.Facts(user: "fermata", allGroups: Self.groups, configuration: "old\n"))
        #expect(
            plan.steps == [
                .makeUser(home: "/var/lib/fermata"), .join(group: "audio"), .join(group: "pipewire"),
                .write(path: ".config/fermata/config.toml", text: "old\nnew\n"),
                .write(path: HeadlessPlan.bluetooth[0].path, text: HeadlessPlan.bluetooth[0].text),
                .write(path: HeadlessPlan.bluetooth[1].path, text: HeadlessPlan.bluetooth[1].text), .linger,
                .enable(units: HeadlessPlan.units),
            ])
        #expect(plan.notes.isEmpty)
    }

    @Test("real-time priority is given to the user where no group has it, and once")
    func realTime() throws {
        var facts = HeadlessPlan.Facts(user: "fermata", allGroups: ["audio"])
        #expect(try plan(facts).steps.contains(.grantRealTime))
        facts.hasRealTime = true
        #expect(try !plan(facts).steps.contains(.grantRealTime))
    }

    @Test("what is already so is left out")
    func nothing() throws {
        var facts = HeadlessPlan.Facts(user: "pi", home: "/home/pi", groups: Self.groups.union(["pi"]), allGroups: Self.groups)
        (facts.lingers, facts.hasRealTime, facts.configuration) = (true, true, "playing")
        facts.files = Set(HeadlessPlan.bluetooth.map(\.path))
        #expect(try plan(facts).steps == [.enable(units: HeadlessPlan.units)])
    }

    @Test("a user's own configuration stays, and is told what to write")
    func ownConfiguration() throws {
        var facts = HeadlessPlan.Facts(user: "pi", home: "/home/pi")
        facts.files = [HeadlessPlan.configurationPath]
        let plan = try plan(facts)
        #expect(!plan.steps.contains { if case .write(HeadlessPlan.configurationPath, _) = $0 { true } else { false } })
        #expect(plan.notes.count == 1)
        #expect(plan.notes.first?.contains(#"restore = "playing""#) == true)
    }

    @Test("root, names that are none, and a machine without the programs are refused")
    func refused() {
        for name in ["root", "fermata-headless", "", "-x", "a b", "../x", "0a", String(repeating: "a", count: 33), "é"] {
            #expect(throws: HeadlessPlan.Refusal.self) { try plan(HeadlessPlan.Facts(user: name)) }
        }
        #expect(throws: HeadlessPlan.Refusal.self) { try plan(HeadlessPlan.Facts(user: "toor", number: 0, home: "/root")) }
        for name in ["pi", "_x", "a-b_9", "Mia", "a.b"] { #expect(HeadlessPlan.isName(name)) }
        let error = #expect(throws: HeadlessPlan.Refusal.self) {
            try plan(HeadlessPlan.Facts(user: "pi", missingUnits: ["wireplumber.service"]))
        }
        #expect(error?.message.contains("wireplumber.service") == true)
    }

    @Test("a record is read as it was written, and a damaged one is refused")
    func record() throws {
        var record = HeadlessRecord()
        (record.madeUser, record.lingered, record.grantedRealTime, record.groups) = (true, true, true, ["audio"])
        record.units = ["fermata.socket"]
        record.files = [HeadlessRecord.File(path: ".config/a", text: "b\n\"c\"")]
        #expect(try HeadlessRecord(parsing: record.text) == record)
        for text in [
            "", "[]", "{}",
            #"{"madeUser":true,"lingered":true,"grantedRealTime":true,"groups":[1],"units":[],"unitsBefore":[],"files":[]}"#,
        ] {
            #expect(throws: (any Error).self) { try HeadlessRecord(parsing: text) }
        }
    }

    @Test("the configuration is changed in one value, and not at all where it is so already")
    func configuration() {
        #expect(Setup.playingOn("[playback]\nrestore = \"paused\" # why\n") == "[playback]\nrestore = \"playing\" # why\n")
        #expect(Setup.playingOn("[playback]\nrestore = \"playing\"\n") == nil)
        #expect(Setup.playingOn("")?.contains("restore = \"playing\"") == true)
    }
}
