import TestSupport
import Testing

@Suite("windows into what is found, through MPD", .serialized)
struct WindowTests {
    private func files(_ reply: [String]) -> [String] { reply.filter { $0.hasPrefix("file: ") } }

    @Test("a window is a part of all that is found, in the same order, whether the index, shared tags or all songs tell what is")
    func parts() async throws {
        let stage = try await MPDStage.set(music: "music")
        try await Tool.run(MPDStage.python, [MPDStage.scripts + "make-music", stage.system.directory.file("music"), "150"])
        try await stage.scan()
        for (condition, least) in [
            (#"search any """#, 100), ("search any a", 60), ("search any kal", 1), ("search file flac", 80),
            (#"find "(base '')""#, 100),
            (#"find "(Genre == 'Rock')""#, 3), (#"find "(Genre == '')""#, 10),
            (#"search "((any contains 'o') AND (file != 'x'))""#, 30),
            (#"find "(modified-since '2001-01-01T00:00:00Z')""#, 100),
        ] {
            let all = files(try await stage.client.ask(condition))
            try #require(all.count >= least, "\(condition): \(all.count)")
            for window in [0..<1, 0..<10, 3..<9, 20..<50, 0..<all.count, (all.count - 1)..<(all.count + 9), 900..<901] {
                let part = try await stage.client.ask("\(condition) window \(window.lowerBound):\(window.upperBound)")
                #expect(files(part) == Array(all.dropFirst(window.lowerBound).prefix(window.count)), "\(condition), \(window)")
                #expect(part.last == "OK")
            }
        }
    }
}
