import Testing

@testable import Radio

@Suite("The servers of the directory of stations")
struct ServersTests {
    private static let second: Int64 = 1_000_000_000

    /// Draws the same each time.
    private struct Drawing: RandomNumberGenerator {
        var state: UInt64 = 1
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    private func record(_ host: String, _ priority: UInt16 = 0, weight: UInt16 = 1, port: UInt16 = 443) -> ServiceRecord {
        ServiceRecord(priority: priority, weight: weight, port: port, host: host)
    }

    private func servers(_ records: [ServiceRecord], at now: Int64 = 0, seed: UInt64 = 1) -> RadioServers {
        var servers = RadioServers()
        var drawing = Drawing(state: seed)
        servers.take(records, at: now, using: &drawing)
        return servers
    }

    private func order(_ servers: RadioServers, at now: Int64 = 0) -> [String] {
        var tried: [String] = []
        while let next = servers.next(besides: Set(tried), at: now) { tried.append(next) }
        return tried
    }

    @Test(
        "are asked by their priority, and those of one priority in an order by chance, in which the heavier come first more often"
    )
    func order() {
        let records = [
            record("late.radio-browser.info", 9), record("a.radio-browser.info", weight: 90),
            record("b.radio-browser.info", weight: 10, port: 8443),
        ]
        var first: [String: Int] = [:]
        for seed in 1...400 {
            let order = order(servers(records, seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15))
            #expect(order.suffix(2) == ["https://late.radio-browser.info", "https://all.api.radio-browser.info"])
            #expect(Set(order.prefix(2)) == ["https://a.radio-browser.info", "https://b.radio-browser.info:8443"])
            first[order[0], default: 0] += 1
        }
        let heavy = first["https://a.radio-browser.info", default: 0]
        #expect(heavy > 280 && heavy < 400, "\(first)")
    }

    @Test("are only those of the directory's own name, whatever the DNS says, and at most sixteen")
    func foreign() {
        let wrong = [
            "radio-browser.info.evil.example", "evil.example", "localhost", "xradio-browser.info",
            "de1.radio-browser.info.evil.example",
        ]
        #expect(order(servers(wrong.map { record($0) })) == ["https://all.api.radio-browser.info"])
        let many = (0..<60).map { record("s\($0).radio-browser.info") }
        #expect(order(servers(many)).count == 17)
    }

    @Test("rest after a failure, twice as long after each, and are asked nevertheless where all rest")
    func failures() {
        var servers = servers([record("a.radio-browser.info")])
        let (own, common) = ("https://a.radio-browser.info", "https://all.api.radio-browser.info")
        #expect(servers.next(besides: [], at: 0) == own)
        servers.failed(own, at: 0)
        #expect(servers.next(besides: [], at: 29 * Self.second) == common)
        #expect(servers.next(besides: [], at: 31 * Self.second) == own)
        servers.failed(own, at: 31 * Self.second)
        #expect(servers.next(besides: [], at: 90 * Self.second) == common)
        #expect(servers.next(besides: [], at: 92 * Self.second) == own)
        servers.failed(own, at: 92 * Self.second)
        servers.failed(common, at: 93 * Self.second)
        // The common one has rested first.
        #expect(servers.next(besides: [], at: 94 * Self.second) == common)
        for count in 0..<100 { servers.failed(own, at: Int64(count) * Self.second) }
        #expect(servers.next(besides: [common], at: 0) == own)
        #expect(servers.next(besides: [], at: 2_000 * Self.second) == own)
        servers.worked(own)
        #expect(servers.next(besides: [], at: 0) == own)
        #expect(servers.next(besides: [own, common], at: 0) == nil)
    }

    @Test("rest also where they are found anew meanwhile")
    func foundAnew() {
        let records = [record("a.radio-browser.info", 1), record("b.radio-browser.info", 2)]
        var (servers, drawing) = (servers(records), Drawing())
        servers.failed("https://a.radio-browser.info", at: 0)
        servers.take(records, at: 10 * Self.second, using: &drawing)
        #expect(servers.next(besides: [], at: 11 * Self.second) == "https://b.radio-browser.info")
    }

    @Test("are looked for at first, after an hour, and after a failure, but no more than once a minute")
    func finding() {
        #expect(RadioServers().areToBeFound(at: 0))
        var servers = servers([record("a.radio-browser.info")], at: 5 * Self.second)
        #expect(!servers.areToBeFound(at: 3_604 * Self.second) && servers.areToBeFound(at: 3_605 * Self.second))
        servers.failed("https://a.radio-browser.info", at: 6 * Self.second)
        #expect(!servers.areToBeFound(at: 64 * Self.second) && servers.areToBeFound(at: 65 * Self.second))
        var drawing = Drawing()
        // Nobody knows any now: those of before are kept.
        servers.take([], at: 65 * Self.second, using: &drawing)
        #expect(servers.next(besides: [], at: 100 * Self.second) == "https://a.radio-browser.info")
        #expect(!servers.areToBeFound(at: 66 * Self.second))
        #expect(self.servers([], at: 0).areToBeFound(at: 60 * Self.second))
    }
}

@Suite("An answer of the DNS with the servers")
struct ServiceRecordsTests {
    private static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    private static let question = name("_api._tcp.radio-browser.info") + [0, 33, 0, 1]

