import TestSupport
import Testing

@Suite("The daemon, when the machine sleeps", .serialized)
struct SleepingDaemonTests {
    /// A daemon that plays a minute of sound and holds a lock of a login manager.
    private struct Night {
        let system: PrivateSoundSystem
        let bus: PrivateBus
        let login: StandInLogin
        let daemon: DaemonProcess
        let client: ControlClient

        init(configuration: String = "") async throws {
            system = try await PrivateSoundSystem.start(.at(rate: 44_100))
            bus = try await PrivateBus.running()
            let login = StandInLogin(on: bus)
            self.login = login
            daemon = try await DaemonProcess.start(
                in: system, configuration: configuration, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
            try await waitUntil("the lock that delays sleep") { login.heldLocks(of: "sleep") == 1 }
            client = try daemon.connect()
            try await client.call("events.subscribe")
            let path = system.directory.file("fixture.wav")
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 60), to: path)
            try await client.call("play", "{\"uri\":\"\(path)\"}")
            try await client.waitForEvent("player.itemChanged")
            // Until a second was heard, the place may still be that of the beginning.
            let client = client
            try await waitUntil("a second to be heard") { () async throws(TestSupportError) -> Bool in
                try await client.call("status").number(at: "result.position.seconds") ?? 0 > 1
            }
        }

        /// Waits until the player is in that state for that reason.
        func waitForState(_ state: String, _ reason: String) async throws {
            try await client.waitForEvent("player.stateChanged") {
                $0.string(at: "params.state") == state && $0.string(at: "params.reason") == reason
            }
        }

        /// Where the newer one of the two files of the state says that the music stands, in seconds.
        func savedPosition() throws -> Double? {
            let places = ["state", "place"].compactMap { name -> (serial: Int, seconds: Double)? in
                guard let bytes = try? readFile("\(daemon.stateDirectory)/\(name).json") else { return nil }
                let text = String(decoding: bytes, as: UTF8.self)
                let serial = text.firstMatch(of: /"serial":([0-9]+)/).flatMap { Int($0.1) }
                let seconds = text.firstMatch(of: /"seconds":([0-9.]+)/).flatMap { Double($0.1) }
                return serial.flatMap { serial in seconds.map { (serial, $0) } }
            }
            return places.max { $0.serial < $1.serial }?.seconds
        }
    }

    @Test("pauses, saves and only then lets it sleep; awake, it waits for its user, and goes on where it stood")
    func sleep() async throws {
        let night = try await Night()
        night.login.prepare(forSleep: true)
        let began = try await night.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "systemSleep")
        try await waitUntil("the machine to be let asleep") { night.login.heldLocks == 0 }
        let status = try await night.client.call("status")
        #expect(status.string(at: "result.state") == "paused" && status.string(at: "result.reason") == "systemSleep")
        let stood = try #require(status.number(at: "result.position.seconds"))
        #expect(stood > 0)
        let saved = try #require(try night.savedPosition())
        #expect(abs(saved - stood) < 1 / 44_100, "saved before the lock was let go")

        night.login.prepare(forSleep: false)
        let ended = try await night.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.shouldResume", as: Bool.self) == false)
        try await waitUntil("the lock to be taken again") { night.login.heldLocks(of: "sleep") == 1 }
        let awake = try await night.client.call("status")
        #expect(awake.string(at: "result.state") == "paused" && awake.number(at: "result.position.seconds") == stood)
        try await night.client.call("play")
        try await night.waitForState("playing", "user")
    }

    @Test("goes on by itself where that is configured, every time, and never for what its user had paused")
    func resume() async throws {
        let night = try await Night(configuration: "[session]\nresume_after_sleep = true\n")
        for _ in 1...2 {
            night.login.prepare(forSleep: true)
            try await night.waitForState("paused", "systemSleep")
            try await waitUntil("the machine to be let asleep") { night.login.heldLocks == 0 }
            night.login.prepare(forSleep: false)
            let ended = try await night.client.waitForEvent("session.interruptionEnded")
            #expect(ended.value(at: "params.resumed", as: Bool.self) == true)
            try await waitUntil("the lock to be taken again") { night.login.heldLocks(of: "sleep") == 1 }
            #expect(try await night.client.call("status").string(at: "result.state") == "playing")
        }
        try await night.client.call("pause")
        try await night.waitForState("paused", "user")
        night.login.prepare(forSleep: true)
        try await waitUntil("the machine to be let asleep") { night.login.heldLocks == 0 }
        night.login.prepare(forSleep: false)
        try await night.client.waitForEvent("session.interruptionEnded")
        let status = try await night.client.call("status")
        #expect(status.string(at: "result.state") == "paused" && status.string(at: "result.reason") == "user")
    }

    @Test("keeps it awake without its user while something plays, and only then")
    func awake() async throws {
        let night = try await Night()
        try await waitUntil("the lock") { night.login.heldLocks(of: "idle") == 1 }
        try await night.client.call("pause")
        try await waitUntil("the lock to be let go") { night.login.heldLocks(of: "idle") == 0 }
        try await night.client.call("play")
        try await waitUntil("the lock") { night.login.heldLocks(of: "idle") == 1 }
        try await night.client.call("stop")
        try await waitUntil("the lock to be let go") { night.login.heldLocks(of: "idle") == 0 }
    }

    @Test("lets it fall asleep while something plays where that is configured")
    func notAwake() async throws {
        let night = try await Night(configuration: "[session]\ninhibit_idle = false\n")
        try await night.client.call("pause")
        night.login.prepare(forSleep: true)
        try await waitUntil("the machine to be let asleep") { night.login.heldLocks == 0 }
        #expect(night.login.requests.map(\.first) == ["sleep"])
    }

    @Test("lets it sleep at once while it plays nothing")
    func idle() async throws {
        let night = try await Night()
        try await night.client.call("stop")
        night.login.prepare(forSleep: true)
        try await waitUntil("the machine to be let asleep") { night.login.heldLocks == 0 }
        night.login.prepare(forSleep: false)
        try await waitUntil("the lock to be taken again") { night.login.heldLocks(of: "sleep") == 1 }
    }
}
