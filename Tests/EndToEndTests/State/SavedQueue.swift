import FoundationEssentials
import Glibc
import Playback
import PlayerModel
import TestSupport
import Testing

/// A state folder with two generations in it, written by a daemon: the newest has the items `/a` and `/b`, the one before `/a`.
struct SavedQueue {
    let system: PrivateSoundSystem
    let directory: String

    private let generations: [String: [UInt8]]

    /// Has a daemon write it.
    static func make(in system: PrivateSoundSystem) async throws -> SavedQueue {
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let store = StateStore(directory: daemon.stateDirectory)
        for (number, uri) in ["/a", "/b"].enumerated() {
            try await client.call("queue.add", "{\"uris\":[\"\(uri)\"],\"missing\":true}")
            try await waitUntil("the queue to be saved") { store.load { _ in }?.items.count == number + 1 }
        }
        _ = try await daemon.process.stop(SIGKILL)
        return try SavedQueue(system: system, directory: daemon.stateDirectory)
    }

    private init(system: PrivateSoundSystem, directory: String) throws {
        self.system = system
        self.directory = directory
        var generations: [String: [UInt8]] = [:]
        for name in ["state.json", "state.previous.json"] { generations[name] = try readFile("\(directory)/\(name)") }
        self.generations = generations
    }

    /// The bytes of the newest generation.
    var newest: [UInt8] { generations["state.json"] ?? [] }

    /// Puts both generations back, and nothing else, then writes `bytes` over one of them; `nil` removes it.
    func damage(_ bytes: [UInt8]?, in damagedName: String = "state.json") throws {
        for old in try FileManager.default.contentsOfDirectory(atPath: directory) { remove("\(directory)/\(old)") }
        for (name, bytes) in generations { try writeFile(bytes, to: "\(directory)/\(name)") }
        remove("\(directory)/\(damagedName)")
        if let bytes { try writeFile(bytes, to: "\(directory)/\(damagedName)") }
    }

    /// Starts a daemon on what is there now, asks it for its queue, and kills it.
    func restart() async throws -> (uris: [String], log: String) {
        remove(system.directory.file("fermata.log"))
        let daemon = try await DaemonProcess.start(in: system)
        let uris = try await daemon.connect().queue()
        let log = daemon.log
        _ = try await daemon.process.stop(SIGKILL)
        return (uris, log)
    }

    func exists(_ name: String) -> Bool { fileLength("\(directory)/\(name)") != nil }
}

extension ControlClient {
    /// The URIs of the queue, in order.
    func queue() async throws(TestSupportError) -> [String] {
        struct Item: Decodable { var uri: String }
        return try await call("queue.list").value(at: "result.items", as: [Item].self)?.map(\.uri) ?? []
    }
}