    private static func record(
        _ target: [UInt8], priority: UInt8 = 1, weight: UInt8 = 2, port: [UInt8] = [1, 187], type: UInt8 = 33, length: Int? = nil
    ) -> [UInt8] {
        let data = [0, priority, 0, weight] + port + target
        let count = length ?? data.count
        return [0xC0, 12, 0, type, 0, 1, 0, 0, 1, 44, UInt8(count >> 8), UInt8(count & 0xFF)] + data
    }

    private static func answer(_ records: [[UInt8]], flags: [UInt8] = [0x81, 0x80], count: Int? = nil) -> [UInt8] {
        let count = count ?? records.count
        return [0, 7] + flags + [0, 1, UInt8(count >> 8), UInt8(count & 0xFF), 0, 0, 0, 0] + question + records.flatMap(\.self)
    }

    @Test("gives priority, weight, port and host of each, whole or with a part that stands before")
    func whole() {
        // "radio-browser.info" stands at 12 + 5 + 5 in the question.
        let answer = Self.answer([
            Self.record(Self.name("De1.api.radio-browser.info")),
            Self.record([3] + Array("fi1".utf8) + [0xC0, 22], port: [31, 144]),
            Self.record([127, 0, 0, 1], type: 1),
        ])
        #expect(
            ServiceRecords.records(in: answer) == [
                ServiceRecord(priority: 1, weight: 2, port: 443, host: "de1.api.radio-browser.info"),
                ServiceRecord(priority: 1, weight: 2, port: 8080, host: "fi1.radio-browser.info"),
            ])
    }

    @Test("that is refused, cut short, damaged or goes round in circles gives none")
    func damaged() {
        let good = Self.record(Self.name("de1.radio-browser.info"))
        #expect(ServiceRecords.records(in: Self.answer([good])).count == 1)
        var wrong: [[UInt8]] = [
            [], Self.answer([good], flags: [0x81, 0x83]), Self.answer([good], flags: [0x01, 0x80]),
            Self.answer([good], flags: [0x83, 0x80]), Self.answer([good], count: 2),
            Self.answer([Self.record([], length: 4_000)]),
            Self.answer([Self.record([0])]), Self.answer([Self.record([0xC0, 64])]), Self.answer([Self.record([0xFF, 0xFF])]),
            Self.answer([Self.record([64, 1])]), Self.answer([Self.record([1, 0x2F, 0])]),
            Self.answer([Self.record(Self.name("de1.radio-browser.info"), port: [0, 0])]),
            Self.answer([Self.record((0..<40).flatMap { _ in [9] + [UInt8](repeating: 97, count: 9) } + [0])]),
        ]
        // A record that ends behind the answer, and one of another class.
        let target = Self.name("de1.radio-browser.info")
        wrong.append(Self.answer([Self.record(target, length: target.count + 7)]))
        var other = good
        other[5] = 3
        wrong.append(Self.answer([other]))
        for bytes in wrong { #expect(ServiceRecords.records(in: bytes).isEmpty, "\(bytes)") }
        let whole = Self.answer([good])
        for end in 0..<whole.count { #expect(ServiceRecords.records(in: Array(whole[..<end])).isEmpty) }
    }

    @Test("is read up to 64 records, and not at all with more questions than that")
    func many() {
        let good = Self.record(Self.name("de1.radio-browser.info"))
        #expect(ServiceRecords.records(in: Self.answer(Array(repeating: good, count: 100))).count == 64)
        func asking(_ count: Int) -> [UInt8] {
            [0, 7, 0x81, 0x80, 0, UInt8(count), 0, 1, 0, 0, 0, 0] + (0..<count).flatMap { _ in Self.question } + good
        }
        #expect(ServiceRecords.records(in: asking(64)).count == 1 && ServiceRecords.records(in: asking(65)).isEmpty)
    }

    @Test("of any bytes is read to its end, and never beyond")
    func anything() {
        var state: UInt64 = 9
        for _ in 0..<4_000 {
            var bytes = Self.answer([Self.record([3] + Array("fi1".utf8) + [0xC0, 22]), Self.record(Self.name("a.b"))])
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            #expect(ServiceRecords.records(in: bytes).count <= 64)
        }
    }
}
