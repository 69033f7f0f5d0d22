import Testing

@testable import Remotes

@Suite("Tickets for listening")
struct ListenTicketTests {
    private let device = Grant(device: 3, name: "telephone", role: .control)

    @Test("allow looking and no more, again and again, until their time is over")
    func lifetime() {
        var tickets = ListenTickets()
        tickets.add("a", for: device, at: 0)
        let granted = Grant(device: 3, name: "telephone", role: .view)
        #expect(tickets.grant("a", at: 5) == granted && tickets.grant("a", at: ListenTickets.lifetime - 1) == granted)
        #expect(tickets.grant("a", at: ListenTickets.lifetime) == nil)
        #expect(tickets.grant("b", at: 5) == nil && tickets.grant("", at: 5) == nil)
    }

    @Test("end with their device, and those of others stay")
    func revoked() {
        var tickets = ListenTickets()
        tickets.add("a", for: device, at: 0)
        tickets.add("b", for: nil, at: 0)
        tickets.revoke(3)
        #expect(tickets.grant("a", at: 1) == nil)
        #expect(tickets.grant("b", at: 1)?.device == nil && tickets.grant("b", at: 1)?.role == .view)
    }

    @Test("a device that asks for many loses its own oldest ones")
    func many() {
        var tickets = ListenTickets()
        tickets.add("mine", for: nil, at: 0)
        for number in 0..<20 { tickets.add("t\(number)", for: device, at: Int64(number)) }
        #expect(tickets.grant("t11", at: 30) == nil && tickets.grant("t12", at: 30) != nil)
        #expect(tickets.grant("mine", at: 30) != nil)
    }
}
