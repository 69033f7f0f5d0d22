import Glibc
import TestSupport
import Testing

@Suite("Tags of items that were not played", .serialized)
struct TagTests {
    private func song(_ number: Int, in directory: TemporaryDirectory) async throws -> String {
        let path = directory.file("music/\(number).flac")
        try directory.makeDirectory("music")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 44_100 * number),
            options: ["-metadata", "title=Title \(number)", "-metadata", "artist=Artist", "-metadata", "album=Album"], to: path)
        return path
    }

    /// Waits until the queue shows that many titles.
    private func waitForTitles(_ count: Int, _ client: ControlClient) async throws {
        try await waitUntil("\(count) titles") { () async throws(TestSupportError) -> Bool in
            let page = try await client.call("queue.list")
            return (0..<count).allSatisfy { page.string(at: "result.items.\($0).title") != nil }
        }
    }

    @Test("show in the queue by themselves, with an event and another revision, and only once more after a restart")
    func reading() async throws {
        let system = try await PrivateSoundSystem.start()
        for number in 1...3 { _ = try await song(number, in: system.directory) }
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        let uris = "[\"\(system.directory.file("music"))\",\"/none.flac\"]"
        let added = try await client.call("queue.add", "{\"uris\":\(uris),\"missing\":true}")
        let revision = try #require(added.number(at: "result.revision"))
        try await client.waitForEvent("queue.changed") { $0.number(at: "params.revision") ?? 0 > revision }
        let page = try await client.call("queue.list")
        for number in 1...3 {
            let item = "result.items.\(number - 1)"
            #expect(page.string(at: "\(item).title") == "Title \(number)" && page.string(at: "\(item).artist") == "Artist")
            #expect(page.string(at: "\(item).album") == "Album" && page.number(at: "\(item).duration") == Double(number))
        }
        #expect(page.string(at: "result.items.3.title") == nil)
        // All is read: nothing is done about it any more, and no thread wakes.
        try await daemon.rest()
        #expect(fileLength(system.directory.file("cache/fermata/tags")).map { $0 > 100 } == true)
        try await daemon.stop()
        let second = try await DaemonProcess.start(in: system)
        #expect(try await second.connect().call("queue.list").string(at: "result.items.2.title") == "Title 3")
        try await second.stop()
    }

    @Test("come from the cache after a kill, also where the files cannot be read any more")
    func cache() async throws {
        let system = try await PrivateSoundSystem.start()
        let path = try await song(2, in: system.directory)
        let first = try await DaemonProcess.start(in: system)
        let client = try first.connect()
        try await client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        try await waitForTitles(1, client)
        _ = try await first.process.stop(SIGKILL)
        // The same from outside, and nothing that could be read within.
        let times = try await Tool.run("stat", ["-c", "%y", path])
        let length = try #require(fileLength(path))
        try await Tool.run("dd", ["if=/dev/zero", "of=\(path)", "bs=\(length)", "count=1", "conv=notrunc", "status=none"])
        try await Tool.run("touch", ["-d", String(decoding: times.dropLast(), as: UTF8.self), path])
        let second = try await DaemonProcess.start(in: system)
        let again = try second.connect()
        try await again.call("queue.add", "{\"uris\":[\"\(path)\"]}")
        let count = try await again.queue().count
        try await waitForTitles(count, again)
        try await second.stop()
    }

    @Test("are read without a cache where none can be written, which is told once")
    func withoutCache() async throws {
        let system = try await PrivateSoundSystem.start()
        let path = try await song(1, in: system.directory)
        let other = try await song(2, in: system.directory)
        let file = try system.directory.write("", to: "file")
        let daemon = try await DaemonProcess.start(in: system, environment: ["XDG_CACHE_HOME": file])
        let client = try daemon.connect()
        for (number, path) in [path, other].enumerated() {
            try await client.call("queue.add", "{\"uris\":[\"\(path)\"]}")
            try await waitForTitles(number + 1, client)
        }
        let lines = daemon.log.split(separator: "\n").filter { $0.contains("Cannot keep titles and durations") }
        #expect(lines.count == 1, "\(daemon.log)")
        try await daemon.stop()
    }
}
