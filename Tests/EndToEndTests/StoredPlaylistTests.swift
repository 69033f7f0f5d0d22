import AudioTypes
import Glibc
import TestSupport
import Testing

@Suite("Stored playlists of the daemon", .serialized)
struct StoredPlaylistTests {
    @Test("a playlist is saved, changed, played and deleted, in the directory of the state if no other is configured")
    func wholeWay() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 60_000)
        let first = try await stage.write(audio[0..<30_000], name: "first")
        let second = try await stage.write(audio[30_000..<60_000], name: "second")
        let client = stage.client
        try await client.call("queue.add", "{\"uris\":[\"\(second)\"]}")
        let saved = try await client.call("playlist.save", #"{"name":"Été"}"#)
        #expect(saved.value(at: "result.length", as: Int.self) == 1)
        let revision = try #require(saved.string(at: "result.revision"))
        try await client.call(
            "playlist.add", "{\"name\":\"Été\",\"uris\":[\"\(first)\"],\"position\":0,\"revision\":\"\(revision)\"}")
        let late = try await client.reply(to: "playlist.remove", "{\"name\":\"Été\",\"index\":0,\"revision\":\"\(revision)\"}")
        #expect(late.errorName == "playlist_changed", "\(late.line)")
        let list = try await client.call("playlist.list")
        #expect(list.string(at: "result.playlists.0.name") == "Été")
        #expect(list.string(at: "result.playlists.0.path")?.hasSuffix("-state/playlists/Été.m3u8") == true, "\(list.line)")
        try await client.call("queue.clear")
        try await client.call("play", #"{"uri":"playlist:Été"}"#)
        #expect(try await client.queue() == [first, second])
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        try await client.call("playlist.delete", #"{"name":"Été"}"#)
        let gone = try await client.reply(to: "playlist.get", #"{"name":"Été"}"#)
        #expect(gone.errorName == "playlist_not_found", "\(gone.line)")
    }

    @Test("a daemon that is killed while it changes a playlist leaves every entry that it has confirmed")
    func killed() async throws {
        let system = try await PrivateSoundSystem.start()
        let (perRound, rounds) = (40, 5)
        var confirmed = 0
        for round in 0...rounds {
            let daemon = try await DaemonProcess.start(in: system)
            let client = try daemon.connect()
            if round > 0 {
                let found = try await client.call("playlist.get", #"{"name":"kept"}"#)
                let length = try #require(found.value(at: "result.length", as: Int.self))
                // Some may have been written without their replies having come.
                #expect(length >= confirmed && length <= perRound * round, "round \(round): \(length) of \(confirmed)")
                for index in 0..<length {
                    #expect(found.string(at: "result.entries.\(index).uri") == "/song \(index).flac")
                }
                confirmed = length
            }
            // The daemon dies somewhere in the middle of the requests that wait.
            for number in confirmed..<confirmed + (round < rounds ? perRound : 0) {
                let parameters = "{\"name\":\"kept\",\"uris\":[\"/song \(number).flac\"]}"
                try await client.send(
                    line: "{\"jsonrpc\":\"2.0\",\"id\":\"add \(number)\",\"method\":\"playlist.add\",\"params\":\(parameters)}")
            }
            guard round < rounds else { return try await daemon.stop() }
            var replies = 0
            while replies < 3 + 2 * round, try await client.readLine() != nil { replies += 1 }
            try await daemon.process.stop(SIGKILL)
            while try await client.readLine() != nil { replies += 1 }
            confirmed += replies
        }
        #expect(confirmed >= 3 * rounds)
    }
}
