import ControlProtocol
import Glibc
import Testing

extension ClientProcessTests {
    @Test("prints a line about the current item, and lists for scripts")
    func lines() throws {
        let daemon = try DaemonDouble()
        #expect(
            try ClientProcess.run("current", socket: daemon.path).output == "Ann – Evil\u{FFFD}]0;x\u{FFFD}\n")
        #expect(try ClientProcess.run("current", "--format", "[%album%]", socket: daemon.path).output == "")
        let status = try ClientProcess.run("status", "--format", "%state% %volume%", socket: daemon.path)
        #expect(status.output == "playing 70\n")
        let wrong = try ClientProcess.run("current", "--format", "%nope%", socket: daemon.path)
        #expect(wrong.status == 2 && wrong.error.contains("no field %nope%"))
        #expect(
            try ClientProcess.run("queue", "list", "--plain", socket: daemon.path).output
                == "1\t9\t\t\t\t\t/a/b.ogg\n2\t10\t61.0\t\t\tC\t/c\n")
        #expect(
            try ClientProcess.run("route", "outputs", "--plain", socket: daemon.path).output
                == "hp\tHeadphones\theadphones\t2\tcurrent\n")
        try daemon.stop()
    }

    @Test("follows the current item through a restart of the daemon, and leaves with its reader")
    func followingCurrent() throws {
        let first = try DaemonDouble()
        let command = ["current", "--follow", "--format", "%state% %volume%", "--socket", first.path]
        let client = try ClientProcess(command.map { Array($0.utf8) })
        #expect(try client.readLine() == "playing 70")
        try first.publish(.playerStateChanged(state: .paused, reason: .user, previousState: .playing), pausing: true)
        #expect(try client.readLine() == "paused 70")
        try first.stop()
        #expect(try client.readLine() == "")
        let second = try DaemonDouble(at: first.path)
        #expect(try client.readLine() == "playing 70")
        client.signal(SIGTERM)
        #expect(client.wait() == ClientProcess.Outcome(status: 0, output: "", error: ""))
        let piped = try ClientProcess(
            shell: #""$0" current --follow | head -n 1"#, environment: ["FERMATA_SOCKET": second.path, "PATH": "/usr/bin:/bin"])
        #expect(piped.wait().output == "Ann – Evil\u{FFFD}]0;x\u{FFFD}\n")
        try second.stop()
    }

    @Test(
        "offers the items of the queue to the shell, with their names where the shell shows them",
        arguments: [("bash", "9\tb.ogg\n10\tC\n"), ("zsh", "9:b.ogg\n10:C\n \n"), ("fish", "9\tb.ogg\n10\tC\n")])
    func itemCompletion(shell: String, offered: String) throws {
        let daemon = try DaemonDouble()
        let words = ["---completion", "queue", "remove", "--", "positional@0", "3", "0", "fermata", "queue", "remove", ""]
        let environment = ["SAP_SHELL": shell]
        #expect(try ClientProcess.run(words, socket: daemon.path, environment: environment).output == offered)
        try daemon.stop()
        #expect(try ClientProcess.run(words, socket: daemon.path, environment: ["SAP_SHELL": "bash"]).output == "\n")
    }
}
