import JSON
import NIOCore
import NIOHTTP1

/// An answer of HTTP that is known as a whole. A value.
struct WebResponse {
    var status: Int
    /// The media type; `nil` without a body.
    var type: String?
    /// Further lines of the head, by their names.
    var lines: [(name: String, value: String)] = []
    var body = ByteBuffer()
    /// Whether the head alone is sent.
    var isHeadOnly = false
    /// Whether the body, which is not sent, would have no end.
    var isEndless = false
    /// How long browsers may keep it.
    var keeping = "no-store"

    /// What browsers must not do with anything from here.
    static func safety(host: String) -> [(name: String, value: String)] {
        let policy = [
            "default-src 'self'", "connect-src 'self' ws://\(host) wss://\(host)", "img-src 'self' data: blob:",
            "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types fermata",
        ]
        return [
            ("Content-Security-Policy", policy.joined(separator: "; ")), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)"),
        ]
    }

    /// Returns the head.
    /// - Parameters:
    ///   - host: the host that was asked for, if it is known to be one of ours.
    ///   - closes: whether the connection ends with the answer.
    func head(host: String?, closes: Bool) -> ByteBuffer {
        var head = Self.head(status: status, type: type, host: host, closes: closes, lines + [("Cache-Control", keeping)])
        if status != 304, !isEndless { head.writeString("Content-Length: \(body.readableBytes)\r\n") }
        head.writeString("\r\n")
        return head
    }

    /// Returns the lines of a head, without the empty one at its end.
    static func head(
        status: Int, type: String?, host: String?, closes: Bool, _ lines: [(name: String, value: String)] = []
    ) -> ByteBuffer {
        var text = "HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n"
        if let type { text += "Content-Type: \(type)\r\n" }
        if closes { text += "Connection: close\r\n" }
        for (name, value) in lines + safety(host: host ?? "localhost") { text += "\(name): \(value)\r\n" }
        return ByteBuffer(string: text)
    }
}

/// Bytes of short texts.
enum ByteText {
    /// Returns an object of JSON with these members.
    static func object(_ members: [(String, String)]) -> ByteBuffer {
        let object = JSONObject(members.map { JSONObject.Member(name: $0.0, value: .string($0.1)) })
        return ByteBuffer(bytes: JSONValue.object(object).bytes)
    }
}
