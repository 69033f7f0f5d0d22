import MPDProtocol
import Testing

@Suite("replies")
struct ReplyTests {
    private func text(_ reply: ReplyText) -> String { String(decoding: reply.bytes, as: UTF8.self) }

    @Test("the status of a stopped player leaves out what it does not have")
    func stopped() {
        var reply = ReplyText()
        reply.add(StatusReport())
        #expect(
            text(reply) == """
                volume: 100
                repeat: 0
                random: 0
                single: 0
                consume: 0
                partition: default
                playlist: 0
                playlistlength: 0
                mixrampdb: 0
                state: stop
                lastloadedplaylist: \("")

                """)
    }

    @Test("the status of a running player has everything in MPD's order")
    func playing() {
        var status = StatusReport()
        status.state = .play
        status.single = .oneshot
        status.crossfade = 3
        status.loadedPlaylist = "evening"
        status.song = Song.Place(position: 0, id: 4)
        status.next = Song.Place(position: 1, id: 5)
        status.playing = StatusReport.Playing(elapsed: 61.2345, duration: 99.5, audio: "44100:16:2")
        var reply = ReplyText()
        reply.add(status)
        #expect(
            text(reply).split(separator: "\n").dropFirst(9) == [
                "state: play", "lastloadedplaylist: evening", "xfade: 3", "song: 0", "songid: 4", "time: 61:100",
                "elapsed: 61.235", "duration: 99.500",
                "audio: 44100:16:2", "nextsong: 1", "nextsongid: 5",
            ])
    }

    @Test("a value in bytes is one line, like a text")
    func bytes() {
        var reply = ReplyText()
        reply.add("Artist", utf8: Array("a\nOK\r\0\u{E9}".utf8))
        #expect(text(reply) == "Artist: a OK  \u{E9}\n")
    }

    @Test("a tag of several lines is told line by line, and no name of a tag can pass for a line of the reply")
    func tags() {
        var tags = ["lyrics": "One\r\n\nOK\n", "album artist": "Ä\0", "nothing": ""]
        for name in ["", "a\nOK", "a: b", "binary", "ACK [5@0]"] { tags[name] = "7" }
        var reply = ReplyText()
        reply.add(fileTags: tags)
        #expect(text(reply) == "album artist: Ä \nlyrics: One\nlyrics: OK\n")
    }

    @Test("the tags of a file have 1,000 lines at most, however many line ends their texts have")
    func manyLines() {
        let ends = String(repeating: "\n", count: 131_072)
        var reply = ReplyText()
        reply.add(fileTags: [String(repeating: "n", count: 128): ends])
        #expect(reply.bytes.isEmpty)

        let lines = { (count: Int) in (0..<count).map { "\($0)\n" }.joined() }
        for (first, second) in [(600, 600), (1_000, 1), (2_000, 0), (999, 5)] {
            var reply = ReplyText()
            reply.add(fileTags: ["a": lines(first), "b": lines(second)])
            let told = text(reply).split(separator: "\n")
            let ofFirst = min(first, 1_000)
            #expect(told.count == 1_000 && told[ofFirst - 1] == "a: \(ofFirst - 1)", "\(first) and \(second)")
            #expect(told.count { $0.hasPrefix("b: ") } == 1_000 - ofFirst)
        }
    }

    @Test(
        "the duration of a part ends with the part or with the file, whichever comes first",
        arguments: [
            (1.5, 3.0, 9_000, 1_500), (1.5, nil, 9_000, 7_500), (1.5, 20.0, 9_000, 7_500), (1.5, 3.0, nil, 1_500),
            (1.5, nil, nil, nil), (12.0, nil, 9_000, 0),
        ] as [(Double, Double?, Int?, Int?)])
    func part(start: Double, end: Double?, whole: Int?, expected: Int?) {
        #expect(Song.Part(start: start, end: end).milliseconds(of: whole) == expected)
    }

    @Test("a song begins with its address and shows only the tags that are wanted")
    func song() {
        var song = Song(file: "/a\nfile: /b")
        song.tags = [Song.Tag(.artist, "x"), Song.Tag(.genre, "a"), Song.Tag(.genre, "b")]
        song.duration = 61.5
        song.place = Song.Place(position: 2, id: 7)
        var reply = ReplyText()
        reply.add(song, showing: [.genre])
        #expect(text(reply) == "file: /a file: /b\nGenre: a\nGenre: b\nTime: 62\nduration: 61.500\nPos: 2\nId: 7\n")
    }

    @Test("seconds have three decimals, whatever they are")
    func seconds() {
        #expect(Decimals.milliseconds(1.0005) == "1.001" || Decimals.milliseconds(1.0005) == "1.000")
        #expect(Decimals.milliseconds(0.05) == "0.050")
        #expect(Decimals.milliseconds(-1) == "0.000")
        #expect(Decimals.milliseconds(.nan) == "0.000")
        #expect(Decimals.milliseconds(.infinity) == "0.000")
        #expect(Decimals.milliseconds(1e300) == "1000000000.000")
    }

    @Test(
        "a number is written in digits, with zeros in front where a width is wanted",
        arguments: [
            (0, 1, "0"), (7, 3, "007"), (1_234, 2, "1234"), (60, 2, "60"), (Int.max, 1, "9223372036854775807"),
        ])
    func digits(number: Int, width: Int, written: String) {
        var bytes = Array("before ".utf8)
        bytes.append(decimal: number, width: width)
        #expect(bytes == Array("before \(written)".utf8))
    }

    @Test("a duration that no number can hold is shown as the longest one", arguments: [1e20, 1e300])
    func longestDuration(duration: Double) {
        var song = Song(file: "/a")
        song.duration = duration
        var reply = ReplyText()
        reply.add(song, showing: [])
        #expect(text(reply) == "file: /a\nTime: 1000000000\nduration: 1000000000.000\n")
        #expect(song.milliseconds == 1_000_000_000_000)
        var status = StatusReport()
        status.playing = StatusReport.Playing(elapsed: duration, duration: duration, audio: nil)
        var report = ReplyText()
        report.add(status)
        #expect(text(report).contains("time: 1000000000:1000000000\n"))
    }

    @Test("bytes that are no text follow their number")
    func binary() {
        var reply = ReplyText()
        reply.add(binary: [1, 10, 2])
        #expect(reply.bytes == Array("binary: 3\n".utf8) + [1, 10, 2, 10])
    }
}
