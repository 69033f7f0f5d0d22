/// What is asked of a server.
enum Request {
    /// A GET for the content from `offset` on.
    ///
    /// The range is asked for from the very beginning too: the answer tells whether one can seek.
    static func bytes(
        _ address: WebAddress, from offset: Int64, ifSameAs validator: String?, _ configuration: NetworkConfiguration
    ) -> [UInt8] {
        var lines = [
            "GET \(address.target) HTTP/1.1", "Host: \(address.authority)", "User-Agent: \(configuration.userAgent)",
            "Accept: */*", "Accept-Encoding: identity", "Connection: close", "Icy-MetaData: 1", "Range: bytes=\(offset)-",
        ]
        if offset > 0, let validator { lines.append("If-Range: \(validator)") }
        if let credentials = address.credentials {
            lines.append("Authorization: Basic \(Base64.encode(Array(credentials.utf8)))")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// RFC 4648, section 4: passwords in a header field.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func encode(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}
