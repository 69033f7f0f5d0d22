import Desktop
import Testing

@testable import Application

@Suite("the choice of a server of rooms")
struct ServerChoiceTests {
    private let second: Int64 = 1_000_000_000
    private let attic = FoundServer(name: "attic.local", addresses: ["10.0.0.1"])
    private let music = FoundServer(name: "music.local", addresses: ["10.0.0.2", "fe80::2%3"])

    private func found(_ server: FoundServer, others: [String] = []) -> ServerChoice.Action {
        .tell(server: server.name, address: server.addresses[0], others: others)
    }

    @Test("of several, the first by name is taken, and the others are told")
    func several() {
        var choice = ServerChoice()
        #expect(choice.take([music, attic], at: 0) == [found(attic, others: ["music.local"]), .lead(to: "10.0.0.1")])
    }

    @Test("that there is none is told once")
    func none() {
        var choice = ServerChoice()
        #expect(choice.want("", at: 0) == [])
        #expect(choice.take([], at: 0) == [.tellNone(others: [])])
        #expect(choice.take([], at: 1) == [])
        #expect(choice.take([music], at: 2) == [found(music), .lead(to: "10.0.0.2")])
    }

    @Test("that there are only others is told once, also if there was none before")
    func onlyOthers() {
        var choice = ServerChoice()
        #expect(choice.want("kitchen", at: 0) == [])
        #expect(choice.take([], at: 0) == [.tellNone(others: [])])
        #expect(choice.take([music], at: 1) == [.tellNone(others: ["music.local"])])
        #expect(choice.take([], at: 2) == [])
        #expect(choice.take([attic], at: 3) == [])
    }

    @Test("a server that is ours stays ours, whatever else comes")
    func steady() {
        var choice = ServerChoice()
        _ = choice.take([music], at: 0)
        #expect(choice.take([attic, music], at: 100 * second) == [])
        let more = FoundServer(name: "music.local", addresses: ["127.0.0.1"] + music.addresses)
        #expect(choice.take([attic, more], at: 200 * second) == [])
        #expect(choice.address == "10.0.0.2")
    }

    @Test("a server whose address is gone is followed to the next one")
    func moves() {
        var choice = ServerChoice()
        _ = choice.take([music], at: 0)
        let moved = FoundServer(name: "music.local", addresses: ["10.0.0.9"])
        #expect(choice.take([moved], at: 10 * second) == [found(moved), .lead(to: "10.0.0.9")])
    }

    @Test("an address is kept for five seconds, so that nobody can send the sound to and fro")
    func flood() {
        var choice = ServerChoice()
        _ = choice.take([music], at: 0)
        for number in 1...1_000 {
            let moved = FoundServer(name: "music.local", addresses: ["10.1.\(number / 250).\(number % 250)"])
            let now = Int64(number) * second / 1_000
            #expect(choice.take([moved], at: now) == [.lookAgain(after: 5 * second - now)])
        }
        #expect(choice.look(at: 5 * second).last == .lead(to: "10.1.4.0"))
    }

    @Test("a server that goes and comes again is still ours, and another one takes its place only after a time")
    func goes() {
        var choice = ServerChoice()
        _ = choice.take([attic, music], at: 0)
        // It is started anew.
        #expect(choice.take([music], at: 10 * second) == [.lookAgain(after: 30 * second)])
        #expect(choice.address == "10.0.0.1")
        #expect(choice.take([attic, music], at: 12 * second) == [])
        #expect(choice.look(at: 40 * second) == [])
        // It is gone for good.
        #expect(choice.take([music], at: 50 * second) == [.lookAgain(after: 30 * second)])
        #expect(choice.look(at: 80 * second) == [found(music), .lead(to: "10.0.0.2")])
    }

    @Test("if nothing else is there, the last address stays, and the first one that comes later takes its place")
    func alone() {
        var choice = ServerChoice()
        _ = choice.take([attic], at: 0)
        #expect(choice.take([], at: 10 * second) == [])
        #expect(choice.take([music], at: 20 * second) == [.lookAgain(after: 20 * second)])
        #expect(choice.take([], at: 30 * second) == [])
        #expect(choice.take([music], at: 60 * second) == [found(music), .lead(to: "10.0.0.2")])
    }

    @Test(
        "a machine is meant by its name, with or without .local, capitals or not", arguments: ["music", "Music.local", "MUSIC"])
    func named(name: String) {
        var choice = ServerChoice()
        #expect(choice.want(name, at: 0) == [])
        #expect(choice.take([attic], at: 0) == [.tellNone(others: ["attic.local"])])
        #expect(choice.take([attic, music], at: 1) == [found(music, others: ["attic.local"]), .lead(to: "10.0.0.2")])
        // Nobody else takes its place.
        #expect(choice.take([attic], at: 10 * second) == [])
        #expect(choice.look(at: 100 * second) == [])
    }

    @Test("another name is followed at once")
    func renamed() {
        var choice = ServerChoice()
        _ = choice.take([attic, music], at: 0)
        #expect(choice.want("attic", at: second) == [])
        #expect(
            choice.want("music", at: second) == [.lead(to: nil), found(music, others: ["attic.local"]), .lead(to: "10.0.0.2")])
        #expect(choice.want("kitchen", at: 2 * second) == [.lead(to: nil), .tellNone(others: ["attic.local", "music.local"])])
        #expect(choice.address == nil)
        #expect(choice.want("", at: 3 * second) == [found(attic, others: ["music.local"]), .lead(to: "10.0.0.1")])
    }
}
