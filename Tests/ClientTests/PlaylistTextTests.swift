import ControlProtocol
import JSON
import Testing

@testable import fermata

@Suite("Stored playlists for people")
struct PlaylistTextTests {
    @Test("entries have places from 1 on, and those that cannot be played say why")
    func entries() throws {
        let json =
            #"{"name":"a","entries":[{"uri":"/m/one.flac"},{"uri":"http://h/","title":"Two","artist":"B","duration":61},{"uri":"ftp://h/x","problem":"ftp: addresses are not played"}],"length":12,"revision":"0"}"#
        let part = try Wire.PlaylistPage(json: try JSONValue(parsing: json))
        #expect(
            PlaylistText.entries(part, from: 9)
                == "10  one.flac\n11  B – Two  1:01\n12  x  (cannot be played: ftp: addresses are not played)")
        #expect(PlaylistText.uris(part) == "/m/one.flac\nhttp://h/\nftp://h/x")
        let skipped = [Wire.SkippedEntry(uri: "/x", message: "it is no sound")]
        let outcome = Wire.PlaylistOutcome(name: "a", length: 12, revision: "0", skipped: skipped)
        #expect(PlaylistText.outcome(outcome) == "a: 12 entries\nleft out: /x: it is no sound")
    }

    @Test("rules are shown line by line, and steer no terminal")
    func rules() {
        #expect(PlaylistText.rules("{\r\n\t\"all\": [\u{1B}[2J]\n}") == "{\n    \"all\": [\u{FFFD}[2J]\n}")
    }

    @Test("places that are removed make runs of neighbours, whatever their order")
    func runs() {
        #expect(Place.runs(of: [3, 1, 2, 7, 3]) == [0..<3, 6..<7])
        #expect(Place.runs(of: []).isEmpty)
    }

    @Test("the address of a stored playlist is no path")
    func address() {
        #expect(MediaAddress.address("playlist:a b") == "playlist:a b")
        #expect(MediaAddress.address("./playlist:a").hasSuffix("/playlist:a"))
    }
}
