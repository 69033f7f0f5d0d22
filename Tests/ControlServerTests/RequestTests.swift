import ControlProtocol
import ControlServer
import Glibc
import JSON
import LineServer
import TestSupport
import Testing

@Suite("Requests and replies")
struct RequestTests {
    @Test("replies keep the order of requests, also behind one that another thread answers")
    func order() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        var lines: [String] = []
        for id in 0..<200 {
            lines.append(
                id % 40 == 0
                    ? #"{"method":"queue.add","params":{"uris":["/a"]},"id":\#(id)}"# : #"{"method":"status","id":\#(id)}"#)
        }
        client.send(lines.joined(separator: "\n"))
        #expect(try client.readJSON(count: 200).map { $0["id"] } == (0..<200).map { .integer($0) })
        try server.stop()
    }

    @Test("the next request begins once what an answer was a part of is done")
    func answerInTheMiddle() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        client.send(#"{"method":"queue.add","params":{"uris":["/a"]},"id":1}"# + "\n" + #"{"method":"status","id":2}"#)
        #expect(try client.readJSON(count: 2).map { $0["id"] } == [1, 2])
        #expect(try server.onLoop { _, handler in handler.nestedCalls } == 0)
        try server.stop()
    }

    @Test("that a client is gone is told once the event that found it out is")
    func disconnectionInTheMiddle() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        _ = try client.call(#"{"method":"events.subscribe","id":1}"#)
        let descriptor = client.descriptor
        try server.onLoop { server, handler in
            // The loop has not looked since.
            shutdown(descriptor, CInt(SHUT_RDWR))
            handler.tell { server.publish(.serverConfigurationReloaded) }
        }
        try blockUntil("the end of the connection") { try server.onLoop { _, handler in !handler.disconnected.isEmpty } }
        #expect(try server.onLoop { _, handler in handler.nestedCalls } == 0)
        try server.stop()
    }

    @Test("only a request that waits for media is overtaken")
    func overtaking() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        client.send(#"{"method":"play","params":{"uri":"http://slow"},"id":"play"}"#)
        #expect(try client.call(#"{"method":"status","id":"status"}"#)["id"] == "status")
        try server.onLoop { _, handler in handler.waiting["http://slow"]?.fail(ControlError(.superseded, "another")) }
        let reply = try client.readJSON()
        #expect(reply["id"] == "play")
        #expect(reply["error"]?["data"]?["code"] == "superseded")
        try server.stop()
    }

