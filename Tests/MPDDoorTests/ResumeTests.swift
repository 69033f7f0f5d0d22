import TestSupport
import Testing

@Suite("going on where it was left", .serialized)
struct ResumeTests {
    @Test("a book goes on, whichever door has left it and whichever plays it, and a place that is asked for wins")
    func doors() async throws {
        let stage = try await MPDStage.set("[playback]\nresume_minutes = 1")
        let (client, control) = (stage.client, stage.control)
        let book = stage.system.directory.file("book.flac")
        try await Tool.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=900:r=8000", book])
        let song = try stage.writeSongs(1)[0]

        /// Waits until the book is heard beyond a second of it: what nobody has heard leaves no place.
        func waitUntilHeard(beyond seconds: Double) async throws {
            var status = ""
            try await waitUntil("the book to be heard beyond \(seconds) s: \(status)\n\(stage.daemon.log)") {
                () async throws(TestSupportError) -> Bool in
                let reply = try await control.call("status")
                status = reply.line
                // Each door names it by the address that its client has given.
                return reply.string(at: "result.item.uri")?.hasSuffix(book) == true
                    && reply.number(at: "result.position.seconds") ?? 0 > seconds
            }
        }
        /// Waits until the book is left, and its place kept.
        func waitUntilLeft() async throws {
            try await control.waitForEvent("library.listened") { $0.string(at: "params.uri")?.hasSuffix(book) == true }
        }
        func open(_ path: String) async throws {
            try await stage.system.run(
                "busctl",
                [
                    "--user", "call", "org.mpris.MediaPlayer2.fermata", "/org/mpris/MediaPlayer2",
                    "org.mpris.MediaPlayer2.Player", "OpenUri", "s", "file://\(path.replacing(" ", with: "%20"))",
                ])
        }

        // MPD leaves it, and the control socket plays it.
        for path in [book, song] { #expect(try await client.ask("add \"\(path)\"") == ["OK"]) }
        #expect(try await client.ask("seek 0 100") == ["OK"])
        try await waitUntilHeard(beyond: 100.2)
        #expect(try await client.ask("play 1") == ["OK"])
        try await waitUntilLeft()
        let resumed = try await control.call("play", "{\"uri\":\"\(book)\"}")
        #expect(resumed.number(at: "result.resumedFrom") ?? 0 >= 100, "\(resumed.line)")

        // The control socket leaves it, and a program of the desktop plays it.
        try await control.call("seek", #"{"position":200}"#)
        try await waitUntilHeard(beyond: 200.2)
        try await control.call("play", "{\"uri\":\"\(song)\"}")
        try await waitUntilLeft()
        try await open(book)
        try await waitUntilHeard(beyond: 200)
        try await control.waitForEvent("player.resumed") { $0.number(at: "params.seconds") ?? 0 >= 200 }

        // The desktop leaves it, and MPD plays it.
        try await stage.system.run("playerctl", ["position", "300"])
        try await waitUntilHeard(beyond: 300.2)
        try await open(song)
        try await waitUntilLeft()
        for command in ["clear", "add \"\(book)\"", "play 0"] { #expect(try await client.ask(command) == ["OK"], "\(command)") }
        #expect(Double(try await client.value("elapsed") ?? "") ?? 0 >= 300)

        // A place that is asked for wins.
        for command in ["stop", "seek 0 30"] { #expect(try await client.ask(command) == ["OK"], "\(command)") }
        let elapsed = Double(try await client.value("elapsed") ?? "") ?? 0
        #expect(elapsed >= 30 && elapsed < 200)
    }

    @Test("a podcast goes on over every door without a word in the configuration, and music as long as it does not")
    func spoken() async throws {
        let stage = try await MPDStage.set()
        let (client, control) = (stage.client, stage.control)
        func make(_ name: String, genre: String) async throws -> String {
            let path = stage.system.directory.file(name)
            let source = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=900:r=8000", "-metadata", "genre=\(genre)"]
            try await Tool.run("ffmpeg", source + [path])
            return path
        }
        let episode = try await make("episode.flac", genre: "Podcast")
        let concert = try await make("concert.flac", genre: "Jazz")
        for path in [episode, concert] { #expect(try await client.ask("add \"\(path)\"") == ["OK"]) }

        /// Plays an item of the queue from a place in it on, and leaves it for the other one.
        func leave(_ place: Int, _ path: String) async throws {
            #expect(try await client.ask("seek \(place) 100") == ["OK"])
            try await waitUntil("\(path) to be heard") { () async throws(TestSupportError) -> Bool in
                let reply = try await control.call("status")
                return reply.string(at: "result.item.uri")?.hasSuffix(path) == true
                    && reply.number(at: "result.position.seconds") ?? 0 > 100.2
            }
            #expect(try await client.ask("play \(1 - place)") == ["OK"])
            try await control.waitForEvent("library.listened") { $0.string(at: "params.uri")?.hasSuffix(path) == true }
        }
        try await leave(1, concert)
        try await leave(0, episode)
        // The concert plays, and had been left before.
        let music = try await control.call("status")
        #expect(music.string(at: "result.item.uri")?.hasSuffix(concert) == true)
        #expect(music.number(at: "result.resumedFrom") == nil, "\(music.line)")
        #expect(try await client.ask("play 0") == ["OK"])
        #expect(Double(try await client.value("elapsed") ?? "") ?? 0 >= 100)
        let anew = try await control.call("play", "{\"uri\":\"\(concert)\"}")
        #expect(anew.number(at: "result.resumedFrom") == nil, "\(anew.line)")
        let again = try await control.call("play", "{\"uri\":\"\(episode)\"}")
        #expect(again.number(at: "result.resumedFrom") ?? 0 >= 100, "\(again.line)")
    }
}
