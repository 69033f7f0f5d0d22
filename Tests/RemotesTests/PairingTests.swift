import FoundationEssentials
import Testing

@testable import Remotes

@Suite("Pairing a device")
struct PairingTests {
    private func begun(at time: Int64 = 0) -> Pairing<Int> {
        var pairing = Pairing<Int>()
        pairing.begin(code: "123456", role: .guest, at: time)
        return pairing
    }

    @Test("the right digits count once, and soon")
    func once() {
        var pairing = begun()
        #expect(pairing.redeem("123456", from: 1, at: Pairing<Int>.lifetime - 1) == .success(.guest))
        #expect(pairing.redeem("123456", from: 1, at: Pairing<Int>.lifetime - 1) == .failure(.wrong))
        pairing = begun()
        #expect(pairing.redeem("123456", from: 1, at: Pairing<Int>.lifetime) == .failure(.wrong))
        var none = Pairing<Int>()
        #expect(none.redeem("123456", from: 1, at: 0) == .failure(.wrong))
        pairing = begun()
        pairing.end()
        #expect(pairing.redeem("123456", from: 1, at: 0) == .failure(.wrong))
    }

    @Test("new digits end those before", arguments: ["12345", "1234567", "", "123457", "１２３４５６"])
    func wrong(code: String) {
        var pairing = begun()
        #expect(pairing.redeem(code, from: 1, at: 0) == .failure(.wrong))
        pairing.begin(code: "000000", role: .view, at: 0)
        #expect(pairing.redeem("123456", from: 1, at: 0) == .failure(.wrong))
        #expect(pairing.redeem("000000", from: 1, at: 0) == .success(.view))
    }

    @Test("who has been wrong too often at one place is not looked at any more, and others still are")
    func attemptsOfPlace() {
        var pairing = begun()
        for _ in 0..<Pairing<Int>.attemptsOfPlace { #expect(pairing.redeem("0", from: 1, at: 0) == .failure(.wrong)) }
        #expect(pairing.redeem("123456", from: 1, at: 0) == .failure(.tooMany))
        #expect(pairing.redeem("123456", from: 2, at: 0) == .success(.guest))
    }

    @Test("after so many wrong attempts in all the digits are worth nothing")
    func attempts() {
        var pairing = begun()
        for attempt in 0..<Pairing<Int>.attempts { #expect(pairing.redeem("0", from: attempt, at: 0) == .failure(.wrong)) }
        #expect(pairing.redeem("123456", from: 99, at: 0) == .failure(.wrong))
    }

    @Test("a device is found by the hash of its token alone, and never gets the number of another one")
    func devices() throws {
        var devices = PairedDevices()
        let (first, second) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
        let (added, other) = (
            devices.add("telephone", role: .control, hash: first, at: 1), devices.add("tablet", role: .view, hash: second, at: 2)
        )
        let (one, two) = (try #require(added), try #require(other))
        #expect(devices.device(withHash: first) == one && devices.device(withHash: second) == two)
        for wrong in ["", "a", String(repeating: "a", count: 63) + "b", first + "a"] {
            #expect(devices.device(withHash: wrong) == nil)
        }
        let removed = [devices.remove(two.device), devices.remove(two.device)]
        #expect(removed == [two, nil])
        let third = devices.add("other", role: .view, hash: second, at: 3)
        #expect(third?.device == 3)
        #expect(devices.isBelievable)
        for number in devices.list.count..<PairedDevices.most {
            let more = devices.add("\(number)", role: .view, hash: first, at: 4)
            #expect(more != nil)
        }
        let tooMany = devices.add("one more", role: .view, hash: first, at: 5)
        #expect(tooMany == nil)
    }

    @Test("a file in which somebody has made a device an owner is not believed")
    func unbelievable() throws {
        let hash = String(repeating: "a", count: 64)
        func device(_ role: Role, hash: String = hash, name: String = "n", number: Int64 = 1) -> PairedDevice {
            PairedDevice(device: number, name: name, role: role, hash: hash, pairedAt: 0)
        }
        #expect(device(.admin).isBelievable)
        #expect(!device(.owner).isBelievable && !device(.view, hash: "a").isBelievable && !device(.view, name: "").isBelievable)
        #expect(!device(.view, number: 0).isBelievable)
        // The number of the next one would be none.
        #expect(!device(.view, number: .max).isBelievable)
        func book(_ devices: [PairedDevice], latest: Int64) throws -> PairedDevices {
            let list = String(decoding: try JSONEncoder().encode(devices), as: UTF8.self)
            return try JSONDecoder().decode(PairedDevices.self, from: Data(#"{"list":\#(list),"latest":\#(latest)}"#.utf8))
        }
        let most = (1...PairedDevices.most).map { device(.view, number: Int64($0)) }
        #expect(try book(most, latest: 100_000).isBelievable)
        #expect(try !book(most, latest: .max).isBelievable && !book(most, latest: -1).isBelievable)
        #expect(try !book(most + [device(.view, number: 100_000)], latest: 100_000).isBelievable)
    }
}
