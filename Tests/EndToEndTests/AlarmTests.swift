import Glibc
import TestSupport
import Testing

@Suite("The alarm clock", .serialized)
struct AlarmTests {
    private static let zone = ["TZ": "UTC"]

    /// A time of the day that comes in so many seconds.
    static func time(in seconds: Int) -> String {
        let second = (Glibc.time(nil) + seconds) % 86_400
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
    }

    private func set(configuration: String = "", recordsSpeaker: Bool = false) async throws -> SessionStage {
        try await SessionStage.set(
            seconds: 20, configuration: configuration, recordsSpeaker: recordsSpeaker, environment: Self.zone)
    }

    /// Adds an alarm that rings in some seconds, and returns its number.
    @discardableResult
    private func add(
        _ stage: SessionStage, in seconds: Int = 2, uri: String? = nil, _ more: String = ""
    ) async throws -> Int {
        let answer = try await stage.client.call(
            "alarm.add", "{\"time\":\"\(Self.time(in: seconds))\",\"uri\":\"\(uri ?? stage.path)\"\(more)}")
        return try #require(answer.number(at: "result.alarm").map { Int($0) })
    }

    private func rings(_ stage: SessionStage, by source: String = "wanted") async throws {
        let event = try await stage.client.waitForEvent("alarm.rang")
        #expect(event.string(at: "params.source") == source, "\(event.line)\n\(stage.daemon.log)")
    }

    @Test("is heard at its time, goes up in its fade, has the role of an alarm, and leaves everything as it was before")
    func ringing() async throws {
        let stage = try await set(recordsSpeaker: true)
        let speaker = try #require(stage.speaker)
        try await stage.client.call("volume", #"{"level":0.3}"#)
        try await stage.play()
        try await stage.waitForPosition(1)
        try await stage.client.call("pause")
        let before = try await stage.client.call("queue.list")
        let heardBefore = speaker.frameCount
        let number = try await add(stage, #","fade":2,"volume":0.8"#)
        try await rings(stage)
        let _: Bool = try await stage.system.waitForGraph("the stream of an alarm") { graph in
            graph.node(named: "fermata")?.properties["media.role"] == "Alarm" ? true : nil
        }
        #expect(try await stage.client.call("status").string(at: "result.reason") == "alarm")
        try await waitUntil("the volume to be there") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("volume").number(at: "result.level") == 0.8
        }
        try await stage.client.call("alarm.dismiss")
        let ended = try await stage.client.waitForEvent("alarm.ended")
        #expect(ended.string(at: "params.reason") == "dismissed" && ended.number(at: "params.alarm") == Double(number))
        let after = try await stage.client.call("queue.list")
        #expect(after.string(at: "result.items.0.uri") == before.string(at: "result.items.0.uri"))
        #expect(after.number(at: "result.items.0.id") == before.number(at: "result.items.0.id"), "\(after.line)")
        let status = try await stage.client.call("status")
        #expect(
            status.string(at: "result.state") == "paused" && status.number(at: "result.volume.level") == 0.3, "\(status.line)")
        #expect((status.number(at: "result.position.seconds") ?? 0) > 0.9, "\(status.line)")
        let list = try await stage.client.call("alarm.list")
        #expect(list.value(at: "result.0.enabled", as: Bool.self) == false && list.number(at: "result.0.next") == nil)
        // What was heard of it grows from nothing.
        let heard = try await speaker.stop()
        let rung = heard[heardBefore..<heard.frameCount]
        let sound = rung[rung.soundingRange]
        let part = sound.frameCount / 8
        let levels = (0..<6).map { place in
            sound[(place * part)..<(place * part + part)].samples.reduce(Float(0)) { max($0, abs($1)) }
        }
        // The first part may have the end of what was heard before.
        let rising = levels.dropFirst()
        #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 < $1 } && (levels.last ?? 0) > 4 * levels[1], "\(levels)")
    }

    @Test(
        "has the queue of before be taken back where nothing else was changed, and leaves a queue alone that somebody has changed"
    )
    func queue() async throws {
        let stage = try await set()
        try await stage.client.call("queue.add", "{\"uris\":[\"\(stage.path)\",\"\(stage.path)\"]}")
        try await add(stage)
        try await rings(stage)
        #expect(try await stage.client.call("queue.list").number(at: "result.length") == 1)
        try await stage.client.call("queue.add", "{\"uris\":[\"\(stage.path)\"]}")
        try await stage.client.call("stop")
        let ended = try await stage.client.waitForEvent("alarm.ended")
        #expect(ended.string(at: "params.reason") == "dismissed")
        #expect(try await stage.client.call("queue.list").number(at: "result.length") == 2)
    }

