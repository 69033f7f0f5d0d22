import ControlProtocol
import Glibc
import TestSupport
import Testing

@testable import fermata

// Short commands, in the words of mpc.
extension ClientProcessTests {
    @Test("does what people know from mpc")
    func shortCommands() throws {
        let daemon = try DaemonDouble()
        let page = Request.LibraryPage(after: nil, limit: 1_000)
        let more = [Request.library(.search(text: "c d", field: "artist", Request.LibraryPage(after: "more", limit: 1_000)))]
        let browse = { (path: String) in Request.library(.browse(.directory(path), page)) }
        // The queue has the items 9 and 10, and the player an item 7.
        let commands: [(arguments: [String], requests: [Request])] = [
            ([], [.player(.status)]), (["prev"], [.player(.previous)]),
            (["next", "3"], Array(repeating: .player(.next), count: 3)),
            (["prev", "2"], Array(repeating: .player(.previous), count: 2)), (["play", "3"], [.player(.play(.place(2)))]),
            (["mute"], [.player(.volume(level: nil, delta: nil, muted: true))]),
            (["mute", "off"], [.player(.volume(level: nil, delta: nil, muted: false))]),
            (["unmute"], [.player(.volume(level: nil, delta: nil, muted: false))]), (["clear"], [.queue(.clear)]),
            (
                ["mute", "toggle"],
                [.player(.volume(level: nil, delta: nil, muted: nil)), .player(.volume(level: nil, delta: nil, muted: false))]
            ),
            (["del", "2"], look + [.queue(.remove(ids: [10]))]), (["del", "1-2"], look + [.queue(.remove(ids: [9, 10]))]),
            (["del", "1-"], look + [.queue(.remove(ids: [9, 10]))]), (["crop"], look + [.queue(.remove(ids: [9, 10]))]),
            (["queue", "crop"], look + [.queue(.remove(ids: [9, 10]))]),
            (["mv", "2", "1"], look + [.queue(.move(ids: [10], position: 0))]),
            (["move", "2", "1"], look + [.queue(.move(ids: [10], position: 0))]),
            (["random", "on"], [.queue(.set(repeat: nil, shuffle: true, consume: nil))]),
            (["random"], [modes, .queue(.set(repeat: nil, shuffle: true, consume: nil))]),
            (["repeat"], [modes, .queue(.set(repeat: .off, shuffle: nil, consume: nil))]),
            (["single", "on"], [.player(.status), .queue(.set(repeat: .one, shuffle: nil, consume: nil)), .player(.status)]),
            (
                ["single", "once"],
                [
                    .player(.status), .queue(.set(repeat: .all, shuffle: nil, consume: nil)), .player(.stopAfter(.current)),
                ]
            ),
            (["repeat", "on"], [.queue(.set(repeat: .all, shuffle: nil, consume: nil))]),
            (["repeat", "one"], [.queue(.set(repeat: .one, shuffle: nil, consume: nil))]),
            (["consume", "once"], [.queue(.set(repeat: nil, shuffle: nil, consume: true, consumeOnce: true))]),
            (["add", "/a"], [.queue(.add(uris: ["/a"], position: nil))]),
            (["insert", "/a"], [.queue(.add(uris: ["/a"], position: nil, next: true))]),
            (["load", "Evening"], [.queue(.add(uris: ["playlist:Evening"], position: nil))]),
            (["rm", "Evening"], [.playlist(.delete(name: "Evening"))]), (["lsplaylists"], [.playlist(.list)]),
            (["searchplay", "c"], [.queue(.list(offset: 0, limit: nil)), .player(.play(.item(10)))]),
            (["play", "--next", "/a"], [.queue(.add(uris: ["/a"], position: nil, next: true)), .player(.status)]),
            (["play", "--add", "/a"], [.queue(.add(uris: ["/a"], position: nil)), .player(.status)]),
            (["listall"], [browse(""), browse("Jazz")]), (["listall", "Jazz"], [browse("Jazz")]),
            (["search", "artist:c", "d"], [.library(.search(text: "c d", field: "artist", page))] + more),
            (["record", "--stop", "3"], [.recording(.stop(3))]), (["status", "-f", "%name%"], [.player(.status)]),
            (["library", "genres"], [.library(.names(role: "genre", Request.LibraryPage(after: nil, limit: 1_000)))]),
        ]
        for (arguments, requests) in commands {
            let before = try daemon.requests().count
            let outcome = try ClientProcess.run(arguments, socket: daemon.path)
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(arguments): \(outcome)")
            let asked = try daemon.requests().dropFirst(before)
            #expect(Array(asked) == requests, "\(arguments)")
        }
        let listed = try ClientProcess.run("listall", socket: daemon.path)
        #expect(listed.output == "/library/Jazz/b.flac\n", "\(listed)")
        for arguments in [
            ["search", ""], ["searchadd", "artist:"], ["searchplay", " "], ["play", "0"], ["record", "--stop", "x"],
        ] {
            #expect(try ClientProcess.run(arguments, socket: daemon.path).status == 2, "\(arguments)")
        }
        for arguments in [["del", "3"], ["del", "current"], ["mv", "1", "3"], ["searchplay", "title", "zzz"]] {
            let outcome = try ClientProcess.run(arguments, socket: daemon.path)
            #expect(outcome.status == 1 && outcome.output.isEmpty, "\(arguments): \(outcome)")
        }
        try daemon.stop()
    }