    @Test("a notification takes effect and gets no reply, even a wrong one")
    func notifications() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        client.send(#"{"method":"pause"}"#)
        client.send(#"{"method":"nonsense"}"#)
        client.send(#"{"method":"seek"}"#)
        #expect(try client.call(#"{"method":"status","id":1}"#)["id"] == 1)
        #expect(try server.onLoop { _, handler in handler.handled.map(\.method) } == ["pause", "status"])
        try server.stop()
    }

    @Test("errors carry number, name and what they are about")
    func errors() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        let unknown = try client.call(#"{"method":"seek","params":{"to":1},"id":1}"#)
        #expect(unknown["error"]?["code"] == -32602)
        #expect(unknown["error"]?["message"]?.stringValue?.contains("\"to\"") == true)
        #expect(try client.call(#"{"method":"seek","params":[1],"id":1}"#)["error"]?["code"] == -32602)
        #expect(try client.call(#"{"method":"dance","id":1}"#)["error"]?["code"] == -32601)
        #expect(try client.call(#"{"jsonrpc":"1.0","method":"status","id":1}"#)["error"]?["code"] == -32600)
        let missing = try client.call(#"{"method":"media.probe","params":{"uri":"/no"},"id":1}"#)
        #expect(missing["error"]?["data"] == ["code": "media_not_found", "uri": "/no"])
        try server.stop()
    }

    @Test("a batch is answered as one, when its last member is")
    func batches() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        client.send(
            #"[{"method":"status","id":1},{"method":"play","params":{"uri":"/w"},"id":2},3,{"method":"pause"},{"method":"queue.add","params":{"uris":["/a"]},"id":4},{"method":"status","id":5}]"#
        )
        // Requests behind the batch do not wait for the member that does.
        #expect(try client.call(#"{"method":"status","id":6}"#)["id"] == 6)
        try server.onLoop { _, handler in handler.waiting["/w"]?.succeed([:]) }
        let replies = try #require(try client.readJSON().arrayValue)
        #expect(replies.map { $0["id"] } == [1, 2, .null, 4, 5])
        #expect(replies[2]["error"]?["code"] == -32600)

        client.send(#"[{"method":"pause"},{"method":"pause"}]"#)
        #expect(try client.call("[]")["error"]?["code"] == -32600)
        #expect(try client.call(#"[{"method":"stream.open","id":1}]"#).arrayValue?[0]["error"]?["code"] == -32600)
        try server.stop()
    }

    @Test("a batch whose replies outgrow the limit does not go on")
    func largeBatch() throws {
        var limits = ControlLimits()
        limits.lines.outputBytes = 200_000
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        let replies = try client.call(
            "[" + (0..<100).map { #"{"method":"server.info","id":\#($0)}"# }.joined(separator: ",") + "]")
        let results = try #require(replies.arrayValue)
        #expect(results.count == 100)
        #expect(results.count { $0["result"] != nil } == 4)
        #expect(results.last?["error"]?["data"]?["code"] == "limit_exceeded")
        try server.stop()
    }

    @Test("a batch of too many requests is refused as a whole")
    func endlessBatch() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        let members = { (count: Int) in "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
        #expect(try client.call(members(16_385))["error"]?["data"]?["limit"] == "batchRequests")
        #expect(try client.call(members(16_384)).arrayValue?.count == 16_384)
        try server.stop()
    }

    @Test("describes itself")
    func discover() throws {
        let server = try TestServer()
        let reply = try LineClient(server.path).call(#"{"method":"rpc.discover","id":1}"#)
        #expect(reply["result"]?["methods"]?.arrayValue?.count == Methods.all.count)
        try server.stop()
    }

    @Test("tells the daemon when a connection is gone")
    func disconnection() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        _ = try client.call(#"{"method":"session.beginInterruption","id":1}"#)
        client.close()
        let other = try LineClient(server.path)
        try blockUntil("the others to be gone") {
            try other.call(#"{"method":"server.statistics","id":1}"#)["result"]?["clients"] == 1
        }
        #expect(try server.onLoop { _, handler in handler.interrupters == handler.disconnected })
        try server.stop()
    }

    @Test("notices that a client is gone whose request still waits, and one that is not read from")
    func disconnectionWhileWaiting() throws {
        let server = try TestServer()
        let waiting = try LineClient(server.path)
        waiting.send(#"{"method":"play","params":{"uri":"/w"},"id":1}"#)
        try blockUntil("the request") { try server.onLoop { _, handler in !handler.waiting.isEmpty } }
        waiting.close()
        let deaf = try LineClient(server.path)
        for id in 0..<200 { deaf.send(#"{"method":"server.info","id":\#(id)}"#) }
        deaf.close()
        let other = try LineClient(server.path)
        try blockUntil("the others to be gone") {
            try other.call(#"{"method":"server.statistics","id":1}"#)["result"]?["clients"] == 1
        }
        // Too late, and no harm.
        try server.onLoop { _, handler in handler.waiting["/w"]?.succeed([:]) }
        #expect(try server.onLoop { _, handler in handler.disconnected.count } == 2)
        try server.stop()
    }

    @Test("what was asked and still waits when the server ends is answered that it does, a batch as a whole")
    func waitingAtTheEnd() throws {
        let server = try TestServer()
        let (player, batcher) = (try LineClient(server.path), try LineClient(server.path))
        player.send(
            #"{"method":"play","params":{"uri":"/w1"},"id":1}"# + "\n"
                + #"{"method":"queue.add","params":{"uris":["/w2"]},"id":2}"#)
        batcher.send(
            #"[{"method":"status","id":3},{"method":"play","params":{"uri":"/w3"},"id":4},{"method":"pause"},{"method":"queue.add","params":{"uris":["/w4"]},"id":5},7,{"method":"status","id":6},{"method":"pause"}]"#
        )
        try blockUntil("the requests") { try server.onLoop { _, handler in handler.waiting.count == 4 } }
        try server.onLoop { server, handler in
            _ = server.shutDown()
            // Too late, and no harm.
            for reply in handler.waiting.values { reply.succeed([:]) }
        }
        for id in 1...2 {
            let reply = try player.readJSON()
            #expect(reply["id"] == .integer(Int64(id)))
            #expect(reply["error"]?["data"]?["code"] == "shutting_down")
        }
        #expect(try player.readLine() == nil)
        let replies = try #require(try batcher.readJSON().arrayValue)
        #expect(replies.map { $0["id"] } == [3, 4, 5, .null, 6])
        #expect(replies.map { $0["error"]?["code"] } == [nil, -32042, -32042, -32600, -32042])
        #expect(try batcher.readLine() == nil)
        try server.stop()
    }

    @Test("stream.open hands the connection over with the bytes behind it")
    func stream() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        #expect(try client.call(#"{"method":"stream.open","params":{"title":"no"},"id":1}"#)["error"]?["code"] == -32022)
        client.send(bytes: Array("{\"method\":\"stream.open\",\"id\":2}\nfirst ".utf8))
        #expect(try client.readJSON()["result"]?["item"] == 9)
        client.send(bytes: Array("second\n".utf8))
        client.shutdownWriting()
        var stream: MediaConnection?
        while stream == nil { stream = try server.onLoop { _, handler in handler.streams.first } }
        let connection = try #require(stream)
        #expect(try read(connection) == "first second\n")
        #expect(try server.onLoop { server, handler in handler.disconnected.count + server.clientCount } == 1)
        try server.stop()
    }

    @Test("stream.open loses no byte of the media, wherever the client's packets end")
    func streamPackets() throws {
        let server = try TestServer()
        let message = Array("{\"method\":\"stream.open\",\"id\":2}\nfirst\nsecond".utf8)
        for cut in 1..<message.count {
            let client = try LineClient(server.path)
            client.send(bytes: Array(message[..<cut]))
            // So that the second packet is read by itself: another connection's request has been answered meanwhile.
            let other = try LineClient(server.path)
            _ = try other.call(#"{"method":"status","id":1}"#)
            client.send(bytes: Array(message[cut...]))
            client.shutdownWriting()
            #expect(try client.readJSON()["result"]?["item"] == 9)
            var stream: MediaConnection?
            while stream == nil { stream = try server.onLoop { _, handler in handler.streams.popLast() } }
            let connection = try #require(stream)
            #expect(try read(connection) == "first\nsecond", "cut at \(cut)")
        }
        try server.stop()
    }

    @Test("stream.open ends the subscription, and comes behind no request that still waits")
    func streamAlone() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        _ = try client.call(#"{"method":"events.subscribe","id":1}"#)
        client.send(#"{"method":"play","params":{"uri":"/w"},"id":2}"#)
        let refusal = try client.call(#"{"method":"stream.open","id":3}"#)
        #expect(refusal["error"]?["code"] == -32600 && refusal["id"] == 3)
        try server.onLoop { _, handler in handler.waiting["/w"]?.succeed([:]) }
        #expect(try client.readJSON()["id"] == 2)
        #expect(try client.call(#"{"method":"stream.open","id":4}"#)["result"]?["item"] == 9)
        var stream: MediaConnection?
        while stream == nil { stream = try server.onLoop { _, handler in handler.streams.popLast() } }
        try server.publish([.serverConfigurationReloaded])
        client.shutdownWriting()
        let connection = try #require(stream)
        #expect(try read(connection) == "")
        #expect(try client.readLine() == nil, "events never go over it")
        try server.stop()
    }

    @Test("stream.open hands over what a client has sent that does not wait for the reply")
    func streamOfTheImpatient() throws {
        let server = try TestServer()
        let media = String(repeating: "sound", count: 10_000)
        for _ in 0..<50 {
            let client = try LineClient(server.path)
            client.send("{\"method\":\"stream.open\",\"id\":1}\n" + media)
            client.close()
            var stream: MediaConnection?
            while stream == nil { stream = try server.onLoop { _, handler in handler.streams.popLast() } }
            let connection = try #require(stream)
            #expect(try read(connection) == media + "\n")
        }
        try server.stop()
    }
}
