import Testing

@testable import LineServer

@Suite("The places for clients")
struct PlaceTableTests {
    private static let second: Int64 = 1_000_000_000
    private static let attacker = ClientParty.host([192, 168, 1, 66])
    private static let guest = ClientParty.host([192, 168, 1, 7])
    private static let user = ClientParty.user(1_000)

    /// Has a client come, and returns its place; `nil` if it gets none.
    private func come(
        _ table: inout PlaceTable, _ party: ClientParty = user, door: Int = 1, limit: Int = 100, at time: Int64 = 0
    ) -> UInt64? {
        guard case .admitted(let place, _) = table.admit(to: door, party, doorLimit: limit, at: time) else { return nil }
        return place
    }

    @Test("the clients of all doors together are as many as there are places, and each door has a limit of its own")
    func sums() throws {
        var table = PlaceTable(total: 5)
        for _ in 0..<3 { #expect(come(&table, door: 1, limit: 3) != nil) }
        #expect(table.admit(to: 1, Self.user, doorLimit: 3, at: 0) == .refused(.tooManyClients(limit: 3)))
        let last = try #require(come(&table, door: 2))
        #expect(come(&table, door: 2) != nil)
        #expect(table.admit(to: 2, Self.user, doorLimit: 100, at: 0) == .refused(.tooManyClients(limit: 5)))
        table.leave(last)
        table.leave(last)
        #expect(table.count == 4)
        #expect(come(&table, door: 2) != nil)
    }

    @Test("the oldest silent client of whoever has most of them loses its place to a new one, after a second")
    func replacing() throws {
        var table = PlaceTable(total: 4)
        let friend = try #require(come(&table, Self.guest))
        let first = try #require(come(&table, Self.attacker))
        _ = come(&table, Self.attacker)
        _ = come(&table, Self.attacker)
        #expect(table.admit(to: 1, Self.guest, doorLimit: 100, at: Self.second - 1) == .refused(.tooManyClients(limit: 4)))
        #expect(table.admit(to: 1, Self.guest, doorLimit: 100, at: Self.second) == .admitted(5, replacing: first))
        table.raise(friend, to: .heard)
        #expect(table.count == 4)
    }

    @Test("a client that has spoken keeps its place")
    func heard() throws {
        var table = PlaceTable(total: 2)
        for _ in 0..<2 { table.raise(try #require(come(&table)), to: .heard) }
        #expect(table.admit(to: 1, Self.user, doorLimit: 100, at: 9 * Self.second) == .refused(.tooManyClients(limit: 2)))
    }

    @Test("a full door gets its place from its own clients")
    func ownClients() throws {
        var table = PlaceTable(total: 100)
        let other = try #require(come(&table, door: 2))
        let own = try #require(come(&table, door: 1, limit: 1))
        let answer = table.admit(to: 1, Self.user, doorLimit: 1, at: Self.second)
        #expect(answer == .admitted(own + 1, replacing: own))
        #expect(other < own)
    }

    @Test("a host has few silent clients, and a share of all places without a password")
    func hosts() throws {
        var table = PlaceTable(total: 1_000)
        for _ in 0..<PlaceTable.silentOfHost { #expect(come(&table, Self.attacker, limit: 400) != nil) }
        let refused = PlaceTable.Admission.refused(.tooManyOfHost(limit: PlaceTable.silentOfHost))
        #expect(table.admit(to: 1, Self.attacker, doorLimit: 400, at: 0) == refused)
        // Another one gets a place all the same.
        #expect(come(&table, Self.guest) != nil)
        table = PlaceTable(total: 1_000)
        for _ in 0..<100 { table.raise(try #require(come(&table, Self.attacker, limit: 400)), to: .heard) }
        #expect(table.admit(to: 1, Self.attacker, doorLimit: 400, at: 0) == .refused(.tooManyOfHost(limit: 100)))
        table = PlaceTable(total: 1_000)
        for _ in 0..<300 { table.raise(try #require(come(&table, Self.attacker, limit: 400)), to: .trusted) }
        #expect(table.count == 300)
    }

    @Test("addresses of IPv6 that begin alike are one host, and those that stand for addresses of IPv4 are not")
    func addresses() {
        func host(_ bytes: UInt8...) -> ClientParty {
            .host(addressOfIPv6: bytes + Array(repeating: 0, count: 15 - bytes.count) + [7])
        }
        #expect(host(0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 9) == host(0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 8))
        #expect(host(0x20, 1, 0xD, 0xB8, 0, 0, 0, 1) != host(0x20, 1, 0xD, 0xB8, 0, 0, 0, 2))
        #expect(host(0x20, 1, 0xD, 0xB8, 0, 0, 0, 1).description == "2001:db8:0:1::/64")
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF, 192, 168, 1, 66]
        #expect(ClientParty.host(addressOfIPv6: mapped) == Self.attacker)
        #expect(Self.attacker.description == "192.168.1.66")
    }

    @Test("with a low limit of open files, half of them are no client's")
    func descriptors() {
        #expect(DescriptorPlan.clients(of: DescriptorPlan.limit(for: 2_024)) == 2_024)
        #expect(DescriptorPlan.clients(of: 1_024) == 512)
        #expect(DescriptorPlan.clients(of: 1) == 1)
    }
}
