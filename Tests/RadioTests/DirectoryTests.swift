import Media
import MediaTypes
import Synchronization
import TestSupport
import Testing

@testable import Network
@testable import Radio

@Suite("Questions to the directory of stations", .serialized)
struct DirectoryTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"
    private static let id = StationID(uuid) ?? { preconditionFailure("a number") }()

    private static func station(_ uuid: String = uuid, _ more: String = "") -> String {
        """
        {"stationuuid":"\(uuid)","name":"  Jazz\\n Radio ","url":"http://sta.example/live","url_resolved":"http://a.example/1",\
        "homepage":"https://sta.example/","favicon":"https://sta.example/logo.png","tags":"jazz,,swing, cool jazz","countrycode":"de",\
        "language":"german,english","votes":12,"codec":"MP3","bitrate":128,"hls":0,"lastcheckok":1,"clickcount":34\(more)}
        """
    }

    /// A server that speaks as the directory does, with these answers: each is what a file has of a path of the interface.
    private func serve(_ answers: [String: String]) async throws -> MediaServer {
        let server = try await MediaServer.start()
        for (name, text) in answers { try server.directory.write(text, to: name) }
        return server
    }

    private func directory(
        _ server: String?, _ network: NetworkConfiguration = NetworkConfiguration(userAgent: "fermata/test"),
        records: [ServiceRecord] = []
    ) -> RadioDirectory {
        let directory = RadioDirectory(network, lookUp: { _ in records }) { _ in }
        var settings = RadioSettings()
        (settings.isEnabled, settings.server) = (true, server)
        directory.configure(settings)
        return directory
    }

    private func failure(_ directory: RadioDirectory, _ search: StationSearch = StationSearch()) -> RadioError? {
        do throws(RadioError) {
            _ = try directory.search(search, cancellation: CancellationToken())
            return nil
        } catch {
            return error
        }
    }

    private func root(_ server: MediaServer) -> String { String(server.address("").dropLast()) }

    @Test("ask for stations by every field in one question, and take what the directory documents of the answer")
    func search() async throws {
        let server = try await serve(["search": "[\(Self.station())]"])
        var search = StationSearch()
        (search.name, search.country, search.language) = ("Jazz & Söhne", "de", "german")
        (search.tag, search.codec, search.order, search.offset, search.limit) = ("cool jazz", "MP3", .clicks, 40, 5)
        let found = try directory(root(server)).search(search, cancellation: CancellationToken())
        #expect(
            server.requests == [
                "/json/stations/search?name=Jazz%20%26%20S%C3%B6hne&countrycode=DE&language=german&tag=cool%20jazz&codec=MP3"
                    + "&order=clickcount&reverse=true&offset=40&limit=5&hidebroken=true -"
            ])
        let station = try #require(found.stations.first)
        #expect(found.stations.count == 1 && station.id == Self.id && station.name == "Jazz Radio")
        #expect(station.address == "http://sta.example/live#station=\(Self.uuid)")
        #expect(station.homepage == "https://sta.example/" && station.logo == "https://sta.example/logo.png")
        #expect(station.tags == ["jazz", "swing", "cool jazz"] && station.country == "DE")
        #expect(station.languages == ["german", "english"] && station.codec == "MP3" && station.bitRate == 128)
        #expect(station.votes == 12 && station.clicks == 34 && station.wasHeard && !station.isSegmented)
    }

    @Test("leave out of an answer what is no station, and take nothing that nobody could use")
    func doubtful() async throws {
        let other = "11111111-0601-11E8-ae97-52543be04c81"
        let entries = [
            "null", "7", "[]", "{}", "{\"stationuuid\":\"x\",\"url\":\"http://a\"}", "{\"stationuuid\":\"\(Self.uuid)\"}",
            Self.station().replacing("http://sta.example/live", with: "file:///etc/passwd").replacing(
                "http://a.example/1", with: "javascript:1"),
            Self.station().replacing("http://sta.example/live", with: "http://\(String(repeating: "x", count: 3_000))")
                .replacing("http://a.example/1", with: ""),
            """
            {"stationuuid":"\(other)","name":7,"url":"","url_resolved":"https://u:secret@b.example/2","bitrate":-5,"votes":1e300,\
            "codec":"UNKNOWN","countrycode":"deu","tags":\(Array(repeating: "x", count: 9_000).joined(separator: ",").debugDescription),\
            "favicon":"data:image/png;base64,AA"}
            """,
        ]
        let server = try await serve(["search": "[\(entries.joined(separator: ","))]"])
        let found = try directory(root(server)).search(StationSearch(), cancellation: CancellationToken()).stations
        let station = try #require(found.first)
        #expect(found.count == 1 && station.id.text == other.lowercased() && station.name == other.lowercased())
        #expect(station.address == "https://b.example/2#station=\(other.lowercased())")
        #expect(station.bitRate == nil && station.votes == 0 && station.codec == nil && station.country == nil)
        #expect(station.tags.count == 16 && station.logo == nil)
    }

    @Test("end with a sentence where an answer cannot be used")
    func badAnswers() async throws {
        let server = try await serve([
            "html": "<html>busy</html>", "object": "{\"error\":\"no\"}", "deep": String(repeating: "[", count: 100_000),
            "cut": "[{\"stationuuid\":", "huge": String(repeating: " ", count: 5 << 20) + "[]", "search": "[]",
        ])
        // The server's name has a query, so that each answers in its own way.
        for (answer, words) in [
            ("html?", "JSON"), ("object?", "no list"), ("deep?", "JSON"), ("cut?", "JSON"), ("huge?", "bytes"),
            ("search?status=429&", "429"), ("search?status=500&", "500"), ("gone?", "404"), ("search?interim=1&", ""),
            ("search?fields=100000&", ""),
        ] {
            let error = failure(directory(server.address(answer)))
            #expect(error?.code == .failed && error?.message.contains(words) == true, "\(answer): \(String(describing: error))")
        }
        #expect(failure(directory("http://127.0.0.1:1"))?.code == .failed)
        #expect(failure(directory("http://"))?.code == .failed)
    }

    @Test("go to another server if one fails, which is asked later again, and look for servers anew")
    func another() async throws {
        let (broken, good) = (try await serve([:]), try await serve(["search": "[\(Self.station())]"]))
        let records = [(broken, 1), (good, 2)].map { server, priority in
            ServiceRecord(priority: UInt16(priority), weight: 0, port: UInt16(server.port)!, host: "a.radio-browser.info")
        }
        var servers = RadioServers()
        servers.address = { "http://127.0.0.1:\($0.port)" }
        servers.common = "http://127.0.0.1:1"
        var network = NetworkConfiguration()
        network.isPrivate = { _ in false }
        let lookups = Counter()
        let directory = RadioDirectory(
            network, servers: servers,
            lookUp: { name in
                #expect(name == "_api._tcp.radio-browser.info")
                lookups.add()
                return records
            }, report: { _ in })
        var settings = RadioSettings()
        settings.isEnabled = true
        directory.configure(settings)
        for _ in 0..<3 { #expect(failure(directory) == nil) }
        #expect(broken.requests.count == 1 && good.requests.count == 3 && lookups.count == 1)
        try await good.kill()
        #expect(failure(directory)?.code == .failed)
        #expect(broken.requests.count == 2)
    }

    @Test("follow no redirect of a public server to a private address")
    func redirect() async throws {
        let server = try await serve(["search": "[]"])
        var network = NetworkConfiguration()
        network.isPrivate = { $0.bytes != [127, 0, 0, 1] }
        let error = failure(directory(server.address("search?to=http://127.0.0.2:\(server.port)/search&"), network))
        #expect(error?.code == .failed && error?.message.contains("private") == true, "\(String(describing: error))")
        #expect(server.requests.count == 1)
    }

    @Test("are not asked while the directory or the network is off")
    func off() async throws {
        let server = try await serve(["search": "[]"])
        let lookups = Counter()
        let directory = RadioDirectory(
            NetworkConfiguration(),
            lookUp: { _ in
                lookups.add(); return []
            }, report: { _ in })
        #expect(failure(directory)?.code == .off && !directory.isOn)
        directory.noteOpened(Self.id)
        var network = NetworkConfiguration()
        network.isEnabled = false
        let other = self.directory(root(server), network)
        #expect(failure(other)?.code == .failed && !other.isOn)
        other.noteOpened(Self.id)
        #expect(server.requests.isEmpty && lookups.count == 0)
    }

    @Test("list countries, languages, tags and codecs with the numbers of their stations")
    func names() async throws {
        let server = try await serve([
            "countries": """
            [{"name":"Germany","iso_3166_1":"DE","stationcount":5000},{"name":"","stationcount":3},{"name":"X","stationcount":-1},7]
            """, "tags": "[{\"name\":\"jazz\",\"stationcount\":700}]",
        ])
        let directory = directory(root(server))
        let countries = try directory.names(of: .countries, limit: 3, cancellation: CancellationToken())
        #expect(countries.map(\.name) == ["Germany"] && countries[0].code == "DE" && countries[0].count == 5_000)
        #expect(try directory.names(of: .tags, limit: 9_999, cancellation: CancellationToken()).map(\.name) == ["jazz"])
        #expect(
            server.requests == [
                "/json/countries?order=stationcount&reverse=true&hidebroken=true&limit=3 -",
                "/json/tags?order=stationcount&reverse=true&hidebroken=true&limit=1000 -",
            ])
    }

    @Test("find a station by its number, and refuse the answer for another one")
    func byNumber() async throws {
        let other = "00000000-0601-11e8-ae97-52543be04c81"
        let server = try await serve([
            "byuuid": "[\(Self.station())]",
            Self.uuid: "{\"ok\":true,\"stationuuid\":\"\(Self.uuid)\",\"url\":\"http://new.example/live\"}",
            other: "{\"ok\":true,\"stationuuid\":\"\(Self.uuid)\",\"url\":\"http://new.example/live\"}",
        ])
        let (directory, token) = (directory(root(server)), CancellationToken())
        #expect(try directory.station(Self.id, cancellation: token).stations.map(\.id) == [Self.id])
        #expect(throws: RadioError.self) { try directory.station(StationID(other)!, cancellation: token) }
        let place = try directory.place(of: Self.id, cancellation: token)
        #expect(place.address == "http://new.example/live#station=\(Self.uuid)" && place.reach == .everywhere)
        for wrong in [other, "99999999-0601-11e8-ae97-52543be04c81"] {
            let error = #expect(throws: RadioError.self) { try directory.place(of: StationID(wrong)!, cancellation: token) }
            #expect(error?.code == .stationNotFound)
        }
    }

    @Test("lead to public addresses only where a public server has answered")
    func reach() async throws {
        let server = try await serve(["search": "[\(Self.station())]"])
        var network = NetworkConfiguration()
        network.isPrivate = { _ in false }
        let found = try directory(root(server), network).search(StationSearch(), cancellation: CancellationToken())
        #expect(found.reach == .publicOnly)
        network.isPrivate = { $0.isPrivate }
        #expect(
            try directory(root(server), network).search(StationSearch(), cancellation: CancellationToken()).reach == .everywhere)
    }

    @Test("count a station once a day, and again where that failed")
    func clicks() async throws {
        let server = try await serve([
            Self.uuid: "{\"ok\":true,\"stationuuid\":\"\(Self.uuid)\",\"url\":\"http://new.example/live\"}"
        ])
        let directory = directory(root(server))
        for _ in 0..<5 { directory.noteOpened(Self.id) }
        try await waitUntil("the click has come") { server.requests == ["/json/url/\(Self.uuid) -"] }
        directory.noteOpened(Self.id)
        var book = ClickBook()
        let day: Int64 = 86_400_000_000_000
        let taken = [5, day, day + 5].map { book.take(Self.id, at: $0) }
        book.forget(Self.id)
        let again = book.take(Self.id, at: day + 6)
        #expect(taken == [true, false, true] && again)
        for number in 10_000..<20_000 {
            let isNews = book.take(try #require(StationID("000\(number)-0601-11e8-ae97-52543be04c81")), at: day + 7)
            #expect(isNews)
        }
        #expect(server.requests.count == 1)
    }

    @Test("fetch a logo of so many bytes, and nothing where it is missing, too large, or in a private network")
    func logos() async throws {
        let server = try await serve(["logo.png": String(repeating: "x", count: 2_000)])
        let directory = directory(root(server))
        let address = server.address("logo.png")
        #expect(try directory.logo(at: address, mostBytes: 2_000, reach: .everywhere).count == 2_000)
        for (address, most, reach) in [
            (address, 1_999, NetworkReach.everywhere), (address, 2_000, .publicOnly),
            (server.address("gone.png"), 2_000, .everywhere),
        ] {
            let error = #expect(throws: RadioError.self) { try directory.logo(at: address, mostBytes: most, reach: reach) }
            #expect(error?.code == .failed)
        }
    }

    @Test("end at once when somebody cancels them")
    func cancelled() async throws {
        let server = try await serve(["search": "[]"])
        let directory = directory(server.address("search?drip=1&"))
        let token = CancellationToken()
        async let error = Task.detached { () -> RadioError? in
            do throws(RadioError) { _ = try directory.search(StationSearch(), cancellation: token); return nil } catch {
                return error
            }
        }.value
        try await waitUntil("the question has come") { server.requests.count == 1 }
        token.cancel()
        #expect(await error?.code == .cancelled)
    }

    @Test("are about numbers that an address has in its fragment, beside others")
    func addresses() {
        let plain = "http://a.example/live"
        #expect(StationAddress.address(plain, of: Self.id) == "\(plain)#station=\(Self.uuid)")
        #expect(StationAddress.address("\(plain)#charset=koi8-r", of: Self.id) == "\(plain)#charset=koi8-r&station=\(Self.uuid)")
        #expect(StationAddress.address("\(plain)#station=\(Self.uuid)", of: Self.id) == "\(plain)#station=\(Self.uuid)")
        #expect(StationAddress.station(in: "\(plain)#charset=x&station=\(Self.uuid.uppercased())") == Self.id)
        for wrong in [
            plain, "\(plain)#station=", "\(plain)#station=\(Self.uuid)0", "/a#station=\(Self.uuid)",
            "\(plain)#xstation=\(Self.uuid)",
        ] {
            #expect(StationAddress.station(in: wrong) == nil, "\(wrong)")
        }
        #expect(
            StationID("960e57c5-0601-11e8-ae97-52543be04c8g") == nil && StationID("960e57c50-601-11e8-ae97-52543be04c81") == nil)
    }
}

/// Counts from any thread.
private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
