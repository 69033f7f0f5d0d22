import Configuration
import Desktop
import Testing

@testable import Daemon

@Suite("the doors that other machines find")
struct PublishedDoorsTests {
    private func names(_ text: String, _ addresses: [String]) throws -> [String] {
        let settings = DaemonSettings(try Configuration(parsing: text, file: "c.toml"))
        return PublishedDoors.services(settings, mpdAddresses: addresses, host: "study", networks: [:])
            .map { "\($0.type) \($0.name)" }
    }

    @Test("the door for clients of MPD is found where other machines reach it, under the name that is wanted, or not at all")
    func mpd() throws {
        #expect(try names("", ["0.0.0.0:6600"]) == ["_mpd._tcp Fermata @ study"])
        #expect(try names("mpd.publish_name = \"Music\"", ["0.0.0.0:6600"]) == ["_mpd._tcp Music"])
        #expect(try names("mpd.publish = false", ["0.0.0.0:6600"]) == [])
        #expect(try names("", ["127.0.0.1:6600", "/run/mpd/socket"]) == [])
    }

    @Test("so is the door for browsers, by a service of its own, with or without that for clients of MPD")
    func remote() throws {
        func names(_ text: String, _ addresses: [String], mpd: [String] = [], fingerprint: String? = nil) throws -> [String] {
            let settings = DaemonSettings(try Configuration(parsing: text, file: "c.toml"))
            return PublishedDoors.services(
                settings, mpdAddresses: mpd, remoteAddresses: addresses, fingerprint: fingerprint, host: "study", networks: [:]
            ).map { "\($0.type) \($0.name) \($0.texts)" }
        }
        #expect(try names("", ["0.0.0.0:6680"]) == ["_fermata._tcp Fermata @ study [\"path=/\"]"])
        #expect(try names("remote.publish_name = \"Kitchen\"", ["[::]:6680"]) == ["_fermata._tcp Kitchen [\"path=/\"]"])
        #expect(try names("remote.publish = false", ["0.0.0.0:6680"]) == [])
        #expect(try names("", ["127.0.0.1:6680"]) == [])
        #expect(try names("", ["0.0.0.0:6680"], mpd: ["0.0.0.0:6600"]).count == 2)
        let secure = try names("remote.tls = true", ["0.0.0.0:6680"], fingerprint: "ab")
        #expect(secure == ["_fermata._tcp Fermata @ study [\"path=/\", \"tls=1\", \"sha256=ab\"]"])
        #expect(try names("remote.tls = true", ["0.0.0.0:6680"]).first?.hasSuffix("[\"path=/\", \"tls=1\"]") == true)
    }

    @Test("this machine has a name, and its own address belongs to a network")
    func identity() {
        #expect(!NetworkIdentity.host.isEmpty)
        #expect(NetworkIdentity.networks[[127, 0, 0, 1]] == 1)
    }

    @Test("the address from which this machine speaks to others comes before those of containers and loopback")
    func order() {
        let (home, container, loopback): ([UInt8], [UInt8], [UInt8]) = ([192, 168, 1, 7], [172, 17, 0, 1], [127, 0, 0, 1])
        let all = [home, container, loopback]
        #expect(NetworkIdentity.inOrder(all, first: [home]) == [home, loopback, container])
        #expect(NetworkIdentity.inOrder(all.reversed(), first: [home]) == [home, loopback, container])
        // What the kernel would take, but is gone meanwhile.
        #expect(NetworkIdentity.inOrder([container, loopback], first: [home]) == [loopback, container])
        #expect(Set(NetworkIdentity.addresses) == Set(NetworkIdentity.networks.keys))
    }
}
