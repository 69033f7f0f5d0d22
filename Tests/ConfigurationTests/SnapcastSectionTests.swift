import Testing

@testable import Configuration

@Suite("the section for rooms")
struct SnapcastSectionTests {
    private func read(_ line: String) throws -> Configuration.Snapcast {
        try Configuration(parsing: "[snapcast]\n\(line)\n", file: "c.toml").snapcast
    }

    @Test("a source is a host with a port, or nothing")
    func sources() throws {
        for text in ["", "127.0.0.1:4953", "server.lan:4953", "[::1]:4953"] {
            #expect(try read("source = \"\(text)\"").source == text)
            #expect(try read("announcements = \"\(text)\"").announcements == text)
        }
        for text in ["server", "server:0", "tcp://server:4953", "server:4953/x"] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("source = \"\(text)\"") }
        }
    }

    @Test("a format has a rate, bits and channels")
    func formats() throws {
        #expect(try read("format = \"44100:24:2\"").format == "44100:24:2")
        for text in ["", "44100", "44100:20:2", "44100:16:200"] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("format = \"\(text)\"") }
        }
    }
}
