import JSON
import MusicLibrary
import Network
import PlayerModel
import Testing

@testable import Application

/// Makes a listen for tests.
func makeListen(_ title: String = "Song", at time: Double = 1_790_000_000, seconds: Double = 200) throws -> Listen {
    var item = QueueItem(id: 1, uri: "/music/\(title).flac", title: title, artist: "Ä & B", album: "Al=bum", duration: seconds)
    item.duration = seconds
    return try #require(Listen(item, duration: seconds, startedAt: time))
}

@Suite("What services in the web are told")
struct ListenServiceTests {
    private func report(_ item: QueueItem, seconds: Double, duration: Double?) -> ListeningReport {
        ListeningReport(item: item, seconds: seconds, duration: duration, startedAt: 1_790_000_000.9, end: .skipped)
    }

    private let song = QueueItem(id: 1, uri: "/m/a.flac", title: "T", artist: "A", album: "L", duration: 100)

    @Test(
        "a song counts that was heard for half of it or four minutes; Last.fm wants more than 30 seconds of duration",
        arguments: [
            (50.0, 100.0, true, true), (49.9, 100, false, false), (240, 3_600, true, true), (239, 3_600, false, false),
            (15, 30, true, false), (15.05, 30.1, true, true), (0, 0.5, false, false),
        ])
    func rules(_ heard: Double, _ duration: Double, _ listenBrainz: Bool, _ lastFM: Bool) {
        let report = report(song, seconds: heard, duration: duration)
        #expect((ListenService.listenBrainz.listen(report) != nil) == listenBrainz)
        #expect((ListenService.lastFM.listen(report) != nil) == lastFM)
    }

    @Test("what has no title, no artist or no duration is not told, and neither is the spoken word")
    func unknown() throws {
        let nameless = QueueItem(id: 1, uri: "/m/a.flac", artist: "A")
        #expect(Listen(nameless, duration: 100, startedAt: 5) == nil)
        #expect(Listen(QueueItem(id: 1, uri: "/m/a.flac", title: "T"), duration: 100, startedAt: 5) == nil)
        let station = QueueItem(id: 1, uri: "http://radio/x", title: "Song", artist: "A")
        #expect(Listen(station, duration: nil, startedAt: 5) == nil)
        #expect(Listen(song, duration: .infinity, startedAt: 5) == nil && Listen(song, duration: 100, startedAt: .nan) == nil)
        let listen = try #require(Listen(song, duration: 100.4, startedAt: 1_790_000_000.9))
        #expect(listen.startedAt == 1_790_000_000 && listen.file == "/m/a.flac" && listen.album == "L")
        // An address may hold a password.
        let remote = QueueItem(id: 1, uri: "https://u:p@host/a.flac", title: "T", artist: "A")
        #expect(try #require(Listen(remote, duration: 100, startedAt: 5)).file == nil)
    }

    @Test("ListenBrainz is told one song, many, or what plays, with the identifiers of MusicBrainz")
    func listenBrainz() throws {
        let service = ListenBrainz(address: try WebAddress("http://lb/1/submit-listens"), token: "t0ken")
        var identifiers = SongIdentifiers()
        (identifiers.recording, identifiers.release, identifiers.artists) = ("r", "l", ["a", "b"])
        let listen = try makeListen()
        let single = service.request([(listen, identifiers)], isPlaying: false)
        #expect(single.method == .post && single.fields.contains("Authorization: Token t0ken"))
        let content = try JSONValue(parsing: single.body)
        #expect(content["listen_type"]?.stringValue == "single")
        let told = try #require(content["payload"]?.arrayValue?.first)
        #expect(told["listened_at"]?.integerValue == 1_790_000_000)
        let track = try #require(told["track_metadata"])
        #expect(track["artist_name"]?.stringValue == "Ä & B" && track["track_name"]?.stringValue == "Song")
        #expect(track["release_name"]?.stringValue == "Al=bum")
        let more = try #require(track["additional_info"])
        #expect(more["recording_mbid"]?.stringValue == "r" && more["release_mbid"]?.stringValue == "l")
        #expect(more["artist_mbids"] == ["a", "b"] && more["duration_ms"]?.integerValue == 200_000)
        let many = service.request([(listen, identifiers), (listen, SongIdentifiers())], isPlaying: false)
        #expect(try JSONValue(parsing: many.body)["listen_type"]?.stringValue == "import")
        let playing = try JSONValue(parsing: service.request([(listen, identifiers)], isPlaying: true).body)
        #expect(playing["listen_type"]?.stringValue == "playing_now")
        #expect(playing["payload"]?.arrayValue?.first?["listened_at"] == nil)
    }

