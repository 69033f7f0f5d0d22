import Glibc
import NIOCore
import TestSupport
import Testing

@testable import LineServer

/// Carries lines within a protocol of its own: lines to the server come backwards, and go out so.
private final class Backwards: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private func turned(_ buffer: ByteBuffer) -> ByteBuffer {
        let lines = String(buffer: buffer).split(separator: "\n").map { String($0.reversed()) + "\n" }
        return ByteBuffer(string: lines.joined())
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(wrapInboundOut(turned(unwrapInboundIn(data))))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(turned(unwrapOutboundIn(data))), promise: promise)
    }
}

@Suite("Lines within another protocol")
struct FittingTests {
    @Test("handlers before the lines of a connection carry them, and such a client is a far one whose user is known")
    func carried() throws {
        let server = try ScriptedServer()
        let port = try freePort()
        try server.onLoop { server, _ in
            try server.start(address: "127.0.0.1:\(port)") { pipeline, _ in try pipeline.addHandler(Backwards()) }
        }
        let client = try WebClient(port: port)
        client.send(Array("olleh\n".utf8))
        #expect(try client.readLine() == "tpircs KO")
        #expect(try client.readLine() == "olleh")
        let (isFar, user) = try server.onLoop { _, script in
            let connection = script.conversations.values.first?.connection
            return (connection?.id.isFar, connection?.loopbackUser)
        }
        #expect(isFar == true && user == geteuid())
        // Over the Unix socket nothing stands before the lines.
        let local = try LineClient(server.path)
        #expect(try local.readText() == "OK script")
        #expect(try server.onLoop { _, script in script.conversations.keys.filter { !$0.isFar }.count } == 1)
        try server.stop()
    }

    @Test("the user of a connection is found in the table of the kernel by both of its ends, and by nothing less")
    func table() {
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1A18 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
               1: 0100007F:1A18 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
               2: 0100007F:C350 0100007F:1A18 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
               3: 0100007F:C351 0100007F:1A18 06 00000000:00000000
               4: 0100007F:C352 0100007F:1A18 05 00000000:00000000 03:00001768 00000000     0        0 0 3 0
            """
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C350", to: "0100007F:1A18") == 1_001)
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C350", to: "0100007F:1A19") == nil)
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C351", to: "0100007F:1A18") == nil)
        // What its program has closed belongs to nobody, though the table says root.
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C352", to: "0100007F:1A18") == nil)
        #expect(LoopbackPeer.user(in: "", from: "0100007F:C350", to: "0100007F:1A18") == nil)
    }
}
