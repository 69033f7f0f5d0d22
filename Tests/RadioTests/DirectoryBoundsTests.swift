import Media
import MediaTypes
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Network
@testable import Radio

@Suite("How often the directory of stations is asked, and which of its servers", .serialized)
struct DirectoryBoundsTests {
    private static let ids = ["1", "2"].compactMap { StationID("960e57c5-0601-11e8-ae97-52543be04c8\($0)") }

    private let server: MediaServer
    private var root: String { String(server.address("").dropLast()) }

    init() async throws { server = try await MediaServer.start() }

    private func record(_ host: String, _ priority: UInt16) -> ServiceRecord {
        ServiceRecord(priority: priority, weight: 0, port: 443, host: "\(host).radio-browser.info")
    }

    /// Servers that are folders of the one server: each has the name of its host. The bad one always fails.
    private func servers() -> RadioServers {
        var servers = RadioServers()
        servers.address = { [root] record in
            let folder = record.host.prefix { $0 != "." }
            return "\(root)/\(folder)" + (folder == "bad" ? "?status=500&" : "")
        }
        servers.common = "\(root)/common"
        return servers
    }

    private func directory(
        _ servers: RadioServers = RadioServers(), named server: String? = nil,
        _ network: NetworkConfiguration = NetworkConfiguration(), records: [ServiceRecord] = [],
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> RadioDirectory {
        let directory = RadioDirectory(network, servers: servers, lookUp: { _ in records }, report: report)
        var settings = RadioSettings()
        (settings.isEnabled, settings.server) = (true, server)
        directory.configure(settings)
        return directory
    }

    /// A network in which no address counts as private.
    private var open: NetworkConfiguration {
        var network = NetworkConfiguration()
        network.isPrivate = { _ in false }
        return network
    }

    private func failure(_ directory: RadioDirectory) -> RadioError? {
        do throws(RadioError) {
            _ = try directory.search(StationSearch(), cancellation: CancellationToken())
            return nil
        } catch {
            return error
        }
    }

    /// The folders of the servers that were asked, in order.
    private var asked: [String] { server.requests.map { String($0.dropFirst().prefix { $0 != "/" && $0 != "?" }) } }

    @Test("three servers are asked for one answer, however many there are")
    func attempts() {
        let records = (1...9).map { record("s\($0)", UInt16($0)) }
        #expect(failure(directory(servers(), open, records: records))?.code == .failed)
        #expect(asked == ["s1", "s2", "s3"])
    }

    @Test("a station that one server does not have is not looked for at another one")
    func gone() {
        let directory = directory(servers(), open, records: [record("s1", 1), record("s2", 2)])
        let error = #expect(throws: RadioError.self) { try directory.place(of: Self.ids[0], cancellation: CancellationToken()) }
        #expect(error?.code == .stationNotFound && asked == ["s1"])
    }

    @Test("a server that answers again is trusted as one that never failed")
    func trustedAgain() throws {
        try server.directory.write("[]", to: "search")
        var (servers, generator) = (servers(), SystemRandomNumberGenerator())
        servers.take([record("bad", 1), record("good", 2)], at: MonotonicClock.nanoseconds, using: &generator)
        // Both others rest longer than the bad one does after it has failed once.
        for (server, count) in [("good", 2), ("common", 3)] {
            for _ in 0..<count { servers.failed("\(root)/\(server)", at: MonotonicClock.nanoseconds) }
        }
        let directory = directory(servers, open)
        for _ in 0..<2 { _ = failure(directory) }
        #expect(asked == ["bad", "good", "good"])
    }

    @Test("a public server is not asked at an address of a private network")
    func privateAddress() {
        let error = failure(directory(servers(), records: [record("s1", 1)]))
        #expect(error?.code == .failed && error?.message.contains("private") == true, "\(String(describing: error))")
        #expect(server.requests.isEmpty)
    }

    @Test("no servers are looked for while the network is off")
    func off() {
        let lookups = Mutex(0)
        var network = NetworkConfiguration()
        network.isEnabled = false
        let directory = RadioDirectory(
            network,
            lookUp: { _ in
                lookups.withLock { $0 += 1 }
                return []
            }, report: { _ in })
        var settings = RadioSettings()
        settings.isEnabled = true
        directory.configure(settings)
        #expect(failure(directory)?.code == .failed && lookups.withLock { $0 } == 0)
    }

    @Test("an address that a person names may end with a slash")
    func slash() throws {
        try server.directory.write("[]", to: "search")
        #expect(failure(directory(named: server.address("house/"))) == nil)
        #expect(server.requests.count == 1 && server.requests[0].hasPrefix("/house/json/stations/search?"))
    }

    @Test("no more stations are taken of an answer than were asked for at most")
    func most() throws {
        let stations = (100..<300).map {
            "{\"stationuuid\":\"00000\($0)-0601-11e8-ae97-52543be04c81\",\"url\":\"http://a/\($0)\"}"
        }
        try server.directory.write("[\(stations.joined(separator: ","))]", to: "search")
        let found = try directory(named: root).search(StationSearch(), cancellation: CancellationToken())
        #expect(found.stations.count == StationSearch.limit)
    }

    @Test("a click that the directory did not take is told with the next opening")
    func lostClick() async throws {
        let reports = Mutex<[String]>([])
        let directory = directory(named: root) { sentence in reports.withLock { $0.append(sentence) } }
        for count in 1...2 {
            directory.noteOpened(Self.ids[0])
            try await waitUntil("the click to be refused") { reports.withLock { $0.count } == count }
        }
        #expect(server.requests.count == 2 && reports.withLock { $0[1].contains(Self.ids[0].text) })
    }

    @Test("where a station is asked for, that counts, and is not told a second time")
    func countedWithPlace() async throws {
        for id in Self.ids {
            try server.directory.write("{\"stationuuid\":\"\(id.text)\",\"url\":\"http://new.example/live\"}", to: id.text)
        }
        let directory = directory(named: root)
        _ = try directory.place(of: Self.ids[0], cancellation: CancellationToken())
        for id in Self.ids { directory.noteOpened(id) }
        try await waitUntil("the other click") { server.requests.contains { $0.contains(Self.ids[1].text) } }
        #expect(server.requests.count { $0.contains(Self.ids[0].text) } == 1)
    }

    @Test("of clicks, the oldest is forgotten where too many are kept")
    func oldestClick() throws {
        func id(_ number: Int) throws -> StationID { try #require(StationID("0000\(number)-0601-11e8-ae97-52543be04c81")) }
        var book = ClickBook()
        for number in 0...256 {
            let isNews = book.take(try id(1_000 + number), at: Int64(number))
            #expect(isNews)
        }
        let (last, second, first) = (
            book.take(try id(1_256), at: 300), book.take(try id(1_001), at: 300), book.take(try id(1_000), at: 300)
        )
        #expect(!last && !second && first)
    }
}
