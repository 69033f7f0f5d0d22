import Glibc
import SystemSupport

extension LineServerError {
    /// Makes the error of a failed system call, with the reason from `errno`.
    static func system(_ what: String) -> LineServerError {
        LineServerError(code: .system, message: "\(what): \(systemReason())")
    }
}

/// Calls `body` with the address of the Unix socket at `path`.
///
/// - Throws: ``LineServerError/Code/pathTooLong``: an address holds 107 bytes and a terminating zero.
func withSocketAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) throws(LineServerError) -> Result {
    guard let result = UnixSocketAddress.with(path, body) else {
        let (length, most) = (path.utf8.count, UnixSocketAddress.longestPath)
        throw LineServerError(
            code: .pathTooLong, message: "the socket path is \(length) bytes long, but at most \(most) fit: \(path)")
    }
    return result
}
