import Testing

@testable import Configuration

@Suite("the section for clients of MPD")
struct MPDSectionTests {
    private func read(_ line: String) throws -> Configuration.MPD {
        try Configuration(parsing: "[mpd]\n\(line)\n", file: "c.toml").mpd
    }

    @Test("a socket is an absolute path, or below the home or the directory for running programs")
    func sockets() throws {
        for text in ["/run/mpd", "~/mpd.sock", "$XDG_RUNTIME_DIR/mpd/socket", ""] {
            #expect(try read("socket = \"\(text)\"").socket == text)
        }
        for text in ["mpd", "./mpd", "/", "$HOME/mpd", "~"] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("socket = \"\(text)\"") }
        }
    }

    @Test("an address has numbers and a port")
    func addresses() throws {
        for text in ["127.0.0.1:6600", "0.0.0.0:1", "[::1]:6600", "[::]:65535", "localhost:6600"] {
            #expect(try read("listen = [\"\(text)\"]").listen == [text])
        }
        for text in [
            "", "6600", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70000", "1.2.3:6600", "::1:6600", "[x]:6600", "host:6600",
        ] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("listen = [\"\(text)\"]") }
        }
    }

    @Test("a password says what it permits, with names that exist")
    func passwords() throws {
        #expect(try read("password = [\"a@b@read,add\"]").password == ["a@b@read,add"])
        #expect(try read("default_permissions = [\"read\", \"player\"]").defaultPermissions == ["read", "player"])
        for line in ["password = [\"a\"]", "password = [\"a@all\"]", "default_permissions = [\"all\"]", "password = \"a@read\""] {
            #expect(throws: ConfigurationError.self, "\(line)") { try read(line) }
        }
    }
}
