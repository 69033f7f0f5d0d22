import Glibc

/// Avahi of one test's own, on a private bus in the role of the system's. It sees no network but that within this machine, and ends with
/// this object.
package final class PrivateAvahi: Sendable {
    /// The name that this machine has in its network.
    package let machine: String
    private let process: ChildProcess

    /// Starts Avahi on the bus at `bus`, and waits until it is there.
    /// - Throws: if Avahi is missing, or if this process may not give it directories of its own.
    package init(on bus: PrivateBus, in directory: TemporaryDirectory) async throws(TestSupportError) {
        // Several at a time have to be told apart.
        let name = "fermata-\(getpid())-\(UInt32.random(in: 0...0xFFFF))"
        machine = "\(name).local"
        let log = directory.file("avahi.log")
        let configuration = try directory.write(
            """
            [server]
            host-name=\(name)
            allow-interfaces=lo
            disallow-other-stacks=no
            [wide-area]
            enable-wide-area=no
            """, to: "avahi.conf")
        // Each Avahi has its number at the same place of /run.
        let process = try await ChildProcess.launch(
            "unshare",
            [
                "--mount", "sh", "-c",
                "mount -t tmpfs none /run && exec avahi-daemon --no-drop-root --no-rlimits --no-chroot --file=\(configuration)",
            ], environment: ChildProcess.plainEnvironment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 },
            output: .file(log), error: .file(log))
        self.process = process
        try await waitUntil("Avahi to be there") { () async throws(TestSupportError) -> Bool in
            let text = (try? readFile(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            guard process.isRunning else { throw TestSupportError(.programFailed, "avahi-daemon has ended:\n\(text)") }
            return text.contains("Server startup complete")
        }
    }

    /// Ends it as a crash does.
    package func kill() async throws(TestSupportError) { try await process.stop(SIGKILL) }

    /// Whether there can be one: Avahi is installed, and this process may do what it needs.
    package static var isPossible: Bool {
        get async {
            guard let directory = try? TemporaryDirectory(), let bus = try? await PrivateBus.running(),
                let avahi = try? await PrivateAvahi(on: bus, in: directory)
            else { return false }
            return (try? await avahi.kill()) != nil
        }
    }
}