    /// The question how the queue is played.
    private var modes: Request { .queue(.set(repeat: nil, shuffle: nil, consume: nil)) }

    /// What is asked before places are changed.
    private var look: [Request] { [.player(.status), .queue(.list(offset: 0, limit: nil))] }

    @Test("a file that is called by a number counts more than a place")
    func numberedFile() throws {
        let daemon = try DaemonDouble()
        let directory = try TemporaryDirectory()
        let file = try directory.write("", to: "3")
        #expect(try ClientProcess.run("play", "3", socket: daemon.path, directory: directory.path).status == 0)
        #expect(try daemon.requests() == [.player(.play(.media(file)))])
        try daemon.stop()
    }

    @Test("shuffles the queue with the current item in front, and plays media by chance once they are in the queue")
    func shuffling() throws {
        let daemon = try DaemonDouble()
        for command in [["shuffle"], ["queue", "shuffle"]] {
            #expect(try ClientProcess.run(command, socket: daemon.path).status == 0)
            guard case .queue(.move(let ids, let position)) = try daemon.requests().last else {
                Issue.record("\(command) moves nothing")
                continue
            }
            #expect(Set(ids) == [9, 10] && position == 0)
        }
        #expect(
            QueueOrdering.shuffled([1, 2, 3], current: 2).first == 2 && QueueOrdering.shuffled([1, 2], current: 7).count == 2)
        #expect(try ClientProcess.run("play", "--shuffle", socket: daemon.path).status == 0)
        guard case .player(.play(.item(let item), _)) = try daemon.requests().last else {
            Issue.record("nothing plays")
            return
        }
        #expect([9, 10].contains(item))
        try daemon.stop()
    }

    @Test("idle ends with the first event, and takes the words of mpc")
    func idle() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["idle", "playlist"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        while try daemon.subscriptions() < 1 {}
        try daemon.publish(.queueChanged(revision: 4, length: 2))
        let outcome = client.wait()
        #expect(outcome == ClientProcess.Outcome(status: 0, output: "queue.changed revision=4 length=2\n", error: ""))
        try daemon.stop()
    }

    @Test("idle player is not ended by another volume, and idle says of which words of MPD nothing tells")
    func idlePlayer() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["idle", "player"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        while try daemon.subscriptions() < 1 {}
        try daemon.publish(.playerVolumeChanged(volume: Wire.Volume(level: 0.5, muted: false), source: .client))
        try daemon.publish(.playerStateChanged(state: .paused, reason: .user, previousState: .playing))
        let outcome = client.wait()
        #expect(outcome.output.hasPrefix("player.stateChanged") && outcome.output.split(separator: "\n").count == 1)
        let refused = try ClientProcess(["idle", "sticker"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        let told = refused.wait()
        #expect(told.status == 2 && told.error.contains("'sticker'"))
        try daemon.stop()
    }

    @Test("single without a word is the other of on and off, and seek shows the place")
    func singleAndSeek() throws {
        let daemon = try DaemonDouble()
        let outcome = try ClientProcess.run("single", socket: daemon.path)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            try daemon.requests().contains { request in
                if case .queue(.set(repeat: .one, _, _, _)) = request { true } else { false }
            })
        #expect(try ClientProcess.run("seek", "90", socket: daemon.path).output.hasSuffix("\n  1:23 / 3:00\n"))
        try daemon.stop()
    }

    @Test("waits for the end of a scan")
    func waitingForScan() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["update", "--wait"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        while try !daemon.requests().contains(where: { if case .library(.update) = $0 { true } else { false } }) {}
        var scan = Wire.LibraryScan(
            scan: 3, state: .running, directories: 1, files: 2, added: 2, changed: 0, moved: 0, removed: 0)
        try daemon.publish(.libraryProgress(scan))
        scan.state = .done
        try daemon.publish(.libraryChanged(scan))
        let outcome = client.wait()
        #expect(outcome.status == 0 && outcome.output == "scan 3 done: 1 directories, 2 files read, 2 added\n", "\(outcome)")
        try daemon.stop()
    }

    @Test("says that the status is away while the daemon starts anew")
    func watchingThroughRestart() throws {
        let first = try DaemonDouble()
        let client = try ClientProcess(["status", "--watch", "--socket", first.path].map { Array($0.utf8) })
        #expect(try client.readLine().hasPrefix("playing"))
        try first.stop()
        #expect(try client.readLine() == "fermatad does not answer; waiting for it")
        let second = try DaemonDouble(at: first.path)
        #expect(try client.readLine().hasPrefix("playing"))
        client.signal(SIGINT)
        #expect(client.wait() == ClientProcess.Outcome(status: 0, output: "", error: ""))
        try second.stop()
        #expect(try ClientProcess.run("status", "--watch", socket: first.path).status == 3)
    }
}