    private func judged(_ status: Int, _ body: String, _ fields: [String: String] = [:]) -> ListenFailure? {
        do throws(ListenFailure) {
            try ListenBrainz.judge(status: status, fields: fields, body: Array(body.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("an answer of ListenBrainz says whether to go on, to wait and for how long, to give up, or to ask a person")
    func listenBrainzAnswers() {
        #expect(judged(200, #"{"status":"ok"}"#) == nil)
        #expect(judged(200, "<html>") == .later("what has answered is not ListenBrainz"))
        #expect(judged(429, "", ["x-ratelimit-reset-in": "7"]) == .later("ListenBrainz wants fewer requests", seconds: 7))
        #expect(judged(429, "", ["retry-after": "-3"]) == .later("ListenBrainz wants fewer requests", seconds: 1))
        #expect(
            judged(503, "", ["retry-after": "99999999"]) == .later("ListenBrainz has answered with status 503", seconds: 86_400))
        #expect(judged(500, "", ["retry-after": "soon"]) == .later("ListenBrainz has answered with status 500"))
        for status in [401, 403] { if case .needsPerson? = judged(status, "") {} else { Issue.record("\(status)") } }
        for status in [400, 413] {
            if case .refused? = judged(status, #"{"code":400,"error":"no"}"#) {} else { Issue.record("\(status)") }
        }
        #expect(judged(400, "<html>") == .later("ListenBrainz has answered with status 400"))
    }

    @Test("a call to Last.fm has all that was heard, and the signature over its sorted parameters and the secret")
    func lastFM() throws {
        #expect(MD5.text(of: []) == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(MD5.text(of: Array("message digest".utf8)) == "f96b697d7cb7938d525a2f31aaf161d0")
        let long = [String](repeating: "1234567890", count: 8).joined()
        #expect(MD5.text(of: Array(long.utf8)) == "57edf4a22be3c955ac49da2e2107b67a")
        let service = LastFM(address: try WebAddress("https://ws.audioscrobbler.com/2.0/"), key: "k", secret: "s3cret")
        var identifiers = SongIdentifiers()
        identifiers.recording = "r"
        let body = String(decoding: service.scrobble([(try makeListen(), identifiers)], session: "x").body, as: UTF8.self)
        let signed =
            "album[0]Al=bumapi_keykartist[0]Ä & Bduration[0]200mbid[0]r"
            + "methodtrack.scrobbleskxtimestamp[0]1790000000track[0]Songs3cret"
        #expect(body.contains("api_sig=\(MD5.text(of: Array(signed.utf8)))&"), "\(body)")
        #expect(body.contains("artist%5B0%5D=%C3%84%20%26%20B&") && body.contains("album%5B0%5D=Al%3Dbum&"))
        #expect(body.contains("&format=json&") && !body.contains("s3cret"))
        #expect(service.permissionPage(token: "t/") == "https://www.last.fm/api/auth/?api_key=k&token=t%2F")
        let libre = LastFM(address: try WebAddress("https://libre.fm/2.0/"), key: "k", secret: "s")
        #expect(libre.permissionPage(token: "t") == "https://libre.fm/api/auth/?api_key=k&token=t")
    }

    @Test(
        "an error of Last.fm is a wait, the end of a song, or a person's turn",
        arguments: [
            (4, "p"), (9, "p"), (10, "p"), (13, "p"), (26, "p"), (6, "r"), (3, "l"), (8, "l"), (11, "l"), (16, "l"), (29, "l"),
            (77, "l"),
        ])
    func lastFMErrors(_ code: Int64, _ kind: String) {
        let body = Array(#"{"error":\#(code),"message":"the secret is x"}"#.utf8)
        do throws(LastFM.Failure) {
            _ = try LastFM.object("scrobbles", status: 403, fields: ["retry-after": "9"], body: body)
            Issue.record("no error")
        } catch {
            let found =
                switch error.meaning {
                case .needsPerson: "p"
                case .refused: "r"
                case .later(_, let seconds): seconds == 9 ? "l" : "?"
                }
            #expect(found == kind && !"\(error.meaning)".contains("secret is"))
        }
    }

    @Test("songs that Last.fm ignores are given up, but those beyond a day's number wait for another day")
    func ignored() throws {
        let song = { (code: String) in #"{"ignoredMessage":{"code":"\#(code)"}}"# }
        for text in [#"{"scrobble":\#(song("1"))}"#, #"{"scrobble":[\#(song("0")),\#(song("2"))]}"#, "{}", "[]", "7"] {
            try LastFM.judge(try JSONValue(parsing: text))
        }
        let full = try JSONValue(parsing: #"{"scrobble":[\#(song("0")),\#(song("5"))]}"#)
        #expect(throws: ListenFailure.later("Last.fm takes no more today", seconds: 21_600)) { try LastFM.judge(full) }
    }
}
