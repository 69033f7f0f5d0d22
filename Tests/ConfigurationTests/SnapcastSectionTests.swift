import SystemSupport
import Testing

@testable import Configuration

@Suite("the section for rooms")
struct SnapcastSectionTests {
    private func read(_ line: String) throws -> Configuration.Snapcast {
        try Configuration(parsing: "[snapcast]\n\(line)\n", file: "c.toml").snapcast
    }

    @Test("a source is a host with a port, or nothing")
    func sources() throws {
        for text in ["", "127.0.0.1:4953", "server.lan:4953", "[::1]:4953", "discover", "discover:4953"] {
            #expect(try read("source = \"\(text)\"").source == text)
            #expect(try read("announcements = \"\(text)\"").announcements == text)
            #expect(try read("control = \"\(text)\"").control == text)
        }
        for text in ["server", "server:0", "tcp://server:4953", "server:4953/x"] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("source = \"\(text)\"") }
        }
    }

    @Test("a server that has to be found has the usual port, unless another one is written")
    func discovery() throws {
        let usual = try read("source = \"discover\"\nannouncements = \"discover\"\ncontrol = \"discover\"")
        #expect([usual.sourceAddress, usual.announcementAddress, usual.controlAddress].map { $0?.port } == [4953, 4954, 1705])
        #expect(usual.looksForServer)
        #expect(try read("control = \"discover:1706\"").controlAddress?.port == 1706)
        #expect(try !read("control = \"server:1705\"").looksForServer)
        #expect(!Configuration.Snapcast().looksForServer)
    }

    @Test("the machine of a server is meant by its name")
    func machines() throws {
        for text in ["", "music", "music.local", "Music-2.lan"] { #expect(try read("discover = \"\(text)\"").discover == text) }
        for text in ["music:1705", "a b", "[::1]", "a/b"] {
            #expect(throws: ConfigurationError.self, "\(text)") { try read("discover = \"\(text)\"") }
        }
    }

    @Test("the room of this machine is meant by its name or its id, and is muted or pauses all")
    func localRoom() throws {
        #expect(Configuration.Snapcast().localRoom.isEmpty && Configuration.Snapcast().localRoomRule == .mute)
        #expect(try read("local_room = \"Living room\"").localRoom == "Living room")
        #expect(try read("local_room_rule = \"pause\"").localRoomRule == .pause)
        for line in ["local_room_rule = \"\"", "local_room_rule = \"stop\"", "local_room = \"a\\u0007\"", "local_room = 1"] {
            #expect(throws: ConfigurationError.self, "\(line)") { try read(line) }
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
