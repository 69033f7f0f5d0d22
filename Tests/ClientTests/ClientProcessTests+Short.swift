import ControlProtocol
import Glibc
import JSON
import TestSupport
import Testing

@testable import fermata

// Short commands, in the words of mpc.
extension ClientProcessTests {
    @Test("does what people know from mpc")
    func shortCommands() throws {
        let daemon = try DaemonDouble()
        let more = [Asked("library.search", ["text": "c d", "field": "artist", "after": "more", "limit": 1_000])]
        let browse = { (path: String) in
            Asked("library.browse", ["path": path.isEmpty ? nil : .string(path), "limit": 1_000])
        }
        // The queue has the items 9 and 10, and the player an item 7.
        let commands: [(arguments: [String], requests: [Asked])] = [
            ([], [Asked("status")]), (["prev"], [Asked("previous")]),
            (["next", "3"], Array(repeating: Asked("next"), count: 3)),
            (["prev", "2"], Array(repeating: Asked("previous"), count: 2)), (["play", "3"], [Asked("play", ["index": 2])]),
            (["mute"], [Asked("volume", ["muted": true])]),
            (["mute", "off"], [Asked("volume", ["muted": false])]),
            (["unmute"], [Asked("volume", ["muted": false])]), (["clear"], [Asked("queue.clear")]),
            (
                ["mute", "toggle"],
                [Asked("volume"), Asked("volume", ["muted": false])]
            ),
            (["del", "2"], look + [Asked("queue.remove", ["ids": [10]])]),
            (["del", "1-2"], look + [Asked("queue.remove", ["ids": [9, 10]])]),
            (["del", "1-"], look + [Asked("queue.remove", ["ids": [9, 10]])]),
            (["crop"], look + [Asked("queue.remove", ["ids": [9, 10]])]),
            (["queue", "crop"], look + [Asked("queue.remove", ["ids": [9, 10]])]),
            (["mv", "2", "1"], look + [Asked("queue.move", ["ids": [10], "position": 0])]),
            (["move", "2", "1"], look + [Asked("queue.move", ["ids": [10], "position": 0])]),
            (["random", "on"], [Asked("queue.set", ["shuffle": true, "shuffleBy": "songs"])]),
            (["random", "albums"], [Asked("queue.set", ["shuffle": true, "shuffleBy": "albums"])]),
            (["shuffle", "albums"], [Asked("queue.set", ["shuffle": true, "shuffleBy": "albums"])]),
            (["shuffle", "off"], [Asked("queue.set", ["shuffle": false])]),
            (["random"], [modes, Asked("queue.set", ["shuffle": true])]),
            (["repeat"], [modes, Asked("queue.set", ["repeat": "off"])]),
            (["single", "on"], [Asked("status"), Asked("queue.set", ["repeat": "one"]), Asked("status")]),
            (
                ["single", "once"],
                [
                    Asked("status"), Asked("queue.set", ["repeat": "all"]), Asked("player.stopAfter", ["item": "current"]),
                ]
            ),
            (["repeat", "on"], [Asked("queue.set", ["repeat": "all"])]),
            (["repeat", "one"], [Asked("queue.set", ["repeat": "one"])]),
            (["consume", "once"], [Asked("queue.set", ["consume": true, "consumeOnce": true])]),
            (["add", "/a"], [Asked("queue.add", ["uris": ["/a"]])]),
            (["insert", "/a"], [Asked("queue.add", ["uris": ["/a"], "next": true])]),
            (["load", "Evening"], [Asked("queue.add", ["uris": ["playlist:Evening"]])]),
            (["rm", "Evening"], [Asked("playlist.delete", ["name": "Evening"])]), (["lsplaylists"], [Asked("playlist.list")]),
            (["searchplay", "c"], [Asked("queue.list"), Asked("play", ["item": 10])]),
            (["play", "--next", "/a"], [Asked("queue.add", ["uris": ["/a"], "next": true]), Asked("status")]),
            (["play", "--add", "/a"], [Asked("queue.add", ["uris": ["/a"]]), Asked("status")]),
            (["listall"], [browse(""), browse("Jazz")]), (["listall", "Jazz"], [browse("Jazz")]),
            (["search", "artist:c", "d"], [Asked("library.search", ["text": "c d", "field": "artist", "limit": 1_000])] + more),
            (["record", "--stop", "3"], [Asked("record.stop", ["recording": 3])]),
            (["status", "-f", "%name%"], [Asked("status")]),
            (["library", "genres"], [Asked("library.names", ["tag": "genre", "limit": 1_000])]),
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
    private var modes: Asked { Asked("queue.set") }

    /// What is asked before places are changed.
    private var look: [Asked] { [Asked("status"), Asked("queue.list")] }

    @Test("a file that is called by a number counts more than a place")
    func numberedFile() throws {
        let daemon = try DaemonDouble()
        let directory = try TemporaryDirectory()
        let file = try directory.write("", to: "3")
        #expect(try ClientProcess.run("play", "3", socket: daemon.path, directory: directory.path).status == 0)
        #expect(try daemon.requests() == [Asked("play", ["uri": .string(file)])])
        try daemon.stop()
    }

    @Test("shuffles the queue with the current item in front, and plays media by chance once they are in the queue")
    func shuffling() throws {
        let daemon = try DaemonDouble()
        for command in [["shuffle"], ["queue", "shuffle"]] {
            #expect(try ClientProcess.run(command, socket: daemon.path).status == 0)
            let asked = try #require(try daemon.requests().last)
            let ids = asked["ids"]?.arrayValue?.compactMap(\.integerValue) ?? []
            #expect(asked.method == "queue.move" && Set(ids) == [9, 10] && asked["position"] == 0)
        }
        #expect(
            QueueOrdering.shuffled([1, 2, 3], current: 2).first == 2 && QueueOrdering.shuffled([1, 2], current: 7).count == 2)
        #expect(try ClientProcess.run("play", "--shuffle", socket: daemon.path).status == 0)
        let asked = try #require(try daemon.requests().last)
        #expect(asked.method == "play" && [9, 10].contains(asked["item"]))
        try daemon.stop()
    }

    @Test("idle ends with the first event, and takes the words of mpc")
    func idle() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["idle", "playlist"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        try blockUntil("the subscription") { try daemon.subscriptions() == 1 }
        try daemon.publish(.queueChanged(revision: 4, length: 2))
        let outcome = client.wait()
        #expect(outcome == ClientProcess.Outcome(status: 0, output: "queue.changed revision=4 length=2\n", error: ""))
        try daemon.stop()
    }

    @Test("idle player is not ended by another volume, and idle says of which words of MPD nothing tells")
    func idlePlayer() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["idle", "player"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        try blockUntil("the subscription") { try daemon.subscriptions() == 1 }
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
            try daemon.requests().contains { $0.method == "queue.set" && $0["repeat"] == "one" })
        #expect(try ClientProcess.run("seek", "90", socket: daemon.path).output.hasSuffix("\n  1:23 / 3:00\n"))
        try daemon.stop()
    }

