import TestSupport
import Testing

extension ClientProcessTests {
    @Test("asks the daemon whose name is on the command line or in the environment, and says how to start it")
    func instance() throws {
        let folder = try TemporaryDirectory()
        func run(_ words: [String], _ more: [String: String] = [:]) throws -> String {
            let environment = ["XDG_RUNTIME_DIR": folder.path, "PATH": "/usr/bin:/bin"].merging(more) { $1 }
            return try ClientProcess(words.map { Array($0.utf8) }, environment: environment).wait().error
        }
        let missing =
            "fermata: no fermatad answers on \(folder.path)/fermata@kitchen/control.sock; "
            + "start it with: systemctl --user start fermata@kitchen.socket\n"
        #expect(try run(["status", "--instance", "kitchen"]) == missing)
        #expect(try run(["--instance", "kitchen", "status"]) == missing)
        #expect(try run(["--instance=kitchen"], ["FERMATA_SOCKET": "/x", "FERMATA_INSTANCE": "y"]) == missing)
        #expect(try run(["status"], ["FERMATA_INSTANCE": "kitchen"]) == missing)
        #expect(try run(["status"], ["FERMATA_SOCKET": "/x", "FERMATA_INSTANCE": "kitchen"]).contains("answers on /x;"))
        #expect(try run(["status", "--instance", "a/b"]).contains("'a/b' is invalid"))
    }

    @Test("refuses what is no name in the environment as a wrong argument, and means no other daemon by it")
    func wrongInstance() throws {
        let folder = try TemporaryDirectory()
        func run(_ words: [String]) throws -> (status: Int32, error: String) {
            let environment = ["XDG_RUNTIME_DIR": folder.path, "FERMATA_INSTANCE": "küche"]
            let ended = try ClientProcess(words.map { Array($0.utf8) }, environment: environment).wait()
            return (ended.status, ended.error)
        }
        for words in [["stop"], ["snapcast-control"]] {
            let (status, error) = try run(words)
            #expect(status == 2 && error.hasPrefix("fermata: \"küche\" is no name of an instance: take "), "\(words): \(error)")
        }
        #expect(try run(["stop", "--instance", "kitchen"]).error.contains("fermata@kitchen/"), "it does not count then")
    }
}
