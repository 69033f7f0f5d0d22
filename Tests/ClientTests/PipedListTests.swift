import ControlProtocol
import FermataKit
import JSON
import TestSupport
import Testing

@testable import fermata

@Suite("Lists in standard input", .serialized)
struct PipedListTests {
    private func kinds(_ text: String) throws -> [PipedLine.Kind] { try PipedList.lines(of: Array(text.utf8)).map(\.kind) }

    @Test("are the songs that a search prints, by their numbers, with a duration or without one, and files and URLs")
    func entries() throws {
        let search =
            "5  Miles Green – Moss  Kind of Green  0:40\n12  Untitled  ~1:02:03\n7  Rain\n… go on with --after '0 2 5 100'\n"
        #expect(try kinds(search) == [.song(5, unlike: nil), .song(12, unlike: nil), .song(7, unlike: "7  Rain")])
        #expect(
            try kinds("/music/a b.flac\nhttps://h.example/x\n") == [.address("/music/a b.flac"), .address("https://h.example/x")])
    }

    @Test("are those of other systems and programs as well: their line ends, empty lines, comments, and places of the library")
    func otherLists() throws {
        #expect(try kinds("\u{FEFF}#EXTM3U\r\n\r\n#EXTINF:3,A\r\n/a.flac\r\n") == [.address("/a.flac")])
        #expect(
            try kinds("Jazz/\nJazz/b.flac\nc.flac\nthere are no songs\n") == [
                .place("Jazz/"), .place("Jazz/b.flac"), .place("c.flac"),
            ])
    }

    @Test("have names of files with bytes that are no text")
    func names() throws {
        let lines = try PipedList.lines(of: Array("/music/caf".utf8) + [0xE9] + Array(".wav\n".utf8))
        #expect(lines.map(\.kind) == [.address("file:///music/caf%E9.wav")])
    }

    @Test(
        "are known by their first line that is not empty, and media by anything else",
        arguments: [
            ("", nil), ("\n# one\n", nil), ("/mus", nil), ("/mus\n", true), ("\r\n#EXTM3U\r\n/a\r\n", true),
            ("5  Moss  0:40\n", true),
            ("Jazz/a.flac\nsomething\n", true), ("something\n/a\n", false), ("RIFF\u{1}", false), ("fLaC\0", false),
            ("OggS\0", false),
            ("ID3\u{4}", false), ("#!AMR\n/a\n", false), ("\n\n\0\0", false),
            ("1  Kind of Green  Miles Green  1959  5 songs\n", false),
            ("-5  Moss  0:40\n", false), ("1967  1 song\n", false),
        ] as [(String, Bool?)])
    func beginning(text: String, isList: Bool?) {
        #expect(PipedList.begins(Array(text.utf8), isWhole: false) == isList)
        #expect(PipedList.begins(Array(text.utf8), isWhole: true) == isList ?? true)
    }

    @Test("name the line that is no entry, in one short line without what steers a terminal")
    func mistakes() {
        let bad = "something \u{1B}[2J" + String(repeating: "x", count: 10_000)
        #expect {
            try kinds("5  Moss  0:40\n\n\(bad)\n/a.flac\n")
        } throws: { error in
            guard let failure = error as? ClientFailure else { return false }
            return failure.status == .refused && failure.message.hasPrefix("line 3 of the list")
                && failure.message.contains("something \u{FFFD}[2J") && failure.message.count < 250
        }
        for text in ["", "\n", "# nothing\n", "there are no songs\n"] {
            #expect { try kinds(text) } throws: { ($0 as? ClientFailure)?.message.hasPrefix("there are no songs") ?? false }
        }
    }

    /// Runs a line of the shell, in which `$0` is the client.
    private func run(_ line: String, _ daemon: DaemonDouble) throws -> ClientProcess.Outcome {
        try ClientProcess(shell: line, environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"]).wait()
    }

    private func added(_ daemon: DaemonDouble) throws -> [[String]] {
        try daemon.requests().filter { $0.method == "queue.add" }.map {
            $0["uris"]?.arrayValue?.compactMap(\.stringValue) ?? []
        }
    }

    @Test("are played and added by the addresses of their songs, and what is no list is sent as it is, to the last byte")
    func commands() throws {
        let daemon = try DaemonDouble()
        for line in [
            "printf '5  Moss  0:40\\n' | $0 play -", "printf '/a.flac\\n/b.flac\\n' | $0 add -",
            "printf '8  8.flac\\n' | $0 add -",
            "printf 'RIFF and what follows' | $0 play -",
        ] {
            let outcome = try run(line, daemon)
            #expect(outcome.status == 0, "\(line): \(outcome)")
        }
        let requests = try daemon.requests()
        #expect(requests.contains(Asked("library.item", ["song": 5, "file": false])))
        #expect(requests.contains(Asked("play", ["uri": "/songs/5.flac"])))
        #expect(try added(daemon) == [["/a.flac", "/b.flac"], ["/songs/8.flac"]])
        #expect(daemon.pushed == ["RIFF and what follows"])
        // Artists have such lines, too. And a name that is nowhere is no sound, for which the command would wait.
        for line in ["printf '8  Miles Green\\n'", "echo nosuch.flac", "printf 'no such\\nsong\\n'"] {
            let outcome = try run("\(line) | $0 add -", daemon)
            #expect(outcome.status == 1 && outcome.error.contains("line 1"), "\(outcome)")
        }
        #expect(try added(daemon).count == 2)
        try daemon.stop()
    }

    @Test("come from files and late, with names of files here and places of the library, and change nothing if a line is bad")
    func sources() throws {
        let (daemon, folder) = (try DaemonDouble(), try TemporaryDirectory())
        try writeFile(Array("sound".utf8), to: folder.file("one.wav"))
        try writeFile(Array("one.wav\nhttp://h.example/x\n".utf8), to: folder.file("list.txt"))
        try writeFile(Array("/a.wav\nnonsense here\n".utf8), to: folder.file("bad.txt"))
        for line in [
            "$0 add - <list.txt", "{ sleep 1.2; echo /late.wav; } | $0 add -", "find . -name '*.wav' | $0 add -",
            "touch \"$(printf 'caf\\351.wav')\"; ls caf* | $0 add -", "printf 'Jazz/\\nJazz/b.flac\\n' | $0 add -",
        ] {
            let outcome = try run("cd '\(folder.path)' && \(line)", daemon)
            #expect(outcome.status == 0, "\(line): \(outcome)")
        }
        let here = folder.path
        #expect(
            try added(daemon) == [
                ["\(here)/one.wav", "http://h.example/x"], ["/late.wav"], ["\(here)/one.wav"],
                [MediaAddress.url(ofAbsolutePath: Array("\(here)/caf".utf8) + [0xE9] + Array(".wav".utf8))],
                ["/library/Jazz/", "/library/Jazz/b.flac"],
            ])
        let count = try added(daemon).count
        for line in [
            "$0 add - <'\(here)/bad.txt'", "printf 'Jazz/gone.flac\\n' | $0 add -", "echo there are no songs | $0 play -",
        ] {
            let outcome = try run(line, daemon)
            #expect(outcome.status == 1 && outcome.output.isEmpty && !outcome.error.isEmpty, "\(line): \(outcome)")
        }
        #expect(try added(daemon).count == count)
        #expect(daemon.pushed.isEmpty)
        try daemon.stop()
    }

    @Test("go where the options say, for which media that are sent do not do")
    func options() throws {
        let daemon = try DaemonDouble()
        for options in ["add --next", "add --unique", "add --later", "add --at 1", "insert", "play --add", "play --next"] {
            let outcome = try run("echo /a.flac | $0 \(options) -", daemon)
            #expect(outcome.status == 0, "\(options): \(outcome)")
            let refused = try run("echo sound | $0 \(options) -", daemon)
            #expect(refused.status == 1 && refused.error.contains("line 1"), "\(options): \(refused)")
        }
        #expect(try added(daemon) == Array(repeating: ["/a.flac"], count: 7))
        #expect(daemon.pushed.isEmpty)
        try daemon.stop()
    }

    @Test("have all songs that a search finds, in as many parts as it takes, unless a limit is given")
    func wholeSearch() throws {
        let daemon = try DaemonDouble()
        #expect(try run("$0 search --uris moss | $0 add -", daemon).status == 0)
        #expect(try added(daemon) == [["/songs/1.flac", "/songs/2.flac"]])
        let listed = try run("$0 search moss", daemon)
        #expect(listed.output == "1  1.flac\n2  2.flac\n", "\(listed)")
        #expect(try run("$0 search --limit 1 moss", daemon).output == "1  1.flac\n… go on with --after 'more'\n")
        try daemon.stop()
    }
}
