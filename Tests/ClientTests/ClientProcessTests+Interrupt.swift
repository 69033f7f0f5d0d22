import ControlProtocol
import Glibc
import JSON
import TestSupport
import Testing

extension ClientProcessTests {
    @Test("interrupts playback for as long as a command runs")
    func interrupts() throws {
        let daemon = try DaemonDouble()
        let outcome = try interrupt(
            daemon, "--duck", "--reason", "lesson", "--", "sh", "-c", "exec \"$0\" volume", ClientProcess.path)
        #expect(outcome == ClientProcess.Outcome(status: 0, output: "volume 40% (muted)\n", error: ""))
        #expect(
            try daemon.requests() == [
                Asked("session.beginInterruption", ["reason": "lesson", "mayDuck": true]),
                Asked("volume"),
                Asked("session.endInterruption", ["interruption": 5]),
            ])
        try daemon.stop()
    }

    @Test("ends with the command's status, and gives the music back whatever it is")
    func interruptStatuses() throws {
        let daemon = try DaemonDouble()
        let commands: [(words: [String], reason: String, status: Int32)] = [
            (["/bin/sh", "-c", "exit 3"], "sh", 3), (["sh", "-c", "kill -9 $$"], "sh", 137),
            (["/etc/passwd"], "passwd", 126), (["true"], "true", 0),
        ]
        for command in commands {
            let client = try ClientProcess(
                (["interrupt"] + command.words).map { Array($0.utf8) },
                environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
            #expect(client.wait().status == command.status, "\(command.words)")
            #expect(
                try daemon.requests().suffix(2) == [
                    Asked("session.beginInterruption", ["reason": .string(command.reason)]),
                    Asked("session.endInterruption", ["interruption": 5]),
                ])
        }
        // Nothing pauses for a name that was mistyped.
        for name in ["no-such-command", "/no/such/command"] {
            let client = try ClientProcess(
                ["interrupt", name].map { Array($0.utf8) }, environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
            #expect(client.wait().status == 127)
        }
        for arguments in [["interrupt"], ["interrupt", "--duck"], ["interrupt", "--"], ["interrupt", "--loud", "true"]] {
            #expect(try ClientProcess.run(arguments, socket: daemon.path).status == 2)
        }
        #expect(try daemon.requests().count == 2 * commands.count)
        try daemon.stop()
    }

    @Test("runs the command where nothing can be interrupted, and says so once")
    func interruptsNobody() throws {
        let daemon = try DaemonDouble()
        let refused = try interrupt(daemon, "--reason", "refused", "sh", "-c", "echo on; exit 4")
        #expect(
            refused
                == ClientProcess.Outcome(status: 4, output: "on\n", error: "fermata: playback is not interrupted: not now\n"))
        try daemon.stop()
        let alone = try interrupt(daemon, "echo", "on")
        #expect(alone.status == 0)
        #expect(alone.output == "on\n")
        #expect(alone.error.hasPrefix("fermata: playback is not interrupted: no fermatad answers on \(daemon.path)"))
        #expect(alone.error.split(separator: "\n").count == 1)
    }

    @Test(
        "leaves the command's own words alone",
        arguments: [["--json", "--help"], ["--", "--socket"], ["--generate-completion-script"]])
    func interruptWords(words: [String]) throws {
        let daemon = try DaemonDouble()
        let bytes = (["--socket=" + daemon.path, "interrupt", "printf", "%s,"] + words).map { Array($0.utf8) } + [[0x66, 0xFF]]
        let outcome = try ClientProcess(bytes, environment: ["PATH": "/usr/bin:/bin"]).wait()
        // Where the byte that is no UTF-8 got lost on the way, something else than the sign for such a byte would be here.
        let expected = words + ["f\u{FFFD}", ""]
        #expect(outcome == ClientProcess.Outcome(status: 0, output: expected.joined(separator: ","), error: ""))
        try daemon.stop()
    }

    @Test("passes signals on to the command, and then gives the music back")
    func interruptSignals() throws {
        let daemon = try DaemonDouble()
        let environment = ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"]
        let script = "trap 'echo caught; exit 7' TERM; echo ready; while :; do sleep 0.02; done"
        let patient = try ClientProcess(["interrupt", "sh", "-c", script].map { Array($0.utf8) }, environment: environment)
        #expect(try patient.readLine() == "ready")
        patient.signal(SIGTERM)
        #expect(patient.wait() == ClientProcess.Outcome(status: 7, output: "caught\n", error: ""))
        let plain = try ClientProcess(
            ["interrupt", "sh", "-c", "echo ready; exec sleep 600"].map { Array($0.utf8) }, environment: environment)
        #expect(try plain.readLine() == "ready")
        plain.signal(SIGINT)
        #expect(plain.wait().status == 130)
        #expect(try daemon.requests().count == 4)
        #expect(try daemon.requests().last == Asked("session.endInterruption", ["interruption": 5]))
        try daemon.stop()
    }

    @Test("lets go of the connection where it is killed, though the command lives on")
    func interruptKilled() async throws {
        let daemon = try DaemonDouble()
        let client = try ClientProcess(
            ["interrupt", "sh", "-c", "echo $$; exec sleep 600"].map { Array($0.utf8) },
            environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
        let command = try #require(pid_t(try client.readLine()))
        #expect(try daemon.departures() == 0)
        client.signal(SIGKILL)
        try await waitUntil("the connection to end") { (try? daemon.departures()) == 1 }
        #expect(kill(command, SIGKILL) == 0)
        #expect(client.wait().status == -SIGKILL)
        try daemon.stop()
    }

    private func interrupt(_ daemon: DaemonDouble, _ words: String...) throws -> ClientProcess.Outcome {
        let environment = ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"]
        return try ClientProcess((["interrupt"] + words).map { Array($0.utf8) }, environment: environment).wait()
    }
}
