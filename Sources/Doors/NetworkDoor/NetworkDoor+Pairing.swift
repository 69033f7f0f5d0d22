import Application
import JSON
import LineServer
import NIOCore
import Remotes

// A device that is paired: it names six digits, and gets a token.
extension NetworkDoor {
    /// The longest request, in bytes.
    private static let requestBytes = 4 << 10
    /// For how long a browser keeps the token, in seconds: browsers allow 400 days.
    private static let cookieSeconds = 400 * 86_400

    /// What the device says: the digits, its name, and whether it wants the token itself, because it is no browser.
    private struct PairRequest {
        let code: String
        let name: String
        let isBearer: Bool

        init?(_ body: ByteBuffer) {
            guard let json = try? JSONValue(parsing: Array(body.readableBytesView), maximumDepth: 4),
                let code = json["code"]?.stringValue, code.utf8.count <= 16, let name = json["name"]?.stringValue
            else { return nil }
            self.code = code
            self.name = name
            isBearer = json["bearer"]?.boolValue ?? false
        }
    }

    /// Takes the digits of a device.
    func pairPlan(_ connection: HTTPConnection) -> WebPlan {
        .body(
            WebPlan.Taking(limit: Self.requestBytes) { [weak self, weak connection] body, answer in
                guard let self, let connection, let request = PairRequest(body) else {
                    return answer(WebRefusal.badRequest.response)
                }
                application.remotes.pair(request.code, name: request.name, from: connection.line.party) { [isSecure] result in
                    answer(Self.response(to: result, isBearer: request.isBearer, isSecure: isSecure))
                }
            })
    }

    private static func response(
        to result: Result<(token: String, device: PairedDevice), PairingRefusal>, isBearer: Bool, isSecure: Bool
    ) -> WebResponse {
        switch result {
        case .success(let (token, device)):
            var members = [("name", device.name), ("role", device.role.rawValue)]
            if isBearer { members.append(("token", token)) }
            var response = WebResponse(status: 200, type: "application/json", body: ByteText.object(members))
            if !isBearer {
                // One that came over TLS must never go without.
                let secure = isSecure ? "; Secure" : ""
                let cookie =
                    "\(WebRequest.cookie)=\(token); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(cookieSeconds)\(secure)"
                response.lines.append(("Set-Cookie", cookie))
            }
            return response
        case .failure(let refusal):
            let status =
                switch refusal {
                case .wrong: 403
                case .tooMany: 429
                case .badName: 400
                case .tooManyDevices, .notKept: 503
                }
            return WebResponse(
                status: status, type: "application/json", body: ByteText.object([("error", refusal.description)]))
        }
    }
}
