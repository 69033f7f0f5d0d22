import AudioTypes
import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("The client's text")
struct TextTests {
    @Test(
        "reads times",
        arguments: [
            ("90", 90), ("1:30", 90), ("1:02:03.5", 3_723.5), ("0", 0), ("90:00", 5_400), ("100:00:00", 360_000), (".5", 0.5),
            ("30m", 1_800), ("1h30m", 5_400), ("90s", 90), ("1h1m1.5s", 3_661.5), ("1m30s", 90), ("2s", 2), ("500ms", 0.5),
            ("1m5ms", 60.005),
        ] as [(String, Double)])
    func times(text: String, seconds: Double) { #expect(TimeText.seconds(text) == seconds) }

    @Test(
        "refuses what is no time",
        arguments: [
            "", ":", "1:", ":5", "1:60", "1:60:00", "1:2:3:4", "-1", "1e3", "0x10", "nan", "1.2.3", " 1", ".", "m", "1m1h", "-5m",
            "5x", "1mm",
            "h", "1h 5m", "1m30", "1s1s", "ms", "1:30s",
        ])
    func noTimes(text: String) { #expect(TimeText.seconds(text) == nil) }

    @Test(
        "writes times",
        arguments: [(0, "0:00"), (59.99, "0:59"), (61, "1:01"), (3_723, "1:02:03"), (-1, "0:00"), (.nan, "0:00")]
            as [(Double, String)])
    func writtenTimes(seconds: Double, text: String) { #expect(TimeText.text(seconds) == text) }

    @Test("says of the speed what happens, also where it is not the chosen one")
    func speed() {
        var status = Wire.Status(
            state: .playing, reason: .user, volume: Wire.Volume(level: 1, muted: false),
            queue: Wire.QueueSummary(length: 1, index: 0, revision: 1, modes: Wire.QueueModes()), options: PlaybackOptions())
        #expect(StatusText.speed(status) == "plays at the speed of the recording")
        status.options?.speed = 1.5
        #expect(StatusText.speed(status) == "plays 1.5 times as fast")
        status.normalSpeed = .live
        let sentence = "plays at the speed of the recording and not 1.5 times as fast: one cannot seek in it"
        #expect(StatusText.speed(status) == sentence && StatusText.lines(status, now: 0).contains(sentence))
        status.normalSpeed = nil
        status.speed = Wire.WantedSpeed(speed: 1, from: .book, of: "Dune\u{1B}")
        #expect(StatusText.lines(status, now: 0).contains("plays at the speed of the recording, which is kept for the book Dune"))
        status.speed = nil
        status.options?.speed = 1
        status.normalSpeed = nil
        #expect(!StatusText.lines(status, now: 0).contains("speed"))
    }

    @Test("writes of a duration that it is an estimate")
    func estimates() {
        #expect(TimeText.duration(192, isEstimate: true) == "~3:12" && TimeText.duration(192, isEstimate: false) == "3:12")
        var status = Wire.Status(
            state: .playing, reason: .user, item: Wire.QueueItem(id: 1, uri: "/a.mp3", duration: 192, durationIsEstimate: true),
            position: Wire.Position(seconds: 200, monotonic: 0, rate: 0), duration: 192, durationIsEstimate: true,
            volume: Wire.Volume(level: 1, muted: false),
            queue: Wire.QueueSummary(length: 1, index: 0, revision: 1, modes: Wire.QueueModes()))
        #expect(StatusText.lines(status, now: 0).contains("3:20 / ~3:12"))
        // What is heard behind an estimated end is shown.
        #expect(StatusText.live(status, now: 0, columns: 80).contains("3:20 / ~3:12"))
        status.durationIsEstimate = false
        #expect(StatusText.live(status, now: 0, columns: 80).contains("3:12 / 3:12"))
        let page = Wire.QueuePage(items: status.item.map { [$0] } ?? [], length: 1, revision: 1)
        #expect(QueueText.list([page], offset: 0, current: nil, columns: nil).contains("~3:12"))
    }

    @Test("tells the album and the place there, as far as they are known")
    func album() {
        var item = Wire.QueueItem(id: 1, uri: "/a.mp3", title: "T", artist: "A")
        #expect(StatusText.album(of: item) == nil)
        (item.trackNumber, item.discNumber, item.discTotal) = (3, 1, 1)
        #expect(StatusText.album(of: item) == "track 3")
        (item.album, item.albumArtist, item.date, item.genre) = ("Alb\u{1B}um", "Various", "1999", "Jazz")
        (item.trackTotal, item.discTotal) = (12, 2)
        #expect(StatusText.album(of: item) == "from Alb\u{FFFD}um by Various, 1999, track 3 of 12, disc 1 of 2, Jazz")
        item.albumArtist = "A"
        #expect(StatusText.album(of: item)?.contains("Various") == false)
        var status = RecordingHandler().status
        status.item = item
        #expect(StatusText.lines(status, now: 0).contains("\n  from Alb"))
    }

    @Test("tells URLs from paths")
    func addresses() {
        for url in ["http://h/a", "file:///a%FF", "data:audio/wav;base64,AA", "icy+x://h"] {
            #expect(MediaAddress.address(url) == url)
        }
        #expect(MediaAddress.address("/a/../b") == "/a/../b")
        #expect(MediaAddress.address(" \n\thttp://h/a b ") == "http://h/a b ", "the daemon leaves out what is behind it")
        #expect(MediaAddress.address(" a").hasSuffix("/ a"))
        for path in ["a:b", "://x", "1x://y", "http:/x"] { #expect(MediaAddress.address(path).hasSuffix("/" + path)) }
        for (uri, name) in [
            ("file:///music/a%20b%3F.flac", "a b?.flac"), ("/music/a%20b.flac", "a%20b.flac"), ("/", "/"),
            ("http://host/live/radio", "radio"), ("file:///%zz", "%zz"),
        ] {
            #expect(MediaAddress.name(of: uri) == name)
        }
        #expect(MediaAddress.url(ofAbsolutePath: Array("/ü %".utf8)) == "file:///%C3%BC%20%25")
    }

    @Test(
        "makes text harmless", arguments: ["\u{1B}[2J", "a\nb", "\u{9B}31m", "\u{7F}", "\u{202E}abc", "\u{2028}", "\r", "\u{0}"])
    func harmless(text: String) {
        let shown = Terminal.harmless(text)
        #expect(shown.contains("\u{FFFD}"))
        #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E })
    }

    @Test("leaves good text as it is", arguments: ["", "Motörhead", "音楽", "👩‍👩‍👧 café"])
    func unharmed(text: String) { #expect(Terminal.harmless(text) == text) }

    @Test("takes the options that every command has before it too, and leaves what follows -- alone")
    func sharedOptions() {
        let before = RawArguments.withSharedOptionsLast(["--socket", "/s", "--json", "queue", "list"])
        #expect(before == ["queue", "list", "--socket", "/s", "--json"])
        #expect(RawArguments.withSharedOptionsLast(["--socket=/s", "seek", "--", "-5"]) == ["seek", "--socket=/s", "--", "-5"])
        #expect(RawArguments.withSharedOptionsLast(["status", "--json"]) == ["status", "--json"])
    }

    @Test("says by how many decibels the loudness is changed, where it is", arguments: [(-6.54, "-6.54 dB"), (3, "+3.0 dB")])
    func replayGain(decibels: Double, text: String) {
        var status = RecordingHandler().status
        #expect(!StatusText.lines(status, now: 0).contains("dB"))
        status.format?.replayGain = decibels
        #expect(StatusText.lines(status, now: 0).contains(", \(text)\n"))
    }

    @Test("says that it waits where it plays and there is no output, and only there")
    func noOutput() {
        var status = RecordingHandler().status
        status.state = .playing
        let waits = "\n  waiting for an output: there is none to play on\n"
        #expect(!StatusText.lines(status, now: 0).contains("waiting"))
        status.output = nil
        #expect(StatusText.lines(status, now: 0).contains(waits))
        status.state = .paused
        #expect(!StatusText.lines(status, now: 0).contains("waiting"))
    }

    @Test("draws a bar")
    func bar() {
        #expect(StatusText.bar(fraction: 0, width: 12) == "[>         ]")
        #expect(StatusText.bar(fraction: 0.5, width: 12) == "[=====>    ]")
        #expect(StatusText.bar(fraction: 1, width: 12) == "[==========]")
        #expect(StatusText.bar(fraction: .infinity, width: 5) == "[===]")
    }

    @Test("fits the live line into the terminal, whatever its width", arguments: [1, 5, 20, 40, 80, 200])
    func live(columns: Int) {
        var status = RecordingHandler().status
        status.item?.title = String(repeating: "長い", count: 60)
        status.position = Wire.Position(seconds: 10, monotonic: 100, rate: 1)
        #expect(Terminal.width(StatusText.live(status, now: 110, columns: columns)) <= columns)
        if columns >= 80 { #expect(StatusText.live(status, now: 110, columns: columns).hasSuffix("  0:20 / 3:00")) }
        status.duration = nil
        #expect(Terminal.width(StatusText.live(status, now: 110, columns: columns)) <= columns)
    }

    @Test("shows any reply")
    func plain() {
        let reply: JSONValue = ["a": 1, "b": ["c": true, "d": .null], "e": [1, ["f": 2.5, "g": "x\u{1B}"]], "h": []]
        #expect(
            PlainText.text(reply) == """
                a: 1
                b:
                  c: yes
                  d: none
                e:
                  - 1
                  - f: 2.5
                    g: x\u{FFFD}
                h: none
                """)
    }
}
