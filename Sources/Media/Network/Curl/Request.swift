/// One request as libcurl sends it, a GET as a rule.
struct Request {
    /// What another request than a GET does and brings along.
    struct Content {
        let method: String
        /// The content; `nil` for none.
        let bytes: [UInt8]?
    }

    let address: WebAddress
    let configuration: NetworkConfiguration
    /// The proxy to ask instead of the server; `nil` for none.
    let proxy: String?
    /// Header fields other than those that libcurl adds itself.
    let fields: [String]
    /// `nil` for a GET.
    let content: Content?

    /// Makes a GET for the content at an address, from an offset on. It asks for a range even from the very beginning: the answer shows
    /// whether the server can seek.
    /// - Parameters:
    ///   - validator: the validator of the content read so far.
    ///   - cookies: what the redirects have set that led to the address.
    init(
        _ address: WebAddress, from offset: Int64, ifSameAs validator: String?, _ cookies: RedirectCookies,
        _ configuration: NetworkConfiguration
    ) {
        let fields = ["Accept-Encoding: identity", "Icy-MetaData: 1", "Range: bytes=\(offset)-"]
        let condition = offset > 0 ? validator.map { ["If-Range: \($0)"] } ?? [] : []
        self.init(address, fields: fields + condition, cookies, nil, configuration)
    }

    /// - Parameters:
    ///   - fields: header fields other than those that libcurl adds itself.
    ///   - cookies: what the redirects have set that led to the address.
    ///   - content: `nil` for a GET.
    init(
        _ address: WebAddress, fields: [String], _ cookies: RedirectCookies, _ content: Content?,
        _ configuration: NetworkConfiguration
    ) {
        self.address = address
        self.configuration = configuration
        self.content = content
        proxy = configuration.proxies.proxy(for: address)
        self.fields = fields + (cookies.field(for: address).map { [$0] } ?? [])
    }
}
