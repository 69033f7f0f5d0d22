import ControlProtocol
import Testing

@testable import fermata

@Suite("The reasons for a pause, for people")
struct ChangeTextTests {
    /// A minute after `time`.
    private static let date = 1_800_000_060.0
    private static let time = 1_800_000_000.0

    private func paused(_ cause: Wire.HeardChange) throws -> [String] {
        var status = RecordingHandler().status
        status.state = cause.change == "softer" ? .playing : .paused
        status.reason = try #require(Wire.StateReason(rawValue: cause.reason))
        (status.resumeExpected, status.cause) = (cause.resumes, cause)
        return StatusText.lines(status, now: 0, date: Self.date).split(separator: "\n").map(String.init)
    }

    private func interrupted(
        _ interruption: String, _ source: String, resumes: Bool = true, over: Bool = false
    ) -> Wire.HeardChange {
        Wire.HeardChange(
            time: Self.time, change: "paused", reason: "interrupted", source: source, interruption: interruption,
            resumes: resumes, over: over)
    }

    @Test("name who interrupts, since when, and that it goes on by itself")
    func call() throws {
        let lines = try paused(interrupted("communication", "Telephone"))
        #expect(lines[0].hasPrefix("paused: a call (Telephone)  "))
        #expect(lines[1].hasPrefix("  since ") && lines[1].hasSuffix(" (1 min ago)"))
        #expect(lines[2] == "  goes on by itself when that is over")
        #expect(try paused(interrupted("a telephone call", "python3"))[0].hasPrefix("paused: a telephone call (python3)  "))
    }

    @Test("say of another player that nothing goes on by itself, also when that is over")
    func otherPlayer() throws {
        let lines = try paused(interrupted("otherPlayer", "mpv", resumes: false))
        #expect(lines[0].hasPrefix("paused: mpv plays  "))
        #expect(lines[2] == "  does not go on by itself: 'fermata play' does it")
        let over = try paused(interrupted("otherPlayer", "mpv", resumes: false, over: true))
        #expect(over[0].hasPrefix("paused: mpv played  ") && over[2] == lines[2])
    }

    @Test("tell who has pressed pause, and who has the music play softly")
    func others() throws {
        let person = try paused(Wire.HeardChange(time: Self.time, change: "paused", reason: "mpd", source: "mpc"))
        #expect(person[0].hasPrefix("paused: through an MPD client  "))
        #expect(person[1].hasSuffix("(1 min ago), by a client of MPD (mpc)"))
        let softer = try paused(
            Wire.HeardChange(
                time: Self.time, change: "softer", reason: "interrupted", source: "door\u{1B}bell", interruption: "a bell",
                resumes: true))
        #expect(softer[0].hasPrefix("playing  "))
        #expect(softer[1] == "  plays softly: a bell (door\u{FFFD}bell)")
        #expect(softer[2].hasPrefix("  since ") && softer[2].hasSuffix(" (1 min ago), until that is over"))
    }

    @Test("name what else keeps playback from going on: another player, or what lasts as long as it likes")
    func holders() throws {
        var lost = Wire.HeardChange(time: Self.time, change: "paused", reason: "routeLost", source: "Buds", resumes: true)
        #expect(try paused(lost)[2] == "  goes on by itself if the output comes back in time")
        (lost.heldBy, lost.heldFor) = ("Telephone", "communication")
        #expect(
            try paused(lost)[2] == "  goes on by itself if the output comes back in time, and this is over: a call (Telephone)")
        (lost.heldBy, lost.heldFor) = ("mp\u{1B}v", nil)
        #expect(try paused(lost)[2].hasSuffix(", and this is over: mp\u{FFFD}v"))
        lost.resumes = false
        #expect(
            try paused(lost)[2]
                == "  does not go on by itself, because mp\u{FFFD}v has begun to play: 'fermata play' does it")
    }

    @Test("name the client whose word is one of the daemon's own")
    func clientsWord() throws {
        var cause = interrupted("otherPlayer", "script")
        cause.byClient = true
        #expect(try paused(cause)[0].hasPrefix("paused: script says otherPlayer  "))
        // A telephone's call is a call, whoever tells it.
        cause.interruption = "communication"
        #expect(try paused(cause)[0].hasPrefix("paused: a call (script)  "))
    }

    @Test("are a list of the latest changes, each with its time")
    func list() {
        let volume = Wire.Volume(level: 0.5, muted: false)
        let changes = [
            Wire.HeardChange(time: Self.time, change: "over", reason: "interrupted", source: "mpv", interruption: "otherPlayer"),
            interrupted("otherPlayer", "mpv", resumes: false),
            Wire.HeardChange(time: Self.time, change: "volume", reason: "system", volume: volume),
            Wire.HeardChange(time: Self.time, change: "output", reason: "override", source: "Buds"),
            Wire.HeardChange(time: Self.time, change: "muted", reason: "client", source: "mpc"),
            Wire.HeardChange(time: Self.time, change: "unmuted", reason: "output", source: "Buds"),
            Wire.HeardChange(
                time: Self.time, change: "staysPaused", reason: "interrupted", source: "mpv", interruption: "otherPlayer"),
            Wire.HeardChange(time: Self.time, change: "asBefore", reason: "interrupted"),
            Wire.HeardChange(time: Self.time, change: "playing", reason: "user", source: "fermata"),
            Wire.HeardChange(time: 0, change: "teleported", reason: "of the future"),
        ]
        let lines = ChangeText.list(changes, date: Self.date).split(separator: "\n").map { line in
            String(line.drop { !$0.isLetter })
        }
        #expect(
            lines == [
                "over: mpv played; playback does not go on by itself", "paused: mpv plays; not to go on by itself",
                "volume 50%: in a mixer of the desktop", "output Buds: somebody chose this output", "mute by mpc",
                "not mute any more: at the output Buds", "does not go on by itself any more: mpv plays", "as loud as before",
                "playing by fermata", "teleported: of the future",
            ])
    }

    @Test(
        "say how long ago something was",
        arguments: [
            (0.2, "just now"), (-5, "just now"), (.nan, "just now"), (59, "59 s ago"), (60, "1 min ago"), (7_300, "2 h ago"),
            (90_000, "1 day ago"), (1e300, "11574 days ago"),
        ] as [(Double, String)])
    func ago(seconds: Double, text: String) { #expect(ChangeText.ago(seconds) == text) }

    @Test("have the date if they are not of today")
    func clock() {
        #expect(ChangeText.clock(Self.time, date: Self.time).split(separator: ":").count == 3)
        #expect(ChangeText.clock(Self.time, date: Self.time + 200_000).split(separator: " ").count == 2)
    }

    @Test("are refused from a count on that no daemon keeps")
    func count() throws {
        for count in ["0", "65", "x"] { #expect(try ClientProcess.run("why", "--count", count).status == 2, "\(count)") }
    }
}
