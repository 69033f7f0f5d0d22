import TestSupport
import Testing

@Suite("playback through MPD", .serialized)
struct TransportTests {
    @Test("songs that are added play, pause, seek and stop, and the status says so")
    func transport() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        #expect(try await client.value("state") == "stop")
        try await stage.fill(3)
        #expect(try await client.value("playlistlength") == "3")
        #expect(try await client.ask("play 1") == ["OK"])
        let status = try await client.ask("status")
        for line in ["state: play", "song: 1", "audio: 44100:16:2", "duration: 30.000", "nextsong: 2"] {
            #expect(status.contains(line), "\(status)\n\(stage.daemon.log)")
        }
        #expect(try await client.value("Pos", of: "currentsong") == "1")
        #expect(try await client.ask("seekcur 12.5") == ["OK"])
        #expect(try await client.ask("pause 1") == ["OK"])
        #expect(try await client.value("state") == "pause")
        #expect(try await client.value("elapsed")?.hasPrefix("12.") == true)
        #expect(try await client.ask("seekcur +5") == ["OK"])
        #expect(try await client.value("elapsed")?.hasPrefix("17.") == true)
        #expect(try await client.ask("seek 0 3") == ["OK"])
        #expect(try await client.value("song") == "0")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await client.value("song") == "1")
        #expect(try await client.ask("stop") == ["OK"])
        #expect(try await client.value("state") == "stop")
        #expect(try await client.ask("next") == ["ACK [55@0] {next} Not playing"])
    }

    @Test("what a client does is seen on the control socket at once, with its reason, and the other way round")
    func bothDoors() async throws {
        let stage = try await MPDStage.set()
        try await stage.fill(2)
        try await stage.client.ask("play")
        try await stage.control.waitForEvent("player.stateChanged") {
            $0.string(at: "params.state") == "playing" && $0.string(at: "params.reason") == "mpd"
        }
        let other = try await stage.connect()
        try await other.send("idle mixer")
        try await stage.control.call("volume", #"{"level":0.25}"#)
        #expect(try await other.reply() == ["changed: mixer", "OK"])
        #expect(try await other.value("volume") == "25")
        try await other.send("idle options")
        try await stage.client.ask("random 1")
        #expect(try await other.reply() == ["changed: options", "OK"])
        #expect(try await stage.control.call("status").line.contains("\"shuffle\":true"))
    }

    @Test("random is on where albums are shuffled, and switching it leaves it at albums")
    func albums() async throws {
        let stage = try await MPDStage.set()
        try await stage.control.call("queue.set", "{\"shuffle\":true,\"shuffleBy\":\"albums\"}")
        #expect(try await stage.client.value("random") == "1")
        try await stage.client.ask("random 0")
        #expect(try await stage.client.value("random") == "0")
        try await stage.client.ask("random 1")
        #expect(try await stage.control.call("queue.set").string(at: "result.shuffleBy") == "albums")
    }

    @Test("repeat and single become the modes of the queue")
    func modes() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        func modes() async throws -> [String?] { [try await client.value("repeat"), try await client.value("single")] }
        for (command, repeats, single) in [
            ("single 1", "0", "1"), ("repeat 1", "1", "1"), ("repeat 0", "0", "1"), ("single 0", "0", "0"),
            ("repeat 1", "1", "0"),
            ("single 1", "1", "1"), ("single oneshot", "1", "oneshot"), ("repeat 0", "0", "oneshot"), ("single 1", "0", "1"),
            ("single 0", "0", "0"), ("repeat 1", "1", "0"), ("single 1", "1", "1"),
        ] {
            #expect(try await client.ask(command) == ["OK"])
            #expect(try await modes() == [repeats, single], "\(command)")
        }
        try await client.ask("single 0")
        #expect(try await modes() == ["1", "0"])
        try await client.ask("single oneshot")
        #expect(try await modes() == ["1", "oneshot"])
        try await client.ask("single 0")
        #expect(try await modes() == ["1", "0"])
        try await client.ask("repeat 0")
        #expect(try await modes() == ["0", "0"])
    }

    @Test("a file that cannot be played is told in the refusal and in the status, until somebody has seen it")
    func failure() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        let refusal = try await client.ask("add /nowhere.flac")
        #expect(refusal.count == 1 && refusal[0].hasPrefix("ACK [50@0] {add} "), "\(refusal)")
        try await stage.control.call("queue.add", #"{"uris":["/nowhere.flac"],"missing":true}"#)
        let reply = try await client.ask("play")
        #expect(reply.count == 1 && reply[0].hasPrefix("ACK [50@0] {play} "), "\(reply)")
        #expect(try await client.value("error") != nil)
        #expect(try await client.ask("clearerror") == ["OK"])
        #expect(try await client.value("error") == nil)
    }

    @Test("what the session refuses is an ACK with the session's sentence")
    func refused() async throws {
        let stage = try await MPDStage.set()
        try await stage.fill(1)
        try await stage.control.call("session.setCategory", #"{"category":"record"}"#)
        let reply = try await stage.client.ask("play")
        #expect(reply.count == 1 && reply[0].hasPrefix("ACK [52@0] {play} ") && reply[0].contains("record"), "\(reply)")
        #expect(try await stage.client.value("state") == "stop")
        try await stage.control.call("session.setCategory", #"{"category":"playback"}"#)
        #expect(try await stage.client.ask("play") == ["OK"])
    }

    @Test("play during an alarm is an ACK with the session's sentence, and plays after it")
    func alarm() async throws {
        let stage = try await MPDStage.set()
        try await stage.fill(1)
        let sound = stage.system.directory.file("alarm.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 60 * 44_100), to: sound)
        let alarm = try await stage.system.launch("pw-play", ["--media-role", "Alarm", sound])
        try await stage.control.waitForEvent("session.interruptionBegan")
        let reply = try await stage.client.ask("play")
        #expect(reply.count == 1 && reply[0].hasPrefix("ACK [52@0] {play} ") && reply[0].contains("(alarm)"), "\(reply)")
        try await alarm.stop()
        try await stage.control.waitForEvent("session.interruptionEnded")
        #expect(try await stage.client.ask("play") == ["OK"])
    }

    /// Waits until the player on the session bus has a property with this value, as busctl writes it.
    private func waitForBus(_ property: String, _ value: String, _ stage: MPDStage) async throws {
        let name = "org.mpris.MediaPlayer2"
        try await waitUntil("\(property) to be \(value)") { () async throws(TestSupportError) -> Bool in
            do throws(TestSupportError) {
                return try await stage.system.run(
                    "busctl",
                    ["--user", "get-property", "\(name).fermata", "/org/mpris/MediaPlayer2", "\(name).Player", property]
                ).hasPrefix(value)
            } catch {
                return false
            }
        }
    }

    @Test("what a client does is shown on the session bus")
    func bus() async throws {
        let stage = try await MPDStage.set()
        try await stage.fill(1)
        #expect(try await stage.client.ask("play") == ["OK"])
        try await waitForBus("PlaybackStatus", #"s "Playing""#, stage)
        #expect(try await stage.client.ask("setvol 50") == ["OK"])
        try await waitForBus("Volume", "d 0.5", stage)
        #expect(try await stage.client.ask("pause 1") == ["OK"])
        try await waitForBus("PlaybackStatus", #"s "Paused""#, stage)
    }

    @Test("100 is the most that the output allows, and everything below a part of that")
    func volumeCeiling() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        #expect(try await client.ask("setvol 100") == ["OK"])
        let other = try await stage.connect()
        try await stage.control.call("output.setVolumeLimits", #"{"output":"default","maximum":0.5}"#)
        try await waitUntil("the ceiling") { () async throws(TestSupportError) -> Bool in
            try await stage.control.call("volume").number(at: "result.level") == 0.5
        }
        #expect(try await client.ask("getvol") == ["volume: 100", "OK"])
        #expect(try await client.ask("setvol 50") == ["OK"])
        #expect(try await stage.control.call("volume").number(at: "result.level") == 0.25)
        #expect(try await client.ask("getvol") == ["volume: 50", "OK"])
        #expect(try await client.ask("volume +30") == ["OK"])
        #expect(try await stage.control.call("volume").number(at: "result.level") == 0.4)
        #expect(try await client.ask("volume +100") == ["OK"])
        #expect(try await other.value("volume") == "100")
        #expect(try await stage.control.call("volume").number(at: "result.level") == 0.5)
    }

    @Test("the sound goes to an output that a client enables")
    func outputs() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await waitUntil("an output") { (try? await client.ask("outputs").contains("plugin: pipewire")) == true }
        let outputs = try await client.ask("outputs")
        #expect(outputs.first == "outputid: 0")
        let numbers = outputs.filter { $0.hasPrefix("outputid:") }.indices
        for number in numbers { #expect(try await client.ask("enableoutput \(number)") == ["OK"]) }
        try await waitUntil("all outputs") {
            (try? await client.ask("outputs").filter { $0 == "outputenabled: 1" }.count) == numbers.count
        }
        for number in numbers.dropLast() { #expect(try await client.ask("disableoutput \(number)") == ["OK"]) }
        // The sound always goes to one of them.
        let refused = try await client.ask("disableoutput \(numbers.count - 1)")
        #expect(refused.first?.hasPrefix("ACK [52@0] {disableoutput}") == true, "\(refused)")
        #expect(try await client.ask("enableoutput 99") == ["ACK [50@0] {enableoutput} No such audio output"])
        #expect(try await client.ask("outputset 0 a b") == ["ACK [2@0] {outputset} Unsupported attribute"])
    }
}
