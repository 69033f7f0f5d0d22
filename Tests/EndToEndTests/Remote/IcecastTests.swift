import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("What plays, on an Icecast server", .serialized)
struct IcecastTests {
    /// Takes streams as Icecast does, and writes down what comes: heads of requests into `log`, the last stream into `stream`.
    private static let server = """
        import pathlib, socket, sys, threading
        port, log, stream, refuses = int(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
        listener = socket.create_server(("127.0.0.1", port))
        def serve(connection):
            head = b""
            while not head.endswith(b"\\r\\n\\r\\n"):
                byte = connection.recv(1)
                if not byte: return
                head += byte
            with log.open("ab") as file: file.write(head)
            if not head.startswith(b"PUT"):
                connection.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n")
                return connection.close()
            if refuses.exists():
                connection.sendall(b"HTTP/1.0 401 Authentication Required\\r\\n\\r\\n")
                return connection.close()
            connection.sendall(b"HTTP/1.1 100 Continue\\r\\n\\r\\n")
            with stream.open("wb") as file:
                while piece := connection.recv(65536):
                    file.write(piece)
                    file.flush()
                    if refuses.exists(): return connection.close()
        while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    private func text(_ path: String) -> String { (try? readFile(path)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    private func size(_ path: String) -> Int { (try? readFile(path).count) ?? 0 }

    @Test("is the song with its title, goes on when the server comes back, and says why not, never the password")
    func server() async throws {
        let port = try freePort()
        let directory = try TemporaryDirectory()
        let (log, stream, refuses) = (directory.file("log"), directory.file("stream.mp3"), directory.file("refuses"))
        let password = directory.file("password")
        try writeFile(Array("sesame street\n".utf8), to: password)
        try writeFile([], to: refuses)
        let script = directory.file("server.py")
        try writeFile(Array(Self.server.utf8), to: script)
        let server = try await ChildProcess.launch("python3", [script, "\(port)", log, stream, refuses])
        let stage = try await Stage.set(
            configuration: "[icecast]\nserver = \"127.0.0.1:\(port)\"\nmount = \"/ours\"\npassword_file = \"\(password)\"\n")
        // A server that refuses is told of, and tried again.
        try await waitUntil("the refusal") { stage.daemon.log.contains("does not take the user or the password") }
        let check = try await stage.client.call("server.check")
        #expect("\(check)".contains("the Icecast server takes nothing"))
        try FileManager.default.removeItem(atPath: refuses)
        let path = stage.system.directory.file("song.flac")
        let sine = AudioFixture.sine(frequency: 1_000, frameCount: 44_100 * 60, sampleRate: 44_100)
        try await AudioFiles.encode(sine, options: ["-metadata", "title=Säng", "-metadata", "artist=A & B"], to: path)
        try await stage.play(path)
        try await waitUntil("the stream") { size(stream) > 60_000 }
        try await waitUntil("the title") { text(log).contains("&song=A%20%26%20B%20-%20S%C3%A4ng HTTP/1.1") }
        #expect(text(log).contains("PUT /ours HTTP/1.1") && text(log).contains("Basic c291cmNlOnNlc2FtZSBzdHJlZXQ="))
        let heard = try await AudioFiles.decode(stream, sampleRate: 44_100, channelCount: 2)
        #expect(heard.samples.contains { abs($0) > 0.3 })
        #expect(try await stage.client.call("server.statistics").number(at: "result.listeners") == 0)
        // It goes away, and comes back.
        try writeFile([], to: refuses)
        try await waitUntil("the loss") { stage.daemon.log.contains("The Icecast server takes no stream") }
        try await waitUntil("the encoder to end") {
            (try? ThreadActivity(of: stage.daemon.process.processIdentifier).names.contains("fermata-listen")) == false
        }
        try writeFile([], to: stream)
        try FileManager.default.removeItem(atPath: refuses)
        try await waitUntil("the stream again") { size(stream) > 30_000 }
        #expect(!stage.daemon.log.contains("sesame"))
        try await stage.daemon.stop()
        try await server.stop()
    }

    /// Debian's server, where it is installed.
    private static let program = "/usr/bin/icecast2"

    @Test(
        "Debian's own server gives it to its listeners, in both formats",
        .enabled(if: FileManager.default.isExecutableFile(atPath: program), "icecast2 is not installed"),
        arguments: ["mp3", "opus"])
    func debian(format: String) async throws {
        let port = try freePort()
        let directory = try TemporaryDirectory()
        let (file, password) = (directory.file("icecast.xml"), directory.file("password"))
        try writeFile(Array("sesame street".utf8), to: password)
        // It does not run as root.
        let owner = getuid() == 0 ? "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" : ""
        let configuration = """
            <icecast><limits><sources>2</sources></limits><authentication><source-password>sesame street</source-password>
            <admin-user>admin</admin-user><admin-password>open</admin-password></authentication><hostname>localhost</hostname>
            <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
            <paths><basedir>/usr/share/icecast2</basedir><logdir>/tmp</logdir><webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
            <logging><accesslog>-</accesslog><errorlog>-</errorlog><loglevel>1</loglevel></logging>
            <security><chroot>0</chroot>\(owner)</security></icecast>
            """
        try writeFile(Array(configuration.utf8), to: file)
        let server = try await ChildProcess.launch(Self.program, ["-c", file])
        let stage = try await Stage.set(
            configuration: """
                [icecast]
                server = "127.0.0.1:\(port)"
                mount = "/ours"
                format = "\(format)"
                password_file = "\(password)"
                """)
        let sine = AudioFixture.sine(frequency: 1_000, frameCount: 44_100 * 60, sampleRate: 44_100)
        let path = stage.system.directory.file("song.flac")
        try await AudioFiles.encode(sine, options: ["-metadata", "title=A song"], to: path)
        try await stage.play(path)
        try await waitUntil("the server to take it") { stage.daemon.log.contains("The Icecast server takes the stream") }
        var bytes: [UInt8] = []
        try await waitUntil("the stream") { (try? WebClient(port: port).request("HEAD", "/ours").status) != 404 }
        let client = try WebClient(port: port)
        let answer = try client.request("GET", "/ours")
        #expect(answer.status == 200 && answer.lines["icy-name"] == "Fermata", "\(answer.lines)")
        while bytes.count < 50_000 { bytes += try client.readSome() }
        let heard = directory.file("heard.\(format)")
        try writeFile(bytes, to: heard)
        #expect(try await AudioFiles.decode(heard, sampleRate: 44_100, channelCount: 2).samples.contains { abs($0) > 0.3 })
        if format == "mp3" {
            try await waitUntil("the title") {
                (try? WebClient(port: port).request("GET", "/status-json.xsl").text.contains("A song")) == true
            }
        }
        try await stage.daemon.stop()
        try await server.stop()
    }
}
