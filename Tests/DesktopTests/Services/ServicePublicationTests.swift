import Testing

@testable import Desktop

@Suite("how a service gets into the network")
struct ServicePublicationTests {
    private static let service = PublishedService(
        type: "_mpd._tcp", name: "Fermata @ %h", host: "study", addresses: ["0.0.0.0:6600"], networks: [:])
    private let name = "Fermata @ study"
    private var publication: ServicePublication

    init() throws { publication = ServicePublication(try #require(Self.service)) }

    private func refused(_ reason: String) -> ServicePublication.Action {
        .report(.refused(type: "_mpd._tcp", reason: reason))
    }

    @Test("a group is made once Avahi runs, filled, and reported once the network has taken the name")
    mutating func established() {
        #expect(publication.server(is: .registering) == [])
        #expect(publication.server(is: .running) == [.makeGroup])
        #expect(publication.server(is: .running) == [])
        #expect(publication.made("/g") == [.fill(group: "/g", name: name)])
        #expect(publication.holds("/g", name))
        #expect(publication.group("/g", is: .registering, because: "") == [])
        #expect(publication.group("/g", is: .established, because: "") == [.report(.published(type: "_mpd._tcp", name: name))])
        #expect(publication.rest() == [.free(group: "/g")])
        #expect(publication.rest() == [])
    }

    @Test("a name that another machine has, or another program of this one, makes room for the next one")
    mutating func collision() {
        _ = publication.server(is: .running) + publication.made("/g")
        #expect(publication.group("/g", is: .collision, because: "") == [.askName(insteadOf: name)])
        #expect(!publication.holds("/g", name))
        #expect(publication.named("\(name) #2", because: "") == [.fill(group: "/g", name: "\(name) #2")])
        #expect(publication.notTaken("/g", because: ServicePublication.ownCollision) == [.askName(insteadOf: "\(name) #2")])
        #expect(publication.named("\(name) #3", because: "") == [.fill(group: "/g", name: "\(name) #3")])
        #expect(
            publication.group("/g", is: .established, because: "")
                == [.report(.published(type: "_mpd._tcp", name: "\(name) #3"))])
    }

    @Test("a network that takes each name is left alone after some")
    mutating func hostileNetwork() {
        _ = publication.server(is: .running) + publication.made("/g")
        for number in 2...ServicePublication.mostNames {
            _ = publication.group("/g", is: .collision, because: "")
            #expect(publication.named("\(number)", because: "") == [.fill(group: "/g", name: "\(number)")])
        }
        #expect(
            publication.group("/g", is: .collision, because: "")
                == [.free(group: "/g"), refused("\(name) and 15 names like it are taken")])
        #expect(publication.group("/g", is: .collision, because: "") == [])
    }

    @Test("while Avahi takes another name for the machine the service rests, and it comes back under its own name")
    mutating func newNameOfTheMachine() {
        _ = publication.server(is: .running) + publication.made("/g") + publication.group("/g", is: .collision, because: "")
        _ = publication.named("\(name) #2", because: "")
        #expect(publication.server(is: .collision) == [.free(group: "/g")])
        #expect(publication.server(is: .registering) == [])
        #expect(publication.server(is: .running) == [.makeGroup])
        #expect(publication.made("/h") == [.fill(group: "/h", name: name)])
    }

    @Test("a group that comes after nobody waits for it is given up")
    mutating func lateGroup() {
        _ = publication.server(is: .running) + publication.rest()
        #expect(publication.made("/g") == [.free(group: "/g")])
        #expect(publication.group("/g", is: .established, because: "") == [])
    }

    @Test("what Avahi refuses is reported once, and tried again only when Avahi begins anew")
    mutating func refusals() {
        _ = publication.server(is: .running)
        #expect(publication.notMade("too many objects") == [refused("too many objects")])
        #expect(publication.server(is: .running) == [])
        #expect(publication.server(is: .registering) + publication.server(is: .running) == [.makeGroup])
        _ = publication.made("/g")
        #expect(publication.notTaken("/g", because: "Not permitted") == [.free(group: "/g"), refused("Not permitted")])
        #expect(publication.notTaken("/g", because: "Not permitted") == [])
        _ = publication.rest() + publication.server(is: .running) + publication.made("/h")
        #expect(publication.group("/h", is: .failure, because: "gone") == [.free(group: "/h"), refused("gone")])
    }

    @Test("a name that is none is not taken", arguments: [nil, "", String(repeating: "x", count: 64)])
    mutating func badName(proposed: String?) {
        _ = publication.server(is: .running) + publication.made("/g") + publication.group("/g", is: .collision, because: "")
        #expect(publication.named(proposed, because: "no name") == [.free(group: "/g"), refused("no name")])
    }
}
