import ControlProtocol
import FoundationEssentials
import Glibc
import TestSupport
import Testing

// The command `picture`.
extension ClientProcessTests {
    @Test("shows where a picture is, and says so if it is in no file")
    func picturePath() throws {
        let daemon = try DaemonDouble()
        #expect(try ClientProcess.run("picture", "/a b.gif", socket: daemon.path).output == "/a b.gif\n")
        let none = try ClientProcess.run("picture", "7", socket: daemon.path)
        #expect(none.status == 1 && none.output.isEmpty && none.error.contains("--output FILE saves it"))
        try daemon.stop()
    }

    @Test("saves a picture from its file, or from the daemon's reply where it is in none")
    func savedPicture() throws {
        let daemon = try DaemonDouble()
        let directory = try TemporaryDirectory()
        let file = try directory.write("GIF87a", to: "cover.gif")
        let copy = directory.file("copy.gif")
        try directory.write("mine", to: "mine.gif")
        let kept = try ClientProcess.run("picture", "7", "-o", directory.file("mine.gif"), socket: daemon.path)
        #expect(kept.status == 1 && kept.error.contains("only overwritten with --force"), "\(kept)")
        #expect(try Data(contentsOf: URL(filePath: directory.file("mine.gif"))) == Data("mine".utf8))
        #expect(try ClientProcess.run("picture", "7", "-o", "/dev/null", socket: daemon.path).status == 0)
        for (name, content) in [(file, "GIF87a"), ("7", "GIF89a")] {
            let outcome = try ClientProcess.run("picture", name, "-o", copy, "--force", socket: daemon.path)
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.error)")
            #expect(try Data(contentsOf: URL(filePath: copy)) == Data(content.utf8))
            #expect(try ClientProcess.run("picture", name, "--output", "-", socket: daemon.path).output == content)
        }
        // The file has another size than the daemon said, and the reply has no data.
        try directory.write("GIF89a and more", to: "cover.gif")
        #expect(try ClientProcess.run("picture", file, "-o", copy, "--force", socket: daemon.path).status == 1)
        #expect(try ClientProcess.run("picture", "7", "-o", directory.file("no/where.gif"), socket: daemon.path).status == 1)
        #expect(try ClientProcess.run("picture", "7", "-o", copy, "--json", socket: daemon.path).status == 2)
        try daemon.stop()
    }
}
