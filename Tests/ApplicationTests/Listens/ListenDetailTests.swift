import AudioTypes
import Glibc
import JSON
import MediaTypes
import MusicLibrary
import Network
import TestSupport
import Testing

@testable import Application
@testable import PlayerModel

@Suite("What a listen is made of, and what services say, in detail")
struct ListenDetailTests {
    private func item(_ uri: String = "/m/a.flac", albumArtist: String? = nil) -> QueueItem {
        var item = QueueItem(id: 1, uri: uri, title: "T", artist: "A", album: "L", duration: 100)
        var tags = ["track": "7"]
        tags["albumartist"] = albumArtist
        item.takeOwn(MediaFacts(tags: tags, duration: 100))
        return item
    }

    private func body(_ service: LastFM, _ listen: Listen) -> String {
        String(decoding: service.nowPlaying(listen, SongIdentifiers(), session: "x").body, as: UTF8.self)
    }

    @Test("the spoken word is not told")
    func spoken() {
        var item = item()
        #expect(Listen(item, duration: 100, startedAt: 5) != nil)
        item.isSpoken = true
        #expect(Listen(item, duration: 100, startedAt: 5) == nil)
    }

    @Test("a duration that only the queue knows counts, and a time that cannot be does not")
    func numbers() {
        #expect(Listen(item(), duration: nil, startedAt: 5)?.duration == 100)
        for time in [Double.infinity, 1e12, -1] { #expect(Listen(item(), duration: 100, startedAt: time) == nil) }
    }

    @Test("a part of a file has no tags of its own to look at, and neither has a path that is too long to be kept")
    func files() throws {
        #expect(try #require(Listen(item("/m/a.flac"), duration: 100, startedAt: 5)).file == "/m/a.flac")
        for uri in ["file:/m/a.flac#t=0,5", "/" + String(repeating: "x", count: 4_096)] {
            #expect(try #require(Listen(item(uri), duration: 100, startedAt: 5)).file == nil)
        }
    }

    @Test("the number of the track and the artist of the album are told; to Last.fm the artist only where it is another one")
    func tracks() throws {
        let lastFM = LastFM(address: try WebAddress("https://ws.audioscrobbler.com/2.0/"), key: "k", secret: "s")
        let other = try #require(Listen(item(albumArtist: "Various"), duration: 100, startedAt: 5))
        #expect(body(lastFM, other).contains("&albumArtist=Various&") && body(lastFM, other).contains("&trackNumber=7"))
        let same = try #require(Listen(item(albumArtist: "A"), duration: 100, startedAt: 5))
        #expect(!body(lastFM, same).contains("albumArtist"))
        let listenBrainz = ListenBrainz(address: try WebAddress("http://lb/1/submit-listens"), token: "t")
        let told = try JSONValue(parsing: listenBrainz.request([(other, SongIdentifiers())], isPlaying: false).body)
        let more = told["payload"]?.arrayValue?.first?["track_metadata"]?["additional_info"]
        #expect(more?["tracknumber"]?.integerValue == 7 && more?["release_artist_name"]?.stringValue == "Various")
    }

    private func failure(_ status: Int, _ body: String, _ fields: [String: String] = [:]) -> ListenFailure? {
        do throws(LastFM.Failure) {
            _ = try LastFM.object("scrobbles", status: status, fields: fields, body: Array(body.utf8))
            return nil
        } catch {
            return error.meaning
        }
    }

    @Test("an answer of Last.fm counts only with the status 200, and with 429 it waits a minute where nobody says how long")
    func statuses() {
        #expect(failure(200, #"{"scrobbles":{}}"#) == nil)
        #expect(failure(502, #"{"scrobbles":{}}"#) == .later("what has answered is not Last.fm (status 502)", seconds: nil))
        #expect(failure(429, "") == .later("Last.fm wants fewer requests", seconds: 60))
        #expect(failure(429, "", ["retry-after": "5"]) == .later("Last.fm wants fewer requests", seconds: 5))
    }

    @Test("the number of a reason is read as a text and as a number, and a key is one word")
    func words() throws {
        let full = try JSONValue(parsing: #"{"scrobble":{"ignoredMessage":{"code":5}}}"#)
        #expect(throws: ListenFailure.self) { try LastFM.judge(full) }
        #expect(LastFM.word("a-key") == "a-key")
        for wrong: JSONValue in ["", "two words", "line\nfeed", .string(String(repeating: "x", count: 201)), 7] {
            #expect(LastFM.word(wrong) == nil, "\(wrong)")
        }
    }
}

@Suite("What is still to be told, on the disk and in a turn", .serialized)
struct ListenKeepingTests {
    private let directory: TemporaryDirectory
    private let log = RecordedLog()

    init() throws {
        directory = try TemporaryDirectory()
        try write("t0ken\n")
    }

    private func write(_ secret: String) throws {
        try writeSecret(secret, to: directory.file("token"))
    }

    private func store(_ service: ListenService = .listenBrainz) -> ListenStore {
        ListenStore(service, directory: directory.file("state"), logger: log.logger)
    }

    private func run(_ store: ListenStore, _ server: ListenServer, lastFM: Bool = false) -> ListenTurn.Outcome {
        let token = directory.file("token")
        let settings: ListenTurn.Settings =
            lastFM
            ? .lastFM(ListenSettings.LastFM(address: server.address + "/2.0/", key: "k", secretFile: token))
            : .listenBrainz(ListenSettings.ListenBrainz(address: server.address, tokenFile: token))
        return ListenTurn(
            settings: settings, network: NetworkConfiguration(), store: store, logger: log.logger, stop: ListenStop(),
            playing: nil, mayAsk: true, signsIn: lastFM
        ).run()
    }

    @Test("is written again after the disk has refused it")
    func refusedByDisk() throws {
        try writeFile(Array("no directory".utf8), to: directory.file("state"))
        let first = store()
        first.add(try makeListen())
        first.save()
        #expect(!first.isSaved && first.count == 1)
        #expect(unlink(directory.file("state")) == 0)
        first.save()
        let second = store()
        second.load()
        #expect(first.isSaved && second.count == 1)
    }

    @Test("has the key of a session by itself, too")
    func session() {
        let first = store(.lastFM)
        first.session = "session-key"
        first.save()
        let second = store(.lastFM)
        second.load()
        #expect(second.session == "session-key")
    }

    @Test("comes in requests of a hundred songs, and soon again in large ones behind a song that is refused")
    func sizes() async throws {
        let server = try await ListenServer.start("bad First")
        let store = store()
        store.add(try makeListen("First", at: 1_790_000_000))
        for number in 1..<150 { store.add(try makeListen("S\(number)", at: 1_790_000_000 + Double(number))) }
        #expect(run(store, server) == .told && store.count == 0)
        let counts = try server.requests.map { try JSONValue(parsing: $0.body)["payload"]?.arrayValue?.count ?? 0 }
        #expect(counts.first == ListenBrainz.most && ListenBrainz.most == 100, "\(counts)")
        // Seven halves until it is alone, and then twice as many each time.
        #expect(counts.count < 20, "\(counts)")
    }

    @Test("a token that Last.fm does not know any more is forgotten, and so is one that has become a session")
    func tokens() async throws {
        let server = try await ListenServer.start()
        let store = store(.lastFM)
        _ = run(store, server, lastFM: true)
        #expect(store.token == "request-token")
        try server.answer("error 15")
        _ = run(store, server, lastFM: true)
        #expect(store.token == nil)
        try server.answer("ok")
        try server.allow()
        for _ in 0..<2 { _ = run(store, server, lastFM: true) }
        #expect(store.session == "session-key" && store.token == nil)
    }

    @Test("a file with a secret may end its line as Windows does")
    func lineEnd() async throws {
        try write("t0ken\r\nmore\r\n")
        let server = try await ListenServer.start()
        let store = store()
        store.add(try makeListen())
        #expect(run(store, server) == .told && server.requests.first?.authorization == "Token t0ken")
    }
}
