import ControlProtocol
import JSON
import TestSupport
import Testing

extension ClientProcessTests {
    @Test("keeps interruptions away for as long as a command runs, by a connection that asks once")
    func noInterruptions() throws {
        for (words, kinds) in [
            ([], ["alarms", "calls", "players"]), (["--from", "calls", "--from", "alarms"], ["calls", "alarms"]),
        ] {
            let daemon = try DaemonDouble()
            let client = try ClientProcess(
                (["session", "no-interruptions"] + words + ["sh", "-c", "echo $0; exit 4", "--json"]).map { Array($0.utf8) },
                environment: ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"])
            #expect(client.wait() == ClientProcess.Outcome(status: 4, output: "--json\n", error: ""))
            #expect(
                try daemon.requests() == [
                    Asked("session.setPrefersNoInterruptions", ["from": .array(kinds.map { .string($0) })])
                ])
            #expect(try daemon.departures() == 1)
            try daemon.stop()
        }
    }

    @Test("says which kinds of interruptions there are, and runs nothing")
    func unknownKinds() throws {
        let daemon = try DaemonDouble()
        for arguments in [["--from", "sleep", "true"], ["--from", "calls"], []] {
            #expect(try ClientProcess.run(["session", "no-interruptions"] + arguments, socket: daemon.path).status == 2)
        }
        #expect(try daemon.requests().isEmpty)
        try daemon.stop()
    }
}