    @Test("waits when somebody asks for that, rings again, and is over when somebody plays something else")
    func snoozing() async throws {
        let stage = try await set()
        let number = try await add(stage, #","days":["daily"]"#)
        try await rings(stage)
        try await stage.client.call("alarm.snooze", #"{"minutes":1}"#)
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "snoozed")
        let list = try await stage.client.call("alarm.list")
        let until = try #require(list.number(at: "result.0.snoozedUntil"))
        #expect(abs(until - Double(Glibc.time(nil)) - 60) <= 2 && list.number(at: "result.0.next") == until, "\(list.line)")
        #expect(try await stage.state() == "stopped")
        #expect(try await stage.client.reply(to: "alarm.snooze").errorName == "alarm_not_found")
        try await stage.client.call("alarm.change", "{\"alarm\":\(number),\"time\":\"\(Self.time(in: 2))\"}")
        try await rings(stage)
        try await stage.client.call("play", "{\"uri\":\"\(stage.path)\"}")
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "takenOver")
        #expect(try await stage.state() == "playing")
    }

    @Test("with a fade leaves the volume as it was where somebody plays something else before a frame of it is heard")
    func takenOverEarly() async throws {
        let station = try await MediaServer.start()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 441_000), to: station.directory.file("radio.wav"))
        let stage = try await set()
        try await stage.client.call("volume", #"{"level":0.4}"#)
        try await add(stage, uri: station.address("radio.wav?stall=100"), #","fade":5"#)
        try await waitUntil("the volume to go down") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("volume").number(at: "result.level") == 0
        }
        try await stage.client.call("play", "{\"uri\":\"\(stage.path)\"}")
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "takenOver")
        #expect(try await stage.client.call("volume").number(at: "result.level") == 0.4)
    }

    @Test("goes on ringing where somebody wants a change of it that cannot be")
    func refusedChange() async throws {
        let stage = try await set()
        let number = try await add(stage)
        try await rings(stage)
        let refused = try await stage.client.reply(
            to: "alarm.change", "{\"alarm\":\(number),\"enabled\":false,\"time\":\"25:00\"}")
        #expect(refused.errorName == "invalid_params", "\(refused.line)")
        #expect(try await stage.client.call("alarm.list").value(at: "result.0.ringing", as: Bool.self) == true)
        try await stage.client.call("alarm.change", "{\"alarm\":\(number),\"enabled\":false}")
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "dismissed")
    }

    @Test(
        "gives the chosen output back though the one that it rang in is gone, and leaves one that somebody has chosen meanwhile")
    func outputs() async throws {
        let stage = try await set()
        var headphones = NullSink.headphones
        headphones.priority = 100
        for goes in [true, false] {
            try await stage.system.addSink(headphones)
            try await stage.select("speaker")
            try await stage.client.call("route.setVolume", #"{"output":"headphones","muted":true}"#)
            try await add(stage, #","unmute":true,"output":"headphones""#)
            try await rings(stage)
            try await stage.system.waitForLink(from: "fermata", to: "headphones")
            if goes {
                try await stage.system.removeSink("headphones")
                // It goes on in what is left.
                try await stage.system.waitForLink(from: "fermata", to: "speaker")
            } else {
                try await stage.client.call("route.select", #"{"output":null}"#)
            }
            try await stage.client.call("alarm.dismiss")
            try await stage.client.waitForEvent("alarm.ended")
            // The desktop wants them, so that only a choice leads elsewhere.
            if goes { try await stage.system.addSink(headphones) }
            try await stage.client.call("play", "{\"uri\":\"\(stage.path)\"}")
            try await stage.system.waitForLink(from: "fermata", to: goes ? "speaker" : "headphones")
            try await stage.client.call("stop")
            if goes { try await stage.system.removeSink("headphones") }
        }
    }

    @Test("rings in the next run of the daemon, and again where that was killed while it rang")
    func restarted() async throws {
        let stage = try await set()
        try await add(stage, in: 4)
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system, environment: Self.zone)
        let client = try second.connect()
        try await client.call("events.subscribe")
        #expect(try await client.waitForEvent("alarm.rang").string(at: "params.source") == "wanted")
        _ = try await second.process.stop(SIGKILL)
        let third = try await DaemonProcess.start(in: stage.system, environment: Self.zone)
        let again = try third.connect()
        try await again.call("events.subscribe")
        #expect(try await again.waitForEvent("alarm.rang").string(at: "params.source") == "wanted", "\(third.log)")
        try await third.stop()
    }

    @Test(
        "is heard all the same where what it names is not: by the file of the configuration, or by the tone",
        arguments: [(true, "fallback"), (false, "tone")])
    func nothingThere(hasFile: Bool, source: String) async throws {
        // A station that takes the connection and says nothing.
        let station = try await MediaServer.start()
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 441_000), to: station.directory.file("radio.wav"))
        let directory = try TemporaryDirectory()
        let file = directory.file("fallback.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 441_000), to: file)
        let stage = try await set(configuration: hasFile ? "[alarm]\nfallback = \"\(file)\"\n" : "", recordsSpeaker: true)
        let due = Glibc.time(nil) + 2
        try await add(stage, uri: station.address("radio.wav?stall=100"))
        let event = try await stage.client.waitForEvent("alarm.rang")
        #expect(event.string(at: "params.source") == source, "\(event.line)")
        #expect(Glibc.time(nil) - due <= 10, "\(stage.daemon.log)")
        try await stage.client.call("alarm.dismiss")
        let speaker = try #require(stage.speaker)
        let heard = try await speaker.stop()
        #expect(!heard.soundingRange.isEmpty)
    }

    @Test("waits for a sound server that comes late, and for a call that is not over")
    func late() async throws {
        let stage = try await set()
        try await stage.system.kill(.server)
        try await stage.client.waitForEvent("session.mediaServicesLost")
        let number = try await add(stage)
        try await waitUntil("the alarm to be due") { () async throws(TestSupportError) -> Bool in
            try await stage.client.call("alarm.list").value(at: "result.0.ringing", as: Bool.self) == true
        }
        try await stage.system.restart()
        try await rings(stage)
        let call = try await stage.startStream(role: "Communication")
        try await stage.waitForState("paused", reason: "interrupted")
        _ = try await call.stop()
        try await rings(stage)
        try await stage.client.call("alarm.remove", "{\"alarm\":\(number)}")
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "removed")
        #expect(try await stage.state() == "stopped")
    }

    @Test("takes mute switches off for as long as it rings, if that was asked for, and goes where it was sent")
    func mutedAndElsewhere() async throws {
        let stage = try await SessionStage.set(on: .headphones, seconds: 20, environment: Self.zone)
        try await stage.client.call("volume", #"{"muted":true}"#)
        try await stage.client.call("route.setVolume", #"{"output":"speaker","muted":true}"#)
        try await add(stage, #","unmute":true,"output":"speaker""#)
        try await rings(stage)
        try await stage.system.waitForLink(from: "fermata", to: "speaker")
        let volume = try await stage.client.call("volume")
        #expect(volume.value(at: "result.muted", as: Bool.self) == false, "\(volume.line)")
        try await waitUntil("the switch of the speaker to be off") { () async throws(TestSupportError) -> Bool in
            try await self.isMuted("speaker", stage) == false
        }
        try await stage.client.call("pause")
        #expect(try await stage.client.waitForEvent("alarm.ended").string(at: "params.reason") == "dismissed")
        #expect(try await stage.client.call("volume").value(at: "result.muted", as: Bool.self) == true)
        try await waitUntil("the switch of the speaker to be on") { () async throws(TestSupportError) -> Bool in
            try await self.isMuted("speaker", stage) == true
        }
    }

    private func isMuted(_ output: String, _ stage: SessionStage) async throws(TestSupportError) -> Bool? {
        let outputs = try await stage.client.call("route.outputs")
        let place = (0..<4).first { outputs.string(at: "result.\($0).uid") == output }
        return place.flatMap { outputs.value(at: "result.\($0).muted", as: Bool.self) }
    }

    @Test("costs no wake-up until tomorrow, and ends no daemon by its answers")
    func rest() async throws {
        let stage = try await set()
        try await add(stage, in: 86_000)
        for wrong in [
            #"{"time":"7:61","uri":"/a"}"#, #"{"time":"7:30","uri":"/a","days":["someday"]}"#, #"{"time":"7:30"}"#,
            #"{"time":"7:30","uri":"/a","days":["2027-02-29"]}"#, #"{"time":"7:30","uri":"/a","days":["2020-01-01"]}"#,
            #"{"time":"7:30","uri":"/a","volume":2}"#, #"{"time":"7:30","uri":"/a","snooze":0}"#,
        ] {
            let reply = try await stage.client.reply(to: "alarm.add", wrong)
            #expect(reply.errorName == "invalid_params", "\(reply.line)")
        }
        #expect(try await stage.client.reply(to: "alarm.change", #"{"alarm":9,"enabled":true}"#).errorName == "alarm_not_found")
        #expect(try await stage.client.call("alarm.list").number(at: "result.1.alarm") == nil)
        try await stage.daemon.rest(seconds: 5, atMost: 0)
    }

    @Test(
        "knows the clocks of the machine on the days on which they are set",
        arguments: [
            ("Europe/Berlin", "2027-03-28", "02:30", 1_806_195_600), ("Europe/Berlin", "2027-10-31", "02:30", 1_824_942_600),
            ("America/New_York", "2027-03-14", "02:30", 1_805_007_600),
            ("America/New_York", "2027-11-07", "01:30", 1_825_565_400),
            ("Australia/Lord_Howe", "2027-04-04", "01:45", 1_806_763_500),
            ("Australia/Lord_Howe", "2027-10-03", "02:15", 1_822_491_000),
        ])
    func zones(zone: String, day: String, time: String, next: Double) async throws {
        let stage = try await SessionStage.set(seconds: 1, environment: ["TZ": zone])
        let answer = try await stage.client.call(
            "alarm.add", "{\"time\":\"\(time)\",\"days\":[\"\(day)\"],\"uri\":\"\(stage.path)\"}")
        #expect(answer.number(at: "result.next") == next, "\(answer.line)")
    }
}
