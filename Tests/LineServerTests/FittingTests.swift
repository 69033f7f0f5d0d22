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
        let text = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1A18 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
               1: 0100007F:1A18 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
               2: 0100007F:C350 0100007F:1A18 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
               3: 0100007F:C351 0100007F:1A18 06 00000000:00000000
               4: 0100007F:C352 0100007F:1A18 05 00000000:00000000 03:00001768 00000000     0        0 0 3 0
            """
        let table = Array(text.utf8)
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C350", to: "0100007F:1A18") == 1_001)
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C350", to: "0100007F:1A19") == nil)
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C351", to: "0100007F:1A18") == nil)
        // What its program has closed belongs to nobody, though the table says root.
        #expect(LoopbackPeer.user(in: table, from: "0100007F:C352", to: "0100007F:1A18") == nil)
        #expect(LoopbackPeer.user(in: [], from: "0100007F:C350", to: "0100007F:1A18") == nil)
    }

    @Test("the kernel names the user of one connection while its program holds it open, and of nothing that only listens")
    func asked() throws {
        let listener = try Listener()
        let client = try WebClient(port: listener.port)
        client.send([1])
        let accepted = accept(listener.descriptor, nil, nil)
        defer { close(accepted) }
        let peer = try #require(LoopbackPeer(descriptor: accepted))
        #expect(peer.asked == .user(geteuid()) && peer.user == geteuid())
        // The program at the other end has closed its socket: what the kernel still has of it is nobody's.
        withExtendedLifetime(client) {}
        let gone = try acceptedFromClosed(listener)
        defer { close(gone) }
        let nobody = try #require(LoopbackPeer(descriptor: gone))
        #expect(nobody.asked == .nobody && nobody.user == nil)
    }

    @Test("an answer of the kernel about another socket, or that is cut, names nobody")
    func otherAnswers() {
        var question = [UInt8](repeating: 0, count: 72)
        for index in 24..<60 { question[index] = UInt8(index) }
        var answer = [UInt8](repeating: 0, count: 88)
        answer[4] = 20
        answer.replaceSubrange(20..<56, with: question[24..<60])
        (answer[80], answer[81], answer[84]) = (0xE9, 3, 7)
        #expect(LoopbackPeer.answer(answer[...], to: question) == .user(1_001))
        for length in 0..<88 { #expect(LoopbackPeer.answer(answer[..<length], to: question) == .unknown) }
        for index in 20..<56 {
            var other = answer
            other[index] ^= 1
            #expect(LoopbackPeer.answer(other[...], to: question) == .nobody)
        }
        // Without an inode it is nobody's, whatever user it names.
        answer[84] = 0
        #expect(LoopbackPeer.answer(answer[...], to: question) == .nobody)
        // Errors: there is no such socket; the kernel has no such answers.
        answer[4] = 2
        answer.replaceSubrange(16..<20, with: withUnsafeBytes(of: -ENOENT) { Array($0) })
        #expect(LoopbackPeer.answer(answer[...], to: question) == .nobody)
        answer.replaceSubrange(16..<20, with: withUnsafeBytes(of: -EOPNOTSUPP) { Array($0) })
        #expect(LoopbackPeer.answer(answer[...], to: question) == .unknown)
    }

    /// Accepts a connection whose client has closed it.
    private func acceptedFromClosed(_ listener: Listener) throws -> CInt {
        do { _ = try WebClient(port: listener.port) }
        return accept(listener.descriptor, nil, nil)
    }
}

/// A socket that listens on a port of this machine.
private final class Listener {
    let descriptor: CInt
    let port: UInt16

    init() throws {
        port = try freePort()
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0 && listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }
}
