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
