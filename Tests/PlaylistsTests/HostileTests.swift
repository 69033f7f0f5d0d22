import Testing

@testable import Playlists

@Suite("Playlists that mean harm")
struct HostileTests {
    private func read(_ bytes: [UInt8], _ format: PlaylistFormat) -> Result<Playlist, PlaylistError> {
        Result { () throws(PlaylistError) in try Playlist(bytes, format: format, directory: Array("/m".utf8)) }
    }

    @Test("cut off anywhere, each is read as far as it goes or refused", arguments: 0..<4)
    func truncated(sample: Int) {
        let (format, text) = FormatTests.samples[sample]
        let bytes = Array(text.utf8)
        for length in 0..<bytes.count {
            let result = read(Array(bytes[..<length]), format)
            if format == .xspf, length > 0 { #expect(throws: PlaylistError.self) { try result.get() } }
        }
    }

    @Test("a line end in a URL is no part of an address, and one in a path is escaped")
    func lineEnds() throws {
        func list(_ location: String) -> String {
            "<playlist><trackList><track><location>\(location)</location></track></trackList></playlist>"
        }
        let broken = try read(Array(list("file:///a\nb.flac").utf8), .xspf).get()
        #expect(broken.entries.isEmpty && broken.faults.count == 1 && broken.faults[0].contains("line end"))
        let escaped = try read(Array(list("a%0Ab.flac").utf8), .xspf).get()
        #expect(escaped.entries.map(\.uri) == ["file:///m/a%0Ab.flac"])
    }

    @Test("random bytes and random damage never crash", arguments: PlaylistFormat.allCases)
    func random(format: PlaylistFormat) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            _ = read((0..<Int.random(in: 0..<400)).map { _ in UInt8.random(in: 0...255, using: &random) }, format)
            for (format, text) in FormatTests.samples {
                var bytes = Array(text.utf8)
                for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count)] = UInt8.random(in: 0...255, using: &random) }
                _ = read(bytes, format)
            }
        }
    }

    @Test(
        "XML that reaches out or blows up is refused",
        arguments: [
            "<!DOCTYPE playlist [<!ENTITY a \"aaaa\">]><playlist>&a;</playlist>",
            "<!DOCTYPE playlist SYSTEM \"file:///etc/passwd\"><playlist/>", "<playlist>&a;</playlist>",
            String(repeating: "<playlist>", count: 40), "<playlist></trackList>", "<playlist/><playlist/>", "<html></html>",
            "<playlist a=b/>", "<playlist>&#0;</playlist>", "<playlist>&#xD800;</playlist>", "<playlist/>x",
        ])
    func bombs(text: String) {
        #expect(throws: PlaylistError.self) { try FormatTests.read("<?xml version='1.0'?>" + text, .xspf) }
    }

    @Test("a duration that nobody could hear out is none", arguments: ["99999999999999999999", "1e300", "1e16", "inf", "nan"])
    func endlessDurations(number: String) throws {
        let track = "<track><location>a.flac</location><duration>\(number)</duration></track>"
        let digits = number.replacing("1e", with: "99999999999")
        let lists: [(PlaylistFormat, String)] = [
            (.m3u, "#EXTINF:\(digits),X\na.flac\n"),
            (.pls, "[playlist]\nFile1=a.flac\nLength1=\(number)\n"),
            (.xspf, "<playlist><trackList>\(track)</trackList></playlist>"),
        ]
        for (format, text) in lists {
            let entries = try FormatTests.read(text, format).entries
            #expect(entries.count == 1 && entries[0].duration == nil, "\(format)")
        }
    }

    @Test("the limits hold")
    func limits() throws {
        #expect(throws: PlaylistError.self) { try read([UInt8](repeating: 10, count: 8 << 20 | 1), .m3u).get() }
        #expect(throws: PlaylistError.self) { try FormatTests.read(String(repeating: "a\n", count: 100_001), .m3u) }
        let wrong = try FormatTests.read(String(repeating: "rtsp://\n", count: 1_000), .m3u)
        #expect(wrong.faults.count == 51)
        let long = String(repeating: "a", count: 70_000)
        #expect(throws: PlaylistError.self) {
            try FormatTests.read("<playlist><trackList><track><title>\(long)</title></track></trackList></playlist>", .xspf)
        }
    }
}
