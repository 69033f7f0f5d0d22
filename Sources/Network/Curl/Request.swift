/// What is asked of a server: a GET for the content from an offset on.
struct Request {
    let address: WebAddress
    let configuration: NetworkConfiguration
    /// The proxy that is asked in the server's place.
    let proxy: String?
    /// Header fields, those aside that libcurl makes itself.
    let fields: [String]

    /// The range is asked for from the very beginning too: the answer tells whether one can seek.
    /// - Parameter validator: of the content that has been read so far.
    init(_ address: WebAddress, from offset: Int64, ifSameAs validator: String?, _ configuration: NetworkConfiguration) {
        self.address = address
        self.configuration = configuration
        proxy = configuration.proxies.proxy(for: address)
        let fields = ["Accept-Encoding: identity", "Icy-MetaData: 1", "Range: bytes=\(offset)-"]
        self.fields = fields + (offset > 0 ? validator.map { ["If-Range: \($0)"] } ?? [] : [])
    }
}
