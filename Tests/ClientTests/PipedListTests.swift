import ControlProtocol
import Testing

@testable import fermata

@Suite("Lists in standard input")
struct PipedListTests {
    @Test("are the songs that a search prints, by their numbers, and files and URLs")
    func entries() {
        let search = "5  Miles Green – Moss  Kind of Green  0:40\n12  Untitled  ~1:02:03\n… go on with --after '0 2 5 100'\n"
        #expect(PipedList.entries(of: search) == [.song(5), .song(12)])
        #expect(
            PipedList.entries(of: "/music/a b.flac\nhttps://h.example/x\n") == [
                .address("/music/a b.flac"), .address("https://h.example/x"),
            ])
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "\n", "RIFF", "1  Kind of Green  Miles Green  1959  5 songs\n", "1  Miles Green\n", "there are no songs\n",
            "5  Moss  0:40\nsomething\n", "-5  Moss  0:40\n", "  5  \n", "#EXTM3U\n/a.flac\n",
        ])
    func others(text: String) { #expect(PipedList.entries(of: text) == nil) }

    @Test("are played and added by the addresses of their songs, and what is no list is sent as it is, to the last byte")
    func commands() throws {
        let daemon = try DaemonDouble()
        func run(_ text: String, _ command: String) throws {
            let environment = ["FERMATA_SOCKET": daemon.path, "PATH": "/usr/bin:/bin"]
            let outcome = try ClientProcess(shell: "printf '\(text)' | $0 \(command)", environment: environment).wait()
            #expect(outcome.status == 0, "\(outcome)")
        }
        try run("5  Moss  0:40\\n", "play -")
        try run("/a.flac\\n/b.flac\\n", "add -")
        try run("RIFF and what follows", "play -")
        let requests = try daemon.requests()
        #expect(requests.contains(.library(.item(.song(5), readsFile: false))))
        #expect(requests.contains(.player(.play(.media("/songs/5.flac")))))
        #expect(
            requests.contains { request in
                if case .queue(.add(["/a.flac", "/b.flac"], _, _, _, _)) = request { true } else { false }
            })
        #expect(daemon.pushed == ["RIFF and what follows"])
        try daemon.stop()
    }
}
