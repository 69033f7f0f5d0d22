/// A GET for the content at an address, from an offset on.
struct Request {
    let address: WebAddress
    let configuration: NetworkConfiguration
    /// The proxy to ask instead of the server; `nil` for none.
    let proxy: String?
    /// Header fields other than those that libcurl adds itself.
    let fields: [String]

    /// Makes a request. It asks for a range even from the very beginning: the answer shows whether the server can seek.
    /// - Parameters:
    ///   - validator: the validator of the content read so far.
    ///   - cookies: what the redirects have set that led to the address.
    init(
        _ address: WebAddress, from offset: Int64, ifSameAs validator: String?, _ cookies: RedirectCookies,
        _ configuration: NetworkConfiguration
    ) {
        self.address = address
        self.configuration = configuration
        proxy = configuration.proxies.proxy(for: address)
        let fields = ["Accept-Encoding: identity", "Icy-MetaData: 1", "Range: bytes=\(offset)-"]
        self.fields =
            fields + (cookies.field(for: address).map { [$0] } ?? [])
            + (offset > 0 ? validator.map { ["If-Range: \($0)"] } ?? [] : [])
    }
}
