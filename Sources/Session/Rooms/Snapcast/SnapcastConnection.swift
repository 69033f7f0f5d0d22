import Glibc
import JSON
import LineServer
import NIOCore
import NIOPosix
import SystemSupport

/// One connection to a server. Confined to its event loop.
///
/// It ends once, with a reason, unless ``close()`` ends it: after that, it tells nothing more.
final class SnapcastConnection {
    /// The longest line, without what is left out of long texts. A status has about 500 bytes for each room.
    static let lineBytes = 4 << 20
    /// The longest line as it is sent. A status has a cover for each stream, a third longer than the picture.
    static let sentLineBytes = 32 << 20
    /// How long a server may take to accept the connection.
    private static let patience = TimeAmount.seconds(5)

    private let eventLoop: any EventLoop
    private var channel: (any Channel)?
    private var trimmer = TextTrimmer()
    private var framer = LineFramer(limit: lineBytes)
    private var budget: LineBudget
    private var isOver = false
    /// The connection is there.
    var opened: () -> Void = {}
    /// The messages of one line of the server.
    var received: ([SnapcastMessage]) -> Void = { _ in }
    /// The connection has ended: why, to follow the name of the server.
    var ended: (String) -> Void = { _ in }

    init(on eventLoop: any EventLoop, budget: LineBudget) {
        self.eventLoop = eventLoop
        self.budget = budget
    }

    /// Connects. Call it once.
    func connect(to server: HostPort) {
        HostLookup.find(server, on: eventLoop) { [self] addresses in
            if addresses.isEmpty { return end("cannot be reached: its name is not known") }
            connect(to: addresses[...])
        }
    }

    /// Tries one address after the other.
    private func connect(to addresses: ArraySlice<SocketAddress>) {
        guard let address = addresses.first, !isOver else { return }
        let connected = ClientBootstrap(group: eventLoop)
            .connectTimeout(Self.patience)
            // A server that is gone without a word is noticed by the system; we need no timer for that.
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .connect(to: address)
        connected.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let channel): open(channel)
            case .failure(let error):
                if addresses.count > 1 { return connect(to: addresses.dropFirst()) }
                end("cannot be reached: \(Self.reason(error))")
            }
        }
    }

    private func open(_ channel: any Channel) {
        guard !isOver else { return channel.close(promise: nil) }
        self.channel = channel
        do {
            // A program that the daemon starts must not hold the connection.
            _ = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                fcntl($0, F_SETFD, FD_CLOEXEC)
            }
            try channel.pipeline.syncOperations.addHandler(Reader(self))
        } catch {
            return end("cannot be reached: \(error)")
        }
        opened()
    }

    /// Sends a message as a line.
    func send(_ message: JSONValue) {
        guard let channel else { return }
        budget.asks()
        var buffer = channel.allocator.buffer(bytes: message.bytes)
        buffer.writeString("\r\n")
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// Ends the connection.
    func close() {
        isOver = true
        channel?.close(promise: nil)
        channel = nil
    }

    private func end(_ reason: String) {
        guard !isOver else { return }
        close()
        ended(reason)
    }

    /// Takes in bytes that have come.
    private func take(_ buffer: ByteBuffer) {
        guard !isOver else { return }
        let bytes = Array(buffer.readableBytesView)
        let kept = trimmer.trim(bytes)
        guard trimmer.lineBytes <= Self.sentLineBytes else { return endLine(over: Self.sentLineBytes) }
        let leftOut = bytes.count - kept.count
        guard budget.takes(leftOut: leftOut, at: .now()) else { return end(SnapcastMistake.tooMuch.message) }
        framer.append(leftOut == 0 ? buffer : ByteBuffer(bytes: kept))
    }

    private func endLine(over limit: Int) { end("sends a line of more than \(limit) bytes") }

    /// Passes on the lines that are there.
    private func passLines() {
        while !isOver {
            switch framer.next() {
            case .incomplete: return
            case .tooLong: return endLine(over: Self.lineBytes)
            case .line(let line):
                guard budget.takes(line.readableBytes, at: .now()) else { return end(SnapcastMistake.tooMuch.message) }
                read(Array(line.readableBytesView))
            }
        }
    }

    /// Reads a line, if the server has not sent too much to be read. If the server sends a whole status that nobody asked for, it is then
    /// enough to know that there is one.
    private func read(_ line: [UInt8]) {
        guard !SnapcastMessage.isAboutStreams(line) else { return }
        let isUpdate = SnapcastMessage.isUpdate(line)
        if budget.reads(line.count, mayBeAnswer: !isUpdate, at: .now()) { return pass(line) }
        guard isUpdate else { return end(SnapcastMistake.tooMuch.message) }
        received([.unreadUpdate])
    }

    private func pass(_ line: [UInt8]) {
        do throws(SnapcastMistake) {
            let messages = try SnapcastMessage.all(in: line)
            guard budget.takes(messages: messages.count) else { throw SnapcastMistake.tooMuch }
            budget.hears(answers: messages.count { $0.isAnswer })
            received(messages)
        } catch {
            end(error.message)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: systemReason(error.errnoCode)
        case ChannelError.connectTimeout: "it does not answer"
        default: "\(error)"
        }
    }

    /// What SwiftNIO reports.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let connection: SnapcastConnection

        init(_ connection: SnapcastConnection) { self.connection = connection }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            connection.take(unwrapInboundIn(data))
        }

        func channelReadComplete(context: ChannelHandlerContext) { connection.passLines() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            connection.end("is gone: \(SnapcastConnection.reason(error))")
        }

        func channelInactive(context: ChannelHandlerContext) { connection.end("has closed the connection") }
    }
}
