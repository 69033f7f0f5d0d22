import FoundationEssentials
import TestSupport

/// A daemon that may write files, for the client that has it convert and cut media.
struct Workshop {
    let system: PrivateSoundSystem
    let daemon: DaemonProcess
    let directory: TemporaryDirectory

    static func set() async throws -> Workshop {
        let system = try await PrivateSoundSystem.start(.at(rate: 48_000))
        let directory = try TemporaryDirectory()
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[recording]\ndirectory = \"\(directory.path)/made\"\n")
        return Workshop(system: system, daemon: daemon, directory: directory)
    }

    /// Runs the client, and returns whether it succeeded, and what it printed.
    func fermata(_ arguments: [String]) async throws -> (isSuccess: Bool, output: String) {
        try await run(try BuiltProgram.path(of: "fermata"), arguments + ["--socket", daemon.socket])
    }

    /// Runs a line of a shell in which `fermata` is the client, and returns whether it succeeded, and what it printed.
    func shell(_ line: String) async throws -> (isSuccess: Bool, output: String) {
        let client = try BuiltProgram.path(of: "fermata")
        let script = "cd '\(directory.path)'; fermata() { command '\(client)' \"$@\" --socket '\(daemon.socket)'; }; \(line)"
        return try await run("/bin/bash", ["-c", "set -o pipefail; \(script)"], ["FERMATA_SOCKET": daemon.socket])
    }

    private func run(
        _ program: String, _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws -> (isSuccess: Bool, output: String) {
        let output = directory.file("printed")
        let run = try await ChildProcess.launch(
            program, arguments, environment: ProcessInfo.processInfo.environment.merging(variables) { $1 },
            output: .file(output), error: .file(output))
        let isSuccess = try await run.waitForExit().isSuccess
        return (isSuccess, String(decoding: try readFile(output), as: UTF8.self))
    }
}
