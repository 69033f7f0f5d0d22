import Glibc
import SystemSupport

/// A web server on loopback that speaks only HTTP/2 over TLS: `nghttpd`. It knows no ranges.
package final class HTTP2Server: Sendable {
    /// The directory that it serves. A file that is put here can be requested at once.
    package let directory: TemporaryDirectory
    private let process: ChildProcess
    private let port: UInt16

    private init(_ directory: TemporaryDirectory, _ process: ChildProcess, port: UInt16) {
        self.directory = directory
        self.process = process
        self.port = port
    }

    /// Starts a server under the name `localhost`, with the certificate and key of another server, and waits until it listens.
    package static func start(certificate: String, key: String) async throws(TestSupportError) -> HTTP2Server {
        let directory = try TemporaryDirectory()
        // The server cannot choose a port itself. If another program has taken the port meanwhile, the server ends at once.
        for attempt in 0..<20 {
            let port = try freePort()
            let log = directory.file("log-\(attempt)")
            let process = try await ChildProcess.launch(
                "nghttpd", ["--verbose", "--address=127.0.0.1", "-d", directory.path, "\(port)", key, certificate],
                output: .file(log), error: .discarded)
            let listens = try await waitFor("the web server to listen") { () async throws(TestSupportError) -> Bool? in
                if let bytes = try? readFile(log), String(decoding: bytes, as: UTF8.self).contains("listen 127.0.0.1") {
                    return true
                }
                return process.isRunning ? nil : false
            }
            if listens { return HTTP2Server(directory, process, port: port) }
        }
        throw TestSupportError(.programFailed, "nghttpd finds no port")
    }

    /// Returns the address of a file.
    package func address(_ name: String) -> String { "https://localhost:\(port)/\(name)" }

    /// Returns a port of loopback that no program uses now.
    private static func freePort() throws(TestSupportError) -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard status else { throw TestSupportError(.inputOutput, "no port is free: \(systemReason())") }
        return UInt16(bigEndian: address.sin_port)
    }
}
