import NIOHTTP1
import Remotes

/// What a request of HTTP says, as far as it matters here. A value.
struct WebRequest {
    let method: HTTPMethod
    /// The path, without what is behind a question mark.
    let path: String
    /// The `Host` line.
    let host: String
    /// What it says about the page that it comes from.
    let rule: WebRule.Request
    /// All lines of the head.
    let head: HTTPRequestHead
    /// Whether it asks for a WebSocket.
    let wantsWebSocket: Bool
    /// The media type of the body, without its parameters, in lower case.
    let contentType: String?
    /// How long the body is to be; `nil` if that is not said.
    let contentLength: Int?
    /// The tags of what the browser has already.
    let knownTags: String?
    /// The token that a device has got when it was paired.
    let token: String?
    /// The ticket for listening that stands in the address.
    let ticket: String?
    /// Whether it comes through another server.
    let isForwarded: Bool

    /// The longest path. Ours are short.
    static let longestPath = 256

    /// Reads the head of a request.
    ///
    /// - Throws: the answer to one that is none.
    init(_ head: HTTPRequestHead) throws(WebRefusal) {
        guard head.version == .http1_1 else { throw .httpVersion }
        // What may be said once and is said twice means one thing to us and another to a server before us.
        for name in ["host", "origin", "content-length", "content-type", "authorization", "transfer-encoding"]
        where head.headers[name].count > 1 {
            throw .badRequest
        }
        guard let host = head.headers.first(name: "host"), !host.isEmpty else { throw .badRequest }
        let path = head.uri.prefix { $0 != "?" }
        guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath else { throw .notFound }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }) else { throw .notFound }
        let mode = head.headers.first(name: "sec-fetch-mode")
        self.head = head
        method = head.method
        self.path = String(path)
        self.host = host
        rule = WebRule.Request(
            host: host, origin: head.headers.first(name: "origin"), site: head.headers.first(name: "sec-fetch-site"),
            isVisit: mode == "navigate" && head.method == .GET)
        wantsWebSocket = [("upgrade", "websocket"), ("connection", "upgrade")].allSatisfy { name, word in
            head.headers[canonicalForm: name].contains { $0.lowercased() == word }
        }
        contentType = head.headers.first(name: "content-type").map { type in
            type.prefix { $0 != ";" }.lowercased().split(separator: " ").joined()
        }
        contentLength = head.headers.first(name: "content-length").flatMap { Int($0) }
        knownTags = head.headers.first(name: "if-none-match")
        token = Self.token(head.headers)
        ticket = Self.ticket(head.uri.dropFirst(path.utf8.count))
        isForwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].contains { head.headers.contains(name: $0) }
    }

    /// The name of the cookie with the token.
    static let cookie = "fermata"

    /// The name of the ticket behind the question mark of an address.
    static let ticketName = "ticket"

    private static func ticket(_ query: Substring) -> String? {
        let wanted = "?\(ticketName)="
        return query.hasPrefix(wanted) ? String(query.dropFirst(wanted.count)) : nil
    }

    private static func token(_ headers: HTTPHeaders) -> String? {
        // A browser that has named itself to a server before us says so to us as well: that is no token of ours.
        if let value = headers.first(name: "authorization"), value.lowercased().hasPrefix("bearer ") {
            return String(value.dropFirst(7))
        }
        for line in headers["cookie"] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix(cookie + "=") { return String(pair.dropFirst(cookie.count + 1)) }
            }
        }
        return nil
    }
}

/// Why a request is refused whatever it wants.
enum WebRefusal: Int, Error, Hashable, Sendable {
    case badRequest = 400
    case notPaired = 401
    case foreignPage = 403
    case notFound = 404
    case methodNotAllowed = 405
    case tooSlow = 408
    case tooLong = 413
    case notJSON = 415
    case unknownHost = 421
    case upgradeRequired = 426
    case tooMany = 429
    case headTooLong = 431
    case unavailable = 503
    case httpVersion = 505

    /// A sentence for a person.
    var sentence: String {
        switch self {
        case .badRequest: "this is no request of HTTP"
        case .notPaired: "this device is not paired: `fermata remote pair` says how"
        case .foreignPage: "the request comes from a page of somebody else"
        case .notFound: "nothing is there"
        case .methodNotAllowed: "this cannot be done with that"
        case .tooSlow: "the request took too long"
        case .tooLong: "the message is too long"
        case .notJSON: "the message has to be of the type application/json"
        case .unknownHost: "this machine is not known by that name: `names` in [remote] of config.toml says which names count"
        case .upgradeRequired: "messages come over a WebSocket here"
        case .tooMany: "too many attempts"
        case .headTooLong: "the head of the request is too long"
        case .unavailable: "there is no room for this now"
        case .httpVersion: "this server speaks HTTP 1.1"
        }
    }

    /// The words behind the number.
    var reason: String { HTTPResponseStatus(statusCode: rawValue).reasonPhrase }

    /// The answer.
    var response: WebResponse {
        var response = WebResponse(
            status: rawValue, type: "application/json", body: ByteText.object([("error", sentence)]))
        switch self {
        case .methodNotAllowed: response.lines.append(("Allow", "GET, HEAD, POST"))
        case .upgradeRequired: response.lines.append(("Upgrade", "websocket"))
        default: break
        }
        return response
    }
}
