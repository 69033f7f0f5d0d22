import FoundationEssentials
import TestSupport
import Testing

@Suite("The priority of the thread that fetches the sound", .serialized)
struct PriorityTests {
    /// Whether the daemon's data thread is real-time; `nil` while there is none.
    private func isRealtime(_ daemon: DaemonProcess) throws -> Bool? {
        let tasks = "/proc/\(daemon.process.processIdentifier)/task"
        for task in try FileManager.default.contentsOfDirectory(atPath: tasks) {
            guard let stat = try? String(decoding: readFile("\(tasks)/\(task)/stat"), as: UTF8.self),
                // Newer servers' libraries name it themselves.
                stat.contains("(fermata-data)") || stat.contains("(data-loop.0)")
            else { continue }
            // The name has no space, so this is the 41st field (proc(5)): SCHED_FIFO or SCHED_RR.
            return ["1", "2"].contains(stat.split(separator: " ")[40])
        }
        return nil
    }

    private func notice(_ client: ControlClient) async throws(TestSupportError) -> String? {
        try await client.call("status").string(at: "result.notice")
    }

    @Test("the status has a notice exactly if the thread has no real-time priority")
    func agrees() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await waitUntil("the thread and what is told of it to agree") { () async throws(TestSupportError) -> Bool in
            guard let isRealtime = try? isRealtime(daemon) else { return false }
            return (try await notice(client) == nil) == isRealtime
        }
    }

    @Test("a thread that gets none is told of, and how to help")
    func ordinary() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        // A client's configuration without the module that asks for priority.
        let directory = try system.directory.makeDirectory("pipewire")
        // Newer releases have one configuration for all clients.
        let shipped = "/usr/share/pipewire/client-rt.conf"
        let isApart = FileManager.default.fileExists(atPath: shipped)
        let plain = try String(
            decoding: readFile(isApart ? shipped : "/usr/share/pipewire/client.conf"), as: UTF8.self
        )
        .replacing("libpipewire-module-rt", with: "libpipewire-module-absent")
        for name in ["client.conf", "client-rt.conf"] {
            try plain.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
        }
        let daemon = try await DaemonProcess.start(in: system, environment: ["PIPEWIRE_CONFIG_DIR": directory])
        let client = try daemon.connect()
        try await waitUntil("the notice\n\(daemon.log)") { () async throws(TestSupportError) -> Bool in
            try await notice(client)?.contains("fermatad(1)") == true
        }
        #expect(try isRealtime(daemon) == false)
    }
}