    @Test("waits for the end of a scan")
    func waitingForScan() throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(["update", "--wait"].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        try blockUntil("library.update") { try daemon.requests().contains { $0.method == "library.update" } }
        var scan = Wire.LibraryScan(
            scan: 3, state: .running, directories: 1, files: 2, added: 2, changed: 0, moved: 0, removed: 0)
        try daemon.publish(.libraryProgress(scan))
        scan.state = .done
        try daemon.publish(.libraryChanged(scan))
        let outcome = client.wait()
        #expect(outcome.status == 0 && outcome.output == "scan 3 done: 1 directories, 2 files read, 2 added\n", "\(outcome)")
        try daemon.stop()
    }

    @Test(
        "waits for the end of measuring, also of one that ends before the scan, and takes what is left elsewhere for no failure",
        arguments: [("/music/a", false, Int32(0)), ("", true, 1)])
    func waitingForLoudness(path: String, isCancelled: Bool, status: Int32) throws {
        let daemon = try DaemonDouble()
        let words = ["library", "update", "--loudness", "--wait"] + (path.isEmpty ? [] : [path])
        let client = try ClientProcess(words.map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path])
        try blockUntil("library.update") { try daemon.requests().contains { $0.method == "library.update" } }
        var loudness = Wire.LibraryLoudness(state: .running, measured: 0, stated: 0, failed: 0, left: 7)
        let scan = Wire.LibraryScan(
            scan: 3, state: .done, directories: 1, files: 2, added: 2, changed: 0, moved: 0, removed: 0)
        try daemon.publish(.libraryLoudness(loudness))
        if !isCancelled { try daemon.publish(.libraryProgress(scan)) }
        (loudness.state, loudness.measured, loudness.left) = (.idle, 2, 5)
        try daemon.publish(.libraryLoudness(loudness))
        if isCancelled { try daemon.publish(.libraryProgress(scan)) }
        let outcome = client.wait()
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.output.contains("5"), "\(outcome)")
        try daemon.stop()
    }

    @Test("says of each file why no loudness was written into it, and what keeps the library from measuring")
    func writingLoudness() throws {
        let daemon = try DaemonDouble()
        let written = try ClientProcess.run("library", "write-loudness", "/songs", "/songs", socket: daemon.path)
        #expect(written.status == 1)
        #expect(written.output == "loudness: 0 written, 1 cannot be written\n")
        #expect(written.error.contains("/songs/none.flac: there is no such file any more"), "\(written)")
        let none = try ClientProcess.run("library", "write-loudness", "/unmeasured", socket: daemon.path)
        #expect(none.status == 1 && none.error.contains("--loudness"), "\(none)")
        let update = try ClientProcess.run("library", "update", "--loudness", "/unmeasured", socket: daemon.path)
        #expect(update.status == 1 && update.output.contains("3") && update.error.contains("nothing measures"), "\(update)")
        #expect(try ClientProcess.run("library", "write-loudness", "--json", socket: daemon.path).status == 2)
        // Where nothing was written, nothing is to be looked for.
        #expect(try daemon.requests().count { $0.method == "library.update" } == 1)
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
