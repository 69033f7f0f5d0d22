import Testing

@testable import Remotes

@Suite("What connections over the network may do")
struct RemoteAccessTests {
    @Test("a connection to which nothing was granted may do nothing")
    func unknown() {
        var access = RemoteAccess()
        for role in Role.allCases { #expect(access.refusal(of: role, to: 1, at: 0) == .unknown) }
        access.admit(1, as: .ofThisMachine)
        access.forget(1)
        #expect(access.refusal(of: .view, to: 1, at: 0) == .unknown)
    }

    @Test("a role may do what it and those before it may, and no device what only the owner may", arguments: Role.ofDevices)
    func roles(role: Role) {
        var access = RemoteAccess()
        access.admit(1, as: Grant(device: 5, name: "telephone", role: role))
        for needed in Role.ofDevices {
            let refusal = access.refusal(of: needed, to: 1, at: 0)
            #expect(refusal == (needed <= role ? nil : .roleNeeded(needed, has: role)))
        }
        #expect(access.refusal(of: .owner, to: 1, at: 0) == .ownerOnly)
    }

    @Test("tickets of this machine fill no more places than a device does; its programs have as many as they want")
    func tickets() {
        var access = RemoteAccess()
        let ticket = Grant(device: nil, name: "ticket", role: .view)
        for client in 0..<UInt64(RemoteAccess.connectionsOfDevice) {
            #expect(access.hasRoom(for: ticket, as: client))
            access.admit(client, as: ticket)
        }
        #expect(access.hasRoom(for: ticket, as: 0) && !access.hasRoom(for: ticket, as: 1_000))
        // Programs of this machine take no place of a ticket.
        var other = RemoteAccess()
        for client in 0..<UInt64(4 * RemoteAccess.connectionsOfDevice) { other.admit(client, as: .ofThisMachine) }
        #expect(other.hasRoom(for: ticket, as: 1_000))
        #expect(access.hasRoom(for: .ofThisMachine, as: 1_000))
        #expect(access.hasRoom(for: Grant(device: 5, name: "telephone", role: .view), as: 1_000))
    }

    @Test("a guest adds a few times in a row and then at a pace, over whichever connections")
    func guests() {
        var access = RemoteAccess()
        let guest = Grant(device: 5, name: "guest", role: .guest)
        for client in 1...3 { access.admit(UInt64(client), as: guest) }
        for attempt in 0..<GuestPace.burst {
            #expect(access.refusal(of: .guest, to: UInt64(attempt % 3 + 1), at: 0) == nil)
        }
        #expect(access.refusal(of: .guest, to: 2, at: 1) == .tooOften)
        #expect(access.refusal(of: .view, to: 2, at: 1) == nil)
        #expect(access.refusal(of: .guest, to: 2, at: GuestPace.pause) == nil)
        #expect(access.refusal(of: .guest, to: 1, at: GuestPace.pause + 1) == .tooOften)
        access.admit(4, as: Grant(device: 6, name: "control", role: .control))
        for _ in 0...GuestPace.burst { #expect(access.refusal(of: .guest, to: 4, at: 0) == nil) }
    }

    @Test("a device has so many connections and no more, and programs of this machine have as many as there are places")
    func connections() {
        var access = RemoteAccess()
        let grant = Grant(device: 5, name: "telephone", role: .view)
        for client in 1...UInt64(RemoteAccess.connectionsOfDevice) {
            #expect(access.hasRoom(for: grant, as: client))
            access.admit(client, as: grant)
        }
        #expect(!access.hasRoom(for: grant, as: 1_000) && access.hasRoom(for: grant, as: 1))
        #expect(access.hasRoom(for: Grant(device: 6, name: "other", role: .view), as: 1_000))
        #expect(access.hasRoom(for: .ofThisMachine, as: 1_000))
        access.forget(1)
        #expect(access.hasRoom(for: grant, as: 1_000))
    }

    @Test("the connections of a device that was revoked may do nothing any more")
    func revoked() {
        var access = RemoteAccess()
        access.admit(1, as: Grant(device: 5, name: "a", role: .admin))
        access.admit(2, as: Grant(device: 6, name: "b", role: .view))
        #expect(access.connections(of: 5) == 1)
        #expect(access.revoke(5) == [1])
        #expect(access.refusal(of: .view, to: 1, at: 0) == .unknown)
        #expect(access.refusal(of: .view, to: 2, at: 0) == nil)
    }
}
