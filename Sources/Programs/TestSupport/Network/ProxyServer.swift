/// A proxy on loopback that speaks HTTP and SOCKS5. It leads to one server, whatever host a client asks for.
package final class ProxyServer: Sendable {
    private let process: ChildProcess
    private let directory: TemporaryDirectory
    private let port: String

    private init(_ process: ChildProcess, _ directory: TemporaryDirectory, port: String) {
        self.process = process
        self.directory = directory
        self.port = port
    }

    /// Starts a proxy and waits until it listens.
    ///
    /// - Parameter login: the login that HTTP clients must send, as `USER:PASSWORD`.
    package static func start(
        to server: MediaServer, login: String? = nil
    ) async throws(TestSupportError) -> ProxyServer {
        let directory = try TemporaryDirectory()
        let log = directory.file("wishes.log")
        let program = String(#filePath.dropLast("ProxyServer.swift".count)) + "proxy_server.py"
        let process = try await ChildProcess.launch(
            "python3", [program, server.port] + (login.map { [$0] } ?? []), output: .file(log))
        let port = try await waitFor("the proxy to listen") { () async throws(TestSupportError) -> String? in
            guard process.isRunning else { throw TestSupportError(.programFailed, "the proxy has ended") }
            return lines(of: log).first
        }
        return ProxyServer(process, directory, port: port)
    }

    /// Returns the address of the proxy, as in `socks5h://127.0.0.1:1080`.
    package func address(_ scheme: String, login: String = "") -> String { "\(scheme)://\(login)127.0.0.1:\(port)" }

    /// The requests that the proxy got so far, such as `CONNECT radio.invalid:443`.
    package var wishes: [String] { Array(Self.lines(of: directory.file("wishes.log")).dropFirst()) }

    /// Returns only whole lines, because the proxy may still be writing the last one.
    private static func lines(of file: String) -> [String] {
        guard let bytes = try? readFile(file) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
