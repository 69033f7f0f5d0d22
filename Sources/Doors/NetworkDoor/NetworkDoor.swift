package import Application
package import ControlServer
import Glibc
package import LineServer
package import Logging
import NIOCore
import NIOHTTP1
import Remotes
import SystemSupport
import TLS

/// The door for browsers and programs of the network: HTTP, and the messages of the control protocol over WebSocket. The server of the control
/// socket carries the messages out, so that both have the same methods, events and limits.
///
/// Confined to the control thread.
package final class NetworkDoor {
    let application: Application
    let server: ControlServer
    let logger: Logger
    private let rule: WebRule
    private let ownAddresses: () -> [[UInt8]]
    private let names: [String]
    /// Whether it speaks TLS, and nothing else.
    let isSecure: Bool
    /// What new connections show; `nil` without TLS.
    var credentials: TLSCredentials?
    private var refusalPace = LogPace()
    private var slowPace = LogPace()
    /// Paces the line about connections without an agreement.
    var agreementPace = LogPace()
    /// How many pictures are being looked for and sent.
    var pictures = PictureTurns()
    /// How many sounds come, or are being opened.
    var voices = 0
    /// Where clients can connect.
    package private(set) var addresses: [String] = []

    /// The largest head of a request, in bytes: browsers send less than two thousand.
    private static let headBytes = 16 << 10
    private static let headLines = 64

    /// Makes the door, which does not listen yet.
    /// - Parameters:
    ///   - server: carries the messages out.
    ///   - host: the name of this machine.
    ///   - ownAddresses: returns the addresses of this machine, as bytes.
    package init(
        _ application: Application, _ server: ControlServer, _ settings: NetworkDoorSettings, host: String,
        ownAddresses: @escaping () -> [[UInt8]], logger: Logger
    ) {
        self.ownAddresses = ownAddresses
        self.application = application
        self.server = server
        self.logger = logger
        names = [host] + settings.names
        isSecure = settings.tls != nil
        rule = WebRule(names: settings.names + [host], isSecure: isSecure)
    }

    /// Listens on the addresses of the settings; not without the certificate that they ask for, which the log tells.
    ///
    /// - Throws: `LineServerError`; its message is for the user.
    package func start(_ settings: NetworkDoorSettings) throws(LineServerError) {
        takeCertificate(settings)
        guard !isSecure || credentials != nil else { return }
        try listen(settings)
    }

    /// Takes the certificate of the settings, which may be another one than before, for new connections. A door that was closed for want of
    /// one opens. Without a good one, the last one stays.
    package func reload(_ settings: NetworkDoorSettings) throws(LineServerError) {
        guard isSecure else { return }
        takeCertificate(settings)
        guard credentials != nil, addresses.isEmpty else { return }
        try listen(settings)
    }

    private func takeCertificate(_ settings: NetworkDoorSettings) {
        guard let source = settings.tls else { return }
        let listening = settings.addresses.compactMap { HostPort($0).flatMap { ReachableAddresses.bytes(of: $0.host) } }
        do throws(TLSError) {
            credentials = try application.remotes.credentials(source, OwnCertificateRule(names: names, addresses: listening))
        } catch {
            let loss = credentials == nil ? "Browsers cannot connect." : "The last certificate is used on."
            logger.error("\(loss)", metadata: ["reason": "\(error)"])
        }
    }

    private func listen(_ settings: NetworkDoorSettings) throws(LineServerError) {
        var failure: LineServerError?
        for address in settings.addresses {
            do throws(LineServerError) {
                try server.start(address: address) { [weak self] pipeline, line in
                    guard let self else { return }
                    Self.noticeLostClients(pipeline)
                    try hide(pipeline, line)
                    var limits = NIOHTTPDecoderLimitConfiguration()
                    limits.maxHeaderFieldSize = Self.headBytes
                    limits.maxHeaderListSize = Self.headBytes
                    limits.maxHeaderFieldCount = Self.headLines
                    // Who sends frames before the answer to the request for a WebSocket breaks the rules: they are lost.
                    let decoder = ByteToMessageHandler(
                        HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits))
                    try pipeline.addHandler(decoder)
                    try pipeline.addHandler(HTTPConnection(line, decoder: decoder, door: self))
                }
                addresses.append(address)
            } catch {
                failure = failure ?? error
            }
        }
        guard !addresses.isEmpty else {
            if let failure { throw failure }
            return
        }
        application.remotes.open {
            [addresses, ownAddresses, isSecure] in
            ReachableAddresses.of(addresses, own: ownAddresses(), isSecure: isSecure)
        } close: { [server] client in
            server.end(ClientID(number: client, isFar: true))
        }
        logger.info("Browsers can connect.", metadata: ["to": "\(addresses.joined(separator: ", "))"])
        if let failure { throw failure }
    }

    /// Has the system look after clients that say nothing for a minute: a telephone goes without a word. Nothing here wakes up for that.
    private static func noticeLostClients(_ pipeline: ChannelPipeline.SynchronousOperations) {
        let options = [
            (SOL_SOCKET, SO_KEEPALIVE, CInt(1)), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 60), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 20),
            (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ]
        try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            for (level, name, value) in options {
                var value = value
                setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
            }
        }
    }

    /// The longest message, in bytes.
    var messageLimit: Int { server.limits.lines.lineBytes }
    /// How long a client may take to read a piece of an answer.
    var writeTimeout: TimeAmount { server.limits.lines.writeTimeout }

    // MARK: Requests

    /// Checks where a request comes from.
    func check(_ request: WebRequest) throws(WebRefusal) {
        guard let refusal = rule.refusal(of: request.rule) else { return }
        if let count = refusalPace.note(at: MonotonicClock.nanoseconds) {
            logger.notice(
                "refusing requests of browsers",
                metadata: ["reason": "\(refusal)", "for": "\(Self.shown(request.host))", "since the last line": "\(count)"])
        }
        switch refusal {
        case .unknownHost: throw .unknownHost
        case .foreignPage: throw .foreignPage
        }
    }

    /// Notes in the log, now and then, that a listener has lost its place.
    func noteSlowListener(_ line: LineConnection) {
        guard let count = slowPace.note(at: MonotonicClock.nanoseconds) else { return }
        logger.notice(
            "A listener does not read, and is closed.", metadata: ["of": "\(line.party)", "since the last line": "\(count)"])
    }

    private static func shown(_ host: String) -> String {
        String(decoding: host.utf8.prefix(64).map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Says what becomes of a request whose origin was checked.
    func plan(for request: WebRequest, of connection: HTTPConnection) throws(WebRefusal) -> WebPlan {
        let isReading = request.method == .GET || request.method == .HEAD
        switch request.path {
        case "/rpc" where request.method == .GET:
            guard request.wantsWebSocket else { throw .upgradeRequired }
            let head = try webSocketHead(request, connection)
            try admit(request, connection)
            return .webSocket(head)
        case "/rpc":
            guard request.method == .POST else { throw .methodNotAllowed }
            guard request.contentType == "application/json" else { throw .notJSON }
            try admit(request, connection)
            return .message
        case "/pair":
            guard request.method == .POST else { throw .methodNotAllowed }
            guard request.contentType == "application/json" else { throw .notJSON }
            return pairPlan(connection)
        case "/announce":
            guard request.method == .POST else { throw .methodNotAllowed }
            try admit(request, connection)
            return try voicePlan(request, connection)
        default:
            guard isReading else { throw .methodNotAllowed }
            if let format = Self.streamFormat(at: request.path) { return try listenPlan(format, request, connection) }
            if request.path.hasPrefix("/picture/") {
                try admit(request, connection)
                return try picturePlan(request, connection)
            }
            guard var response = PageFiles.response(at: request.path, knownTags: request.knownTags) else { throw .notFound }
            response.isHeadOnly = request.method == .HEAD
            return .answer(response)
        }
    }

    /// Finds what the connection may do, and has it count from now on.
    /// - Parameter ticket: what stands for a token where that counts.
    func admit(_ request: WebRequest, _ connection: HTTPConnection, ticket: String? = nil) throws(WebRefusal) {
        let isDirect = WebRule.isLoopback(request.host) && !request.isForwarded
        let grant =
            request.token.flatMap { application.remotes.grant(token: $0) }
            ?? ticket.flatMap { application.remotes.grant(ticket: $0) }
        guard let grant = grant ?? application.remotes.grant(user: connection.user, isDirect: isDirect) else {
            throw .notPaired
        }
        guard application.remotes.hasRoom(for: grant, as: connection.line.id.number) else { throw .unavailable }
        application.remotes.admit(connection.line.id.number, as: grant)
        connection.line.didAuthenticate()
    }

    /// Returns the head that makes a WebSocket of the connection.
    private func webSocketHead(_ request: WebRequest, _ connection: HTTPConnection) throws(WebRefusal) -> ByteBuffer {
        guard let accept = connection.webSocketAccept(request.head) else { throw .badRequest }
        return ByteBuffer(
            string: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
    }
}
