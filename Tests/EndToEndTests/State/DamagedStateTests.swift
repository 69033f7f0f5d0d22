import FoundationEssentials
import Glibc
import Playback
import PlayerModel
import TestSupport
import Testing

@Suite("A daemon and its damaged state", .serialized)
struct DamagedStateTests {
    @Test("cut or changed anywhere, the file is set aside with a line in the log, and the generation before is used")
    func damaged() async throws {
        let saved = try await SavedQueue.make(in: try await PrivateSoundSystem.start())
        let whole = saved.newest
        // The matrix of every byte and every bit is the store's; here is what it comes to, for one of each kind.
        var cases = [0, 1, 12, 40, whole.count / 2, whole.count - 1].map { Array(whole.prefix($0)) }
        for place in [0, 15, 30, 45, whole.count / 2, whole.count - 1] {
            var bytes = whole
            bytes[place] ^= 0x10
            cases.append(bytes)
        }
        cases.append(Array("null".utf8))
        cases.append(whole + whole)
        for bytes in cases {
            try saved.damage(bytes)
            let (uris, log) = try await saved.restart()
            #expect(uris == ["/a"], "\(log)")
            #expect(log.contains("state.json is set aside: it is damaged"), "\(log)")
            #expect(try readFile("\(saved.directory)/state.json.damaged") == bytes)
        }
        try saved.damage(nil)
        #expect(try await saved.restart().uris == ["/a"])
        try saved.damage(whole)
        let (uris, log) = try await saved.restart()
        #expect(uris == ["/a", "/b"] && !log.contains("set aside"))
    }

    @Test("with both generations damaged it starts with an empty queue, and says so twice")
    func bothDamaged() async throws {
        let saved = try await SavedQueue.make(in: try await PrivateSoundSystem.start())
        try saved.damage([], in: "state.previous.json")
        try writeFile([], to: "\(saved.directory)/state.json")
        let (uris, log) = try await saved.restart()
        #expect(uris.isEmpty)
        #expect(log.split(separator: "\n").filter { $0.contains("is set aside: it is damaged") }.count == 2, "\(log)")
        #expect(saved.exists("state.json.damaged") && saved.exists("state.previous.json.damaged"))
    }

    @Test("a state of a newer version is set aside whole, and the log says what it is")
    func otherVersion() async throws {
        let saved = try await SavedQueue.make(in: try await PrivateSoundSystem.start())
        try saved.damage(saved.newest)
        let store = StateStore(directory: saved.directory)
        var newer = try #require(store.load { _ in })
        newer.version += 1
        try store.save(newer)
        let bytes = try readFile("\(saved.directory)/state.json")
        let (uris, log) = try await saved.restart()
        // The generation before is now the one that was newest.
        #expect(uris == ["/a", "/b"], "\(log)")
        #expect(log.contains("state.json is set aside: it was written by another version of fermatad"), "\(log)")
        #expect(try readFile("\(saved.directory)/state.json.damaged") == bytes)
    }

    @Test("the place in a file of its own is set aside where it is damaged, and the queue stays")
    func damagedPlace() async throws {
        let saved = try await SavedQueue.make(in: try await PrivateSoundSystem.start())
        try saved.damage(saved.newest)
        try writeFile(Array("{".utf8), to: "\(saved.directory)/place.json")
        let (uris, log) = try await saved.restart()
        #expect(uris == ["/a", "/b"] && log.contains("place.json is set aside: it is damaged"), "\(log)")
    }
}

@Suite("A daemon whose state cannot be written", .serialized)
struct UnwritableStateTests {
    /// Runs what follows in a mount namespace of its own, after `script`; `$1` is the state folder there.
    private static func namespace(_ script: String, _ directory: String) -> [String] {
        let command = "\(script) && shift && exec \"$@\""
        return ["unshare", "--mount", "--map-root-user", "sh", "-c", command, "sh", directory]
    }

    /// Where the kernel lets nobody but root mount anything, and this is not root, these tests are skipped.
    static func canMount() async -> Bool {
        (try? await Tool.run("unshare", ["--mount", "--map-root-user", "mount", "-t", "tmpfs", "none", "/mnt"])) != nil
    }

    @Test(
        "a full disk is told of once, keeps the generation before, and is forgotten when there is room",
        .enabled { await canMount() })
    func fullDisk() async throws {
        let system = try await PrivateSoundSystem.start()
        let wrapper = Self.namespace("mount -t tmpfs -o size=64k none \"$1\"", system.directory.file("fermata-state"))
        let daemon = try await DaemonProcess.start(in: system, wrapper: wrapper)
        let client = try daemon.connect()
        // The folder as the daemon sees it.
        let folder = "/proc/\(daemon.process.processIdentifier)/root\(daemon.stateDirectory)"
        let store = StateStore(directory: folder)
        try await client.call("queue.add", #"{"uris":["/a"],"missing":true}"#)
        try await waitUntil("the queue to be saved") { store.load { _ in }?.items.count == 1 }
        let filler = open("\(folder)/filler", O_WRONLY | O_CREAT, 0o600)
        #expect(filler >= 0)
        while write(filler, "x", 1) == 1 {}
        close(filler)
        for number in 1...3 {
            try await client.call("queue.add", #"{"uris":["/\#(number)"],"missing":true}"#)
            try await waitUntil("the complaint") { daemon.log.contains("No space left on device") }
        }
        #expect(store.load { Issue.record("\($0)") }?.items.map(\.uri) == ["/a"])
        #expect(try await client.queue() == ["/a", "/1", "/2", "/3"])
        remove("\(folder)/filler")
        try await client.call("queue.add", #"{"uris":["/b"],"missing":true}"#)
        try await waitUntil("the queue to be saved") { store.load { _ in }?.items.count == 5 }
        let complaints = daemon.log.split(separator: "\n").filter { $0.contains("The state could not be saved") }
        #expect(complaints.count == 1, "\(daemon.log)")
        try await daemon.stop()
    }

    @Test("a read-only folder is read, and told of; the daemon plays on", .enabled { await canMount() })
    func readOnly() async throws {
        let saved = try await SavedQueue.make(in: try await PrivateSoundSystem.start())
        let script = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\""
        let daemon = try await DaemonProcess.start(in: saved.system, wrapper: Self.namespace(script, saved.directory))
        let client = try daemon.connect()
        #expect(try await client.queue() == ["/a", "/b"])
        try await client.call("queue.add", #"{"uris":["/c"],"missing":true}"#)
        try await waitUntil("the complaint") { daemon.log.contains("The state could not be saved") }
        #expect(daemon.log.contains("Read-only file system"), "\(daemon.log)")
        #expect(try await client.queue() == ["/a", "/b", "/c"])
        try await daemon.stop()
        #expect(try readFile("\(saved.directory)/state.json") == saved.newest)
    }
}
