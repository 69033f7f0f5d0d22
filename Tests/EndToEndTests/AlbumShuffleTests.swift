import TestSupport
import Testing

@Suite("Shuffled albums that a sink gets", .serialized)
struct AlbumShuffleTests {
    @Test("are joined as they decode, sample for sample, though their songs stand between each other in the queue")
    func joined() async throws {
        let stage = try await Stage.set(configuration: "[queue]\nshuffle = \"albums\"\n")
        let lengths = [22_051, 4_097, 30_011]
        let total = lengths.reduce(0, +)
        let noise = AudioFixture.unique(frameCount: 2 * total, sampleRate: 44_100)
        let pieces = ["A": noise[0..<total], "B": noise[total..<2 * total]]
        var uris: [String] = []
        var start = 0
        for (number, length) in lengths.enumerated() {
            for album in ["A", "B"] {
                let path = stage.system.directory.file("\(album)\(number).flac")
                let part = try #require(pieces[album])[start..<start + length]
                try await AudioFiles.encode(part, options: ["-metadata", "album=\(album)"], to: path)
                uris.append("\"\(path)\"")
            }
            start += length
        }
        try await stage.client.call("queue.add", "{\"uris\":[\(uris.joined(separator: ","))]}")
        // The songs of both albums are in one folder: their tags tell them apart.
        try await waitUntil("the tags") { () async throws(TestSupportError) -> Bool in
            let page = try await stage.client.call("queue.list")
            return (0..<6).allSatisfy { page.string(at: "result.items.\($0).album") != nil }
        }
        try await stage.client.call("play")
        let first = try #require(try await stage.client.call("status").string(at: "result.item.album"))
        try await stage.waitForEnd()
        let (own, other) = (try #require(pieces[first]), try #require(pieces[first == "A" ? "B" : "A"]))
        try await stage.expectExactly(own.followed(by: other))
    }

    @Test("of which one is left by a word, and gone back to")
    func skipping() async throws {
        let stage = try await Stage.set()
        var paths: [String] = []
        for name in ["x", "y"] {
            let path = stage.system.directory.file("\(name).wav")
            try AudioFiles.writeWave(AudioFixture.sine(frequency: 440, frameCount: 441_000), to: path)
            paths.append(path)
        }
        // The parts of one file are of one album, whatever its tags say.
        let uris = ["file:\(paths[0])#t=0,3", "file:\(paths[0])#t=3,6", paths[1]].map { "\"\($0)\"" }.joined(separator: ",")
        try await stage.client.call("queue.add", "{\"uris\":[\(uris)]}")
        try await stage.client.call("play")
        let next = try await stage.client.call("next", "{\"album\":true}")
        #expect(next.number(at: "result.queue.index") == 2)
        let back = try await stage.client.call("previous", "{\"album\":true}")
        #expect(back.number(at: "result.queue.index") == 0)
    }
}
