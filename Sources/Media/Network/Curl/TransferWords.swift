import CCurl
import Glibc
import MediaTypes
import SystemSupport

/// How a transfer has ended.
struct TransferEnd {
    let result: CURLcode
    /// libcurl's text for the result.
    let text: String
    /// The error number of the last system call that failed; 0 for none.
    let systemError: Int32
    /// The verdict on the certificate: the bits of GnuTLS, or the number of OpenSSL; 0 if it is right.
    let verification: Int
    /// Whether the verdict is one of GnuTLS.
    let isByGnuTLS: Bool
    /// The proxy's status for the request for a tunnel; 0 if there was no such request.
    let tunnelStatus: Int
    /// What is wrong with the head.
    let fault: String?
    /// How many announced bytes of content have not come; `nil` if no length was announced.
    let missing: Int64?
}

/// The sentences that explain to a person why a transfer failed.
struct TransferWords {
    private let address: WebAddress
    private let certificateFile: String?
    /// The server or the proxy to which connections lead, in words.
    private let peer: String
    private let asksProxy: Bool

    init(_ request: Request) {
        address = request.address
        certificateFile = request.configuration.certificateFile
        peer = request.proxy.map { "the proxy \(ProxyChoice.shown($0))" } ?? request.address.host
        asksProxy = request.proxy != nil
    }

    /// The failure for an address that may not be reached.
    var refusal: NetworkFailure {
        .refused(
            MediaError(
                .notAllowed,
                "\(address.text) is not followed: a public host or a client of the network named it, and \(address.host) is an address "
                    + "of this machine or of a private network"))
    }

    /// The failure for an answer that has hardly any content.
    var tooMuchPadding: NetworkFailure {
        .refused(MediaError(.networkFailed, "\(address.text) is given up: hardly anything of what the server sends is content"))
    }

    /// The failure for a station with a text after every few bytes of sound.
    func tooManyTexts(_ interval: Int) -> NetworkFailure {
        .refused(
            MediaError(
                .networkFailed,
                "\(address.text) is not read: it has a text after every \(interval) bytes of sound, and there have to be "
                    + "\(ResponseHead.leastTextInterval) between two"))
    }

    /// Returns the failure, with its sentence, for a transfer that has ended in this way.
    func failure(_ end: TransferEnd) -> NetworkFailure {
        if let fault = end.fault { return .failed(fault) }
        if end.tunnelStatus >= 400 {
            return .failed("\(peer) opens no way to \(address.host): it answers with status \(end.tunnelStatus)")
        }
        switch end.result {
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_COULDNT_RESOLVE_HOST:
            return .failed("the host \(address.host) cannot be found: no name server knows it, or none answers")
        case CURLE_COULDNT_RESOLVE_PROXY: return .failed("\(peer) cannot be found")
        case CURLE_COULDNT_CONNECT:
            return .failed(
                "no connection to \(peer) can be made (\(end.systemError == 0 ? words(end) : systemReason(end.systemError)))")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return .failed("the answer is not HTTP")
        case CURLE_GOT_NOTHING, CURLE_OK: return .failed("the connection ended in the middle of an answer")
        case CURLE_PARTIAL_FILE where end.missing != nil:
            return .failed("the connection ended \(end.missing ?? 0) bytes too early")
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING: return .failed("the connection ended in the middle of the content")
        case CURLE_SSL_CACERT_BADFILE:
            let file = certificateFile ?? "the system's"
            return .refused(
                MediaError(
                    .networkFailed, "the file of certificates \(file) cannot be read, so that no secure connection can be made"))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ISSUER_ERROR:
            return .failed("no secure connection to \(address.host) can be made: \(Self.reason(end))")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return .failed(
                "the connection to \(peer) was lost\(end.systemError == 0 ? "" : " (\(systemReason(end.systemError)))")")
        default: return .failed(words(end))
        }
    }

    /// Returns libcurl's text. For a proxy that libcurl cannot use, that text would contain its password, so it is
    /// replaced.
    private func words(_ end: TransferEnd) -> String {
        asksProxy && end.text.unicodeScalars.contains("@") ? "\(peer) is none that can be asked" : end.text
    }

    /// Returns what is wrong with a certificate, by the bits that GnuTLS sets.
    private static func reason(_ end: TransferEnd) -> String {
        let reasons = [
            (1 << 5, "its certificate was revoked"), (1 << 10, "its certificate has expired"),
            (1 << 9, "its certificate is not valid yet"), (1 << 8, "its certificate uses an insecure algorithm"),
            (1 << 6, "its certificate is not trusted: nobody who is has signed it"),
        ]
        guard end.isByGnuTLS || end.verification == 0 else { return "its certificate is not accepted (\(end.text))" }
        if let reason = reasons.first(where: { end.verification & $0.0 != 0 }) { return reason.1 }
        // The name is checked only if everything else is right.
        if end.result == CURLE_PEER_FAILED_VERIFICATION, end.verification == 0 {
            return "its certificate is of another name"
        }
        return "it does not speak TLS, or no kind of it that is secure (\(end.text))"
    }
}
