/// A web server on loopback with habits that the query of each address chooses; `media_server.py` lists them.
package final class MediaServer: Sendable {
    /// What it serves; files put here are there at once.
    package let directory: TemporaryDirectory
    private let process: ChildProcess
    private let log: String
    private let root: String

    private init(_ directory: TemporaryDirectory, _ process: ChildProcess, log: String, root: String) {
        self.directory = directory
        self.process = process
        self.log = log
        self.root = root
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter name: speaks TLS under that name, with a certificate of its own (``certificate``).
    package static func start(secureAs name: String? = nil) async throws(TestSupportError) -> MediaServer {
        let directory = try TemporaryDirectory()
        let certificate = directory.file("certificate.pem")
        let key = directory.file("key.pem")
        if let name {
            try await Tool.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-keyout", key, "-out", certificate,
                ])
        }
        let log = directory.file("requests.log")
        let program = String(#filePath.dropLast("MediaServer.swift".count)) + "media_server.py"
        let process = try await ChildProcess.launch(
            "python3", [program, directory.path] + (name == nil ? [] : [certificate, key]), output: .file(log))
        let port = try await waitFor("the web server to listen") { () async throws(TestSupportError) -> Int? in
            guard process.isRunning else { throw TestSupportError(.programFailed, "the web server has ended") }
            return (try? lines(of: log))?.first.flatMap { Int($0) }
        }
        let root = name == nil ? "http://127.0.0.1:\(port)" : "https://localhost:\(port)"
        return MediaServer(directory, process, log: log, root: root)
    }

    /// The address of a file with a query, as in `song.flac?cut=1000`.
    package func address(_ name: String) -> String { "\(root)/\(name)" }

    /// The certificate of a server that speaks TLS: it is its own authority.
    package var certificate: String { directory.file("certificate.pem") }

    /// The requests so far, each with the range it asked for (`-` for none).
    package var requests: [String] { Array(((try? Self.lines(of: log)) ?? []).dropFirst()) }

    /// Stops it at once; connections break off.
    package func kill() async throws(TestSupportError) { try await process.stop(9) }

    private static func lines(of file: String) throws(TestSupportError) -> [String] {
        let text = String(decoding: try readFile(file), as: UTF8.self)
        // The last line may still be being written.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
