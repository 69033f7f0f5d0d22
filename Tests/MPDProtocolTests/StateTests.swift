import MPDProtocol
import Testing

@Suite("the lines of a client")
struct LineInputTests {
    private func steps(_ lines: [String], isIdle: Bool = false) -> [LineStep] {
        var input = LineInput()
        return lines.map { input.take(Array($0.utf8), isIdle: isIdle) }
    }

    @Test("a command is carried out at once, and blanks at the end of its line do not count")
    func command() { #expect(steps(["status \t"]) == [.command(Array("status".utf8))]) }

    @Test(
        "a line that does not begin with a small letter ends the connection",
        arguments: ["", "GET / HTTP/1.1", "Status", " status", "\t", "POST /"])
    func foreign(line: String) { #expect(steps([line]) == [.close]) }

    @Test("the commands of a list are carried out at its end")
    func lists() {
        #expect(
            steps(["command_list_begin", "a", "b 1", "command_list_end"]).last
                == .list([Array("a".utf8), Array("b 1".utf8)], tellsEach: false))
        #expect(steps(["command_list_ok_begin", "command_list_end"]).last == .list([], tellsEach: true))
    }

    @Test("the end of a list without its beginning is a command like others, which nobody knows")
    func strayEnd() { #expect(steps(["command_list_end"]) == [.command(Array("command_list_end".utf8))]) }

    @Test("a list has a limit, and forgets its lines at its end")
    func limit() {
        var input = LineInput()
        let line = Array(String(repeating: "a", count: 16 << 10).utf8)
        _ = input.take(Array("command_list_begin".utf8), isIdle: false)
        var count = 0
        while input.take(line, isIdle: false) == .nothing, count < 1_000 { count += 1 }
        #expect(count == LineInput.listLimit / (line.count + 32))
        _ = input.take(Array("command_list_end".utf8), isIdle: false)
        #expect(input.listBytes == 0)
    }

    @Test("while a client waits, it may only end that")
    func idle() {
        #expect(steps(["noidle"], isIdle: true) == [.endIdle])
        #expect(steps(["status"], isIdle: true) == [.close])
        #expect(steps(["noidle"]) == [.nothing])
    }
}

@Suite("waiting for changes")
struct IdleTests {
    @Test("changes gather while nobody waits, and are told at once then")
    func pending() {
        var idle = IdleState()
        #expect(idle.changed(.mixer) == nil)
        #expect(idle.changed([.player, .playlist]) == nil)
        #expect(idle.wait(for: .all) == [.mixer, .player, .playlist])
        #expect(!idle.isWaiting)
        #expect(idle.wait(for: .all) == nil)
        #expect(idle.changed(.mixer) == .mixer)
    }

    @Test("only what a client waits for is told, and what it does not wait for is told once it does")
    func awaited() {
        var idle = IdleState()
        #expect(idle.wait(for: [.player]) == nil)
        #expect(idle.changed(.mixer) == nil)
        #expect(idle.changed(.player) == .player)
        #expect(idle.wait(for: [.player]) == nil)
        let ended = idle.endWait()
        #expect(ended)
        #expect(idle.wait(for: .all) == .mixer)
        #expect(idle.wait(for: .all) == nil)
    }

    @Test("to end a wait that is over answers nothing")
    func race() {
        var idle = IdleState()
        _ = idle.wait(for: .all)
        #expect(idle.changed(.player) == .player)
        let ended = idle.endWait()
        #expect(!ended)
    }

    @Test("subsystems are told in MPD's order")
    func names() {
        #expect(Subsystems([.options, .playlist, .player, .mixer]).names == ["playlist", "player", "mixer", "options"])
        #expect(Subsystems(exactly: "Stored_Playlist") == .storedPlaylist)
        #expect(Subsystems(exactly: "foo") == nil)
        #expect(Subsystems.all.names == Subsystems.names)
    }
}

@Suite("channels")
struct ChannelTests {
    @Test("a message reaches the subscribers of its channel, once")
    func messages() throws {
        var channels = Channels()
        try channels.subscribe(1, to: "a")
        try channels.subscribe(2, to: "a")
        #expect(try channels.send("hello", to: "a").sorted() == [1, 2])
        #expect(channels.takeMessages(of: 1).map(\.text) == ["hello"])
        #expect(channels.takeMessages(of: 1).isEmpty)
        try channels.unsubscribe(1, from: "a")
        let isGone = channels.remove(2)
        #expect(isGone)
        #expect(channels.names.isEmpty)
    }

    @Test("mistakes are refused with MPD's sentences")
    func mistakes() throws {
        var channels = Channels()
        #expect(throws: MPDFailure(.noExist, "nobody is subscribed to this channel")) { try channels.send("x", to: "a") }
        #expect(throws: MPDFailure(.argument, "invalid channel name")) { try channels.subscribe(1, to: "a b") }
        #expect(throws: MPDFailure(.noExist, "not subscribed to this channel")) { try channels.unsubscribe(1, from: "a") }
        try channels.subscribe(1, to: "a")
        #expect(throws: MPDFailure(.exist, "already subscribed to this channel")) { try channels.subscribe(1, to: "a") }
        for index in 1..<16 { try channels.subscribe(1, to: "a\(index)") }
        #expect(throws: MPDFailure(.exist, "subscription list is full")) { try channels.subscribe(1, to: "b") }
    }

    @Test("a client that reads no messages costs little")
    func fullBox() throws {
        var channels = Channels()
        try channels.subscribe(1, to: "a")
        for _ in 0..<100 { _ = try channels.send("x", to: "a") }
        #expect(channels.takeMessages(of: 1).count == 64)
        for _ in 0..<100 { _ = try channels.send(String(repeating: "x", count: 10_000), to: "a") }
        #expect(channels.takeMessages(of: 1).count == 6)
    }
}

@Suite("changes of the queue since a version")
struct QueueLedgerTests {
    private func entries(_ ids: [Int64], changed: Set<Int64> = []) -> [QueueLedger.Entry] {
        ids.map { QueueLedger.Entry(id: $0, digest: changed.contains($0) ? 1 : 0) }
    }

    @Test("positions with another item, and items with other tags, have changed")
    func changes() {
        var ledger = QueueLedger()
        ledger.look(at: 5) { entries([1, 2, 3]) }
        #expect(ledger.changes(since: 5) == [])
        #expect(ledger.changes(since: 4) == [0, 1, 2])
        ledger.look(at: 6) { entries([1, 3, 2, 4]) }
        #expect(ledger.changes(since: 5) == [1, 2, 3])
        ledger.look(at: 9) { entries([1, 3, 2, 4], changed: [3]) }
        #expect(ledger.changes(since: 6) == [1])
        #expect(ledger.changes(since: 5) == [1, 2, 3])
        #expect(ledger.changes(since: 9) == [])
    }

    @Test("a client that knows nothing, or a version that never was, gets everything")
    func strangers() {
        var ledger = QueueLedger()
        ledger.look(at: 5) { entries([1, 2]) }
        #expect(ledger.changes(since: 0) == [0, 1])
        #expect(ledger.changes(since: 77) == [0, 1])
    }

    @Test("a queue that becomes shorter has only the positions that are left")
    func shorter() {
        var ledger = QueueLedger()
        ledger.look(at: 5) { entries([1, 2, 3]) }
        ledger.look(at: 6) { entries([1]) }
        #expect(ledger.changes(since: 5) == [])
        ledger.look(at: 7) { entries([1, 9]) }
        #expect(ledger.changes(since: 5) == [1])
    }

    @Test("the queue is not walked through twice for one version")
    func cost() {
        var ledger = QueueLedger()
        var looks = 0
        for _ in 0..<3 {
            ledger.look(at: 5) {
                looks += 1
                return []
            }
        }
        #expect(looks == 1)
    }
}

@Suite("what was shown of songs")
struct ShownSongsTests {
    private func shown(_ songs: [Int64: UInt64]) -> [ShownSongs.Shown] {
        songs.sorted { $0.key < $1.key }.map { ShownSongs.Shown(id: $0.key, checksum: $0.value) }
    }

    @Test("a song that is shown for the first time, or as before, has not changed; one that is shown otherwise has")
    func changes() {
        var songs = ShownSongs()
        #expect(songs.take(shown([1: 10, 2: 20])) == false)
        #expect(songs.take(shown([1: 10, 3: 30])) == false)
        #expect(songs.changeCount == 0 && [1, 2, 3, 4].allSatisfy { songs.changes(of: $0) == 0 })
        #expect(songs.take(shown([1: 10, 2: 21])) == true)
        #expect(songs.changeCount == 1 && songs.changes(of: 1) == 0 && songs.changes(of: 2) == 1)
        // Back to what it was, which is a change again.
        #expect(songs.take(shown([2: 20])) == true)
        #expect(songs.changeCount == 2 && songs.changes(of: 2) == 2)
        // The library does not have it any more.
        #expect(songs.take(shown([3: 0])) == true)
        #expect(songs.changes(of: 3) == 3)
    }

    @Test("songs that left the queue are forgotten, and the others are as they were")
    func kept() {
        var songs = ShownSongs()
        _ = songs.take(shown([1: 10, 2: 20]))
        _ = songs.take(shown([2: 21]))
        songs.keepOnly([2, 9])
        #expect(songs.count == 1 && songs.contains(2) && !songs.contains(1))
        #expect(songs.changeCount == 1 && songs.changes(of: 2) == 1)
    }

    @Test("a song that was shown without the library has changed once the library says more of it, or something else to others")
    func withoutLibrary() {
        var songs = ShownSongs()
        songs.takeWithoutLibrary([1, 2])
        #expect(songs.count == 2 && songs.changeCount == 0)
        // The library does not have the first one.
        #expect(songs.take(shown([1: 0])) == false)
        #expect(songs.take(shown([2: 20])) == true)
        #expect(songs.changeCount == 1 && songs.changes(of: 1) == 0 && songs.changes(of: 2) == 1)

        // Another client has seen what the library says, which may be the same now or nothing.
        songs.takeWithoutLibrary([2])
        #expect(songs.changeCount == 1 && songs.changes(of: 2) == 1)
        #expect(songs.take(shown([2: 20])) == true)
        #expect(songs.take(shown([2: 20])) == false)
        songs.takeWithoutLibrary([2])
        songs.takeWithoutLibrary([2])
        #expect(songs.take(shown([2: 0])) == true)
        #expect(songs.changeCount == 3 && songs.changes(of: 2) == 3)
    }

    @Test("what is forgotten counts as changed, once")
    func forgotten() {
        var songs = ShownSongs()
        _ = songs.take(shown([1: 10, 2: 20]))
        _ = songs.take(shown([2: 21]))
        let before = [1, 2].map(songs.changes)
        songs.forget()
        #expect(songs.isEmpty && songs.changeCount == 2)
        let after = [1, 2].map(songs.changes)
        #expect(zip(before, after).allSatisfy { $0 != $1 })
        #expect(songs.take(shown([1: 10, 2: 99])) == false)
        #expect([1, 2].map(songs.changes) == after)
    }
}

@Suite("small state")
struct SmallStateTests {
    @Test("outputs have numbers of their own if only the bytes of their names differ")
    func outputsByBytes() {
        var numbers = OutputNumbers()
        let names = ["\u{E9}", "e\u{301}"]
        for _ in 0..<2 {
            let found = numbers.numbers(of: names)
            #expect(found.map(\.number) == [0, 1])
            #expect(found.map { Array($0.uid.utf8) } == names.map { Array($0.utf8) })
        }
    }

    @Test("an output keeps its number when others come and go")
    func outputs() {
        var numbers = OutputNumbers()
        #expect(numbers.numbers(of: ["a", "b"]).map(\.number) == [0, 1])
        #expect(numbers.numbers(of: ["b", "c"]).map(\.number) == [1, 2])
        #expect(numbers.numbers(of: ["a"]).map(\.number) == [0])
    }

    @Test("outputs without end do not grow the numbers without end")
    func manyOutputs() {
        var numbers = OutputNumbers()
        for index in 0..<5_000 { #expect(numbers.numbers(of: ["\(index)"]).allSatisfy { $0.number < 1_024 }) }
        #expect(numbers.numbers(of: (0..<2_000).map { "x\($0)" }).count == 1_024)
    }

    @Test("the tags that a client wants to see change by name")
    func tags() throws {
        var mask = TagMask()
        try mask.change(["clear"])
        #expect(mask.shown.isEmpty)
        try mask.change(["enable", "artist", "MUSICBRAINZ_ALBUMID"])
        #expect(mask.shown == [.artist, .musicBrainzAlbum])
        try mask.change(["disable", "Artist"])
        #expect(mask.shown == [.musicBrainzAlbum])
        try mask.change(["all"])
        #expect(mask.shown.count == TagType.allCases.count)
        #expect(throws: MPDFailure(.argument, "Unknown tag type")) { try mask.change(["enable", "Artist", "Foo"]) }
        #expect(throws: MPDFailure(.argument, "Not enough arguments")) { try mask.change(["disable"]) }
        #expect(throws: MPDFailure(.argument, "Too many arguments")) { try mask.change(["all", "x"]) }
        #expect(throws: MPDFailure(.argument, "Unknown sub command")) { try mask.change(["foo"]) }
    }
}

@Suite("what a client switches on for itself")
struct SwitchTests {
    @Test("features are listed, switched on and off by their names, and refused with MPD's sentences")
    func features() throws {
        var features = Switches<ProtocolFeature>(unknown: "Unknown protocol feature")
        #expect(try features.change([])?.isEmpty == true)
        #expect(try features.change(["available"]) == [.hidePlaylistsInRoot])
        #expect(features.on.isEmpty)
        #expect(try features.change(["enable", "Hide_Playlists_In_Root"]) == nil)
        #expect(try features.change([]) == [.hidePlaylistsInRoot])
        #expect(try features.change(["disable", "hide_playlists_in_root"]) == nil)
        #expect(features.on.isEmpty)
        #expect(try features.change(["all"]) == nil)
        #expect(features.on == [.hidePlaylistsInRoot])
        #expect(try features.change(["clear"]) == nil)
        #expect(features.on.isEmpty)
        let mistakes = [
            (["enable"], "Not enough arguments"), (["disable"], "Not enough arguments"), (["all", "x"], "Too many arguments"),
            (["clear", "x"], "Too many arguments"), (["available", "x"], "Too many arguments"), (["foo"], "Unknown sub command"),
            (["enable", "hide_playlists_in_root", "foo"], "Unknown protocol feature"),
        ]
        for (arguments, sentence) in mistakes {
            #expect(throws: MPDFailure(.argument, sentence), "\(arguments)") { try features.change(arguments) }
        }
        #expect(features.on.isEmpty)
    }

    @Test("a mask of tags is set to those that are named, and stays what it was if one of them is wrong")
    func tags() throws {
        var mask = TagMask()
        try mask.change(["reset", "artist", "Mood"])
        #expect(mask.shown == [.artist, .mood])
        #expect(throws: MPDFailure(.argument, "Unknown tag type")) { try mask.change(["reset", "Album", "Foo"]) }
        #expect(throws: MPDFailure(.argument, "Not enough arguments")) { try mask.change(["reset"]) }
        #expect(mask.shown == [.artist, .mood])
    }
}
