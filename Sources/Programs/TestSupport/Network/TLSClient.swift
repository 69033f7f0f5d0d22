/// A client of the door for the network over TLS that is not ours: `tls_client.py`.
package enum TLSClient {
    /// Has it do one thing, and returns what it prints, without the last line feed.
    package static func run(port: UInt16, _ arguments: String...) async throws(TestSupportError) -> String {
        let program = String(#filePath.dropLast("TLSClient.swift".count)) + "tls_client.py"
        let said = String(decoding: try await Tool.run("python3", [program, "\(port)"] + arguments), as: UTF8.self)
        return said.hasSuffix("\n") ? String(said.dropLast()) : said
    }
}
