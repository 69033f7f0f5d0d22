import FoundationEssentials

/// A service on loopback that is told what is heard, as ListenBrainz and Last.fm are; `listen_server.py` lists how it may answer.
package final class ListenServer: Sendable {
    /// One request that came.
    package struct Request: Decodable, Sendable {
        package let path: String
        package let authorization: String
        package let body: String
    }

    private let directory: TemporaryDirectory
    private let process: ChildProcess
    private let log: String
    /// Where it is.
    package let address: String

    private init(_ directory: TemporaryDirectory, _ process: ChildProcess, log: String, port: Int) {
        self.directory = directory
        self.process = process
        self.log = log
        address = "http://127.0.0.1:\(port)"
    }

    /// Starts a service that answers in this way, and waits until it listens.
    package static func start(_ mode: String = "ok") async throws(TestSupportError) -> ListenServer {
        let directory = try TemporaryDirectory()
        let log = directory.file("requests.log")
        try writeFile(Array(mode.utf8), to: directory.file("mode"))
        let program = String(#filePath.dropLast("ListenServer.swift".count)) + "listen_server.py"
        let process = try await ChildProcess.launch("python3", [program, directory.path], output: .file(log))
        let port = try await waitFor("the service to listen") { () async throws(TestSupportError) -> Int? in
            (try? lines(of: log))?.first.flatMap { Int($0) }
        }
        return ListenServer(directory, process, log: log, port: port)
    }

    /// Has it answer in another way from now on.
    package func answer(_ mode: String) throws(TestSupportError) { try writeFile(Array(mode.utf8), to: directory.file("mode")) }

    /// Has a person allow what Last.fm asks.
    package func allow() throws(TestSupportError) { try writeFile([], to: directory.file("allowed")) }

    /// The requests so far.
    package var requests: [Request] {
        let lines = (try? Self.lines(of: log)) ?? []
        return lines.dropFirst().compactMap { try? JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }

    /// Ends it.
    package func stop() async throws(TestSupportError) { try await process.stop(9) }

    private static func lines(of file: String) throws(TestSupportError) -> [String] {
        let text = String(decoding: try readFile(file), as: UTF8.self)
        // It may still be writing the last line.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
