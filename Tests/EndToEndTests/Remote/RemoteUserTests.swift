import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Who is at the other end of a connection of this machine", .serialized)
struct RemoteUserTests {
    /// A daemon with the door at a free port.
    private func daemon(_ system: PrivateSoundSystem) async throws -> (DaemonProcess, UInt16) {
        let port = try freePort()
        let text = "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\n"
        return (try await DaemonProcess.start(in: system, configuration: text), port)
    }

    /// Sends a message and prints the answer. Any user can run this shell, and the directory of another program may be closed to some.
    private static let program = #"""
        exec 3<>"/dev/tcp/127.0.0.1/$0"
        printf 'POST /rpc HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Type: application/json\r\n' "$0" >&3
        printf 'Content-Length: %s\r\n\r\n%s' "${#1}" "$1" >&3
        cat <&3
        """#

    @Test(
        "another user of this machine is nobody over the loopback interface, and the user of the daemon is admin",
        .enabled(if: geteuid() == 0, "only root can run a program as another user"))
    func otherUser() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let call = #"{"id":1,"method":"volume","params":{"level":0.25}}"#
        let shell = ["bash", "-c", Self.program, "\(port)", call]
        let other = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let refused = String(decoding: try await Tool.run("setpriv", other + shell), as: UTF8.self)
        #expect(refused.hasPrefix("HTTP/1.1 401 ") && refused.contains("not paired"), "\(refused)")
        #expect(try await daemon.connect().call("volume").number(at: "result.level") == 1)
        let own = String(decoding: try await Tool.run("setpriv", shell), as: UTF8.self)
        #expect(own.hasPrefix("HTTP/1.1 200 "), "\(own)")
        #expect(try await daemon.connect().call("volume").number(at: "result.level") == 0.25)
        try await daemon.stop()
    }

    @Test("a message that is cut off is not carried out, and its answer does not say that it was")
    func cutOff() async throws {
        let system = try await PrivateSoundSystem.start()
        let (daemon, port) = try await daemon(system)
        let local = try daemon.connect()
        let head = "POST /rpc HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
        let message = #"{"method":"volume","params":{"level":0}}"#
        // Each has the whole message in it, and says that more comes.
        for text in [
            "\(head)Content-Length: \(message.utf8.count + 1)\r\n\r\n\(message)",
            "\(head)Transfer-Encoding: chunked\r\n\r\n\(String(message.utf8.count, radix: 16))\r\n\(message)\r\n",
            "\(head)Transfer-Encoding: chunked\r\n\r\n\(String(message.utf8.count, radix: 16))\r\n\(message)\r\n0\r\n",
            "\(head)Transfer-Encoding: chunked\r\n\r\n\(String(message.utf8.count, radix: 16))\r\n\(message)",
        ] {
            let client = try WebClient(port: port)
            client.send(Array(text.utf8))
            client.endSending()
            #expect(try client.answer().status == 400, "\(text)")
            #expect(try client.isEnded())
        }
        #expect(try await local.call("volume").number(at: "result.level") == 1)
        try await daemon.stop()
    }

    @Test("a notification that the end of the daemon cuts off is answered as what there was no room for")
    func cutOffByTheEnd() async throws {
        let port = try freePort()
        let stage = try await Stage.set(configuration: "[remote]\nlisten = [\"127.0.0.1:\(port)\"]\n")
        let server = try await MediaServer.start()
        try AudioFiles.writeWave(
            AudioFixture.unique(frameCount: 44_100, sampleRate: 44_100), to: server.directory.file("song.wav"))
        let added = try await stage.client.call("queue.add", #"{"uris":["\#(server.address("song.wav?stall=0"))"]}"#)
        let item = Int(try #require(added.number(at: "result.ids.0")))
        let before = server.requests.count
        let body = #"{"method":"play","params":{"item":\#(item)}}"#
        let client = try WebClient(port: port)
        client.send(
            Array(
                ("POST /rpc HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
        try await waitUntil("the daemon to open the song") { server.requests.count > before }
        try await stage.daemon.stop()
        let status = try client.answer().status
        #expect(status == 503, "\(status)")
        #expect(try client.isEnded())
    }
}
