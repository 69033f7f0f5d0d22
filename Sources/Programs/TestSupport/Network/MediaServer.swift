/// A web server on loopback. The query of each address chooses its behaviour; `media_server.py` lists the choices.
package final class MediaServer: Sendable {
    /// The directory that it serves. A file that is put here can be requested at once.
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
    /// - Parameters:
    ///   - name: if given, the server speaks TLS under that name, with a certificate of its own (``certificate``).
    ///   - isExpired: whether that certificate was valid only until yesterday.
    package static func start(secureAs name: String? = nil, isExpired: Bool = false) async throws(TestSupportError) -> MediaServer
    {
        let directory = try TemporaryDirectory()
        let certificate = directory.file("certificate.pem")
        let key = directory.file("key.pem")
        if let name {
            let request = directory.file("request.pem")
            try await Tool.run(
                "openssl",
                [
                    "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)",
                    "-addext", "subjectAltName=DNS:\(name)", "-keyout", key, "-out", request,
                ])
            let signing = [
                "x509", "-req", "-in", request, "-signkey", key, "-copy_extensions", "copy", "-out", certificate,
            ]
            do {
                let expired = ["-not_before", "20200101000000Z", "-not_after", "20200102000000Z"]
                try await Tool.run("openssl", signing + (isExpired ? expired : ["-days", "2"]))
            } catch {
                guard isExpired else { throw error }
                // Older releases of openssl know of no beginning but now. Newer ones sign nothing that ends before it begins.
                try await Tool.run("openssl", signing + ["-days", "-1"])
            }
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

    /// Returns the address of a file with a query, as in `song.flac?cut=1000`.
    package func address(_ name: String) -> String { "\(root)/\(name)" }

    /// The port on which it listens on 127.0.0.1.
    package var port: String { String(root.split(separator: ":").last ?? "") }

    /// The certificate of a server that speaks TLS. It is self-signed.
    package var certificate: String { directory.file("certificate.pem") }

    /// The key of that certificate.
    package var key: String { directory.file("key.pem") }

    /// The requests so far, each with its range (`-` for none).
    package var requests: [String] { told.filter { $0 != "+" && $0 != "-" } }

    /// How many connections were made so far. For a server that speaks TLS, it is the number of handshakes.
    package var connectionCount: Int { told.count { $0 == "+" } }

    /// How many connections are open.
    package var openConnectionCount: Int { told.reduce(0) { $0 + ($1 == "+" ? 1 : $1 == "-" ? -1 : 0) } }

    private var told: [String] { Array(((try? Self.lines(of: log)) ?? []).dropFirst()) }

    /// Stops the server at once; its connections break.
    package func kill() async throws(TestSupportError) { try await process.stop(9) }

    private static func lines(of file: String) throws(TestSupportError) -> [String] {
        let text = String(decoding: try readFile(file), as: UTF8.self)
        // The server may still be writing the last line.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
