import ControlServer
import FoundationEssentials
import Glibc
import JSON
import LineServer
import TestSupport
import Testing

@Suite("Framing over a real socket")
struct FramingTests {
    let status = #"{"method":"status","id":1}"#

    @Test("answers a line, with either end of line, and passes over blank ones")
    func lines() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        client.send(bytes: Array("\n  \r\n\(status)\r\n\t\n\(status)\n".utf8))
        for reply in try client.readJSON(count: 2) { #expect(reply["result"]?["state"] == "stopped") }
        try server.stop()
    }

    @Test("takes a message one byte at a time")
    func byteAtATime() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        for byte in Array("\(status)\r\n".utf8) { client.send(bytes: [byte]) }
        #expect(try client.readJSON()["id"] == 1)
        try server.stop()
    }

    @Test("answers every case of the JSON suite and lives on", .enabled(if: TestData.directory != nil, "no shared test data"))
    func suite() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        for (name, bytes) in TestData.jsonCases {
            // A message is a line. Cases of more lines are told apart from their parts in the tests of the reader; here they
            // are as many messages as they have lines, each of which gets some answer.
            let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
                !line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            }
            client.send(bytes: bytes + [UInt8(ascii: "\n")])
            for line in lines {
                // A batch of notifications only would get none; the suite has no request in it.
                let reply = try client.readJSON()
                let code = (reply["error"] ?? reply.arrayValue?.first?["error"])?["code"]
                if lines.count == 1, line.count == bytes.count {
                    if name.hasPrefix("n_") { #expect(code == -32700, "\(name)") }
                    if name.hasPrefix("y_") { #expect(code != nil && code != -32700, "\(name)") }
                }
            }
        }
        #expect(try client.call(status)["result"]?["state"] == "stopped")
        try server.stop()
    }

    @Test("refuses 100,000 opening brackets as a parse error")
    func deepNesting() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        #expect(try client.call(String(repeating: "[", count: 100_000))["error"]?["code"] == -32700)
        #expect(try client.call(String(repeating: "{\"a\":", count: 50_000))["error"]?["code"] == -32700)
        #expect(try client.call(status)["id"] == 1)
        try server.stop()
    }

    @Test("takes a message as long as the limit, and names the limit to a longer one")
    func limit() throws {
        var limits = ControlLimits()
        limits.lines.lineBytes = 100
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        let padded = status + String(repeating: " ", count: 100 - status.utf8.count)
        #expect(try client.call(padded + "\r")["id"] == 1)
        client.send(padded + " ")
        let reply = try client.readJSON()
        #expect(reply["error"]?["code"] == -32600)
        #expect(reply["error"]?["message"]?.stringValue?.contains("100 bytes") == true)
        #expect(try client.isEnded())
        try server.stop()
    }

    @Test("does not grow with an endless line")
    func endlessLine() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        #expect(try client.call(status)["id"] == 1)
        let before = try residentBytes()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        var sent = 0
        while sent < 256, client.send(bytes: piece) { sent += 1 }
        #expect(sent < 256, "the daemon stops reading")
        #expect(try client.readJSON()["error"]?["code"] == -32600)
        #expect(try client.isEnded())
        #expect(try residentBytes() < before + (32 << 20))
        try server.stop()
    }

    @Test("answers a client that has closed its writing half, then ends the connection")
    func halfClose() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        // The last line has no end: the end of the input is one.
        client.send(bytes: Array("\(status)\n{\"method\":\"queue.add\",\"params\":{\"uris\":[\"/a\"]},\"id\":2}".utf8))
        client.shutdownWriting()
        #expect(try client.readJSON()["id"] == 1)
        #expect(try client.readJSON()["id"] == 2)
        #expect(try client.readLine() == nil)
        try server.stop()
    }

    private func residentBytes() throws -> Int {
        let fields = String(decoding: FileManager.default.contents(atPath: "/proc/self/statm") ?? Data(), as: UTF8.self)
        guard let pages = fields.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw TestFailure("no /proc/self/statm")
        }
        return pages * Int(getpagesize())
    }
}
