package import MediaTypes

/// One request to a service in the web, and how much is taken of its answer. A value.
package struct ServiceRequest: Sendable {
    /// What the service is to do with the address (RFC 9110, section 9).
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package let address: WebAddress
    package var method = Method.get
    /// Header fields besides those that every request has, such as `Accept: application/json`. One with a control character in it is not
    /// sent. They go to the protocol, host and port of the address only, wherever a redirect leads, and no error shows them.
    package var fields: [String] = []
    /// The content of a ``Method/post(_:)`` or ``Method/put``.
    package var body: [UInt8] = []
    /// The media type of the content.
    package var bodyType = "application/json"
    /// How many bytes of content the answer may have.
    package var mostBytes = 4 << 20
    /// How long the whole question may take, in seconds.
    package var timeoutSeconds = 20.0
    /// Which addresses the request may connect to.
    package var reach = NetworkReach.everywhere

    package init(_ address: WebAddress) { self.address = address }

    /// Returns the request for an address to which this one has led.
    func request(
        at place: WebAddress, _ cookies: RedirectCookies, _ configuration: NetworkConfiguration
    ) -> Request {
        var own = ["Accept-Encoding: identity"]
        if place.hasOrigin(of: address) { own += fields.filter { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } } }
        var content: Request.Content?
        if method != .get {
            let hasBody = method != .delete
            content = Request.Content(method: method.rawValue, bytes: hasBody ? body : nil)
            // No answer is waited for before the content is sent.
            if hasBody { own += ["Content-Type: \(bodyType)", "Expect:"] }
        }
        return Request(place, fields: own, cookies, content, configuration)
    }
}

/// What a service has answered. A value.
package struct ServiceReply: Hashable, Sendable {
    /// The status (RFC 9110, section 15).
    package let status: Int
    /// The header fields, with names in lower case; of several with one name, the first.
    package let fields: [String: String]
    /// The content.
    package let body: [UInt8]
    /// The address that has answered, behind all redirects.
    package let address: WebAddress
    /// Which addresses the content may lead to.
    package let reach: NetworkReach
}
