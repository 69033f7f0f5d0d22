import MessageBus
import TestSupport

@testable import Desktop

/// Avahi: it tells of offers in the network, and where they are.
final class StandInAvahi: Sendable {
    static let name = "org.freedesktop.Avahi"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    static let resolver = "org.freedesktop.Avahi.ServiceResolver"
    static let service = "_snapcast._tcp"

    /// An offer, and where it is.
    struct Offer: Hashable {
        var name = "Snapcast"
        var network: Int32 = 2
        /// 0 for version 4 of the internet protocol, 1 for version 6.
        var version: Int32 = 0
        var type = StandInAvahi.service
        var machine = "music.local"
        var address: String
        var isOwn = false

        /// Its first values in each signal.
        fileprivate var head: [BusValue] {
            [.int32(network), .int32(version), .string(name), .string(type), .string("local")]
        }
    }

    private struct State {
        var offers: [Offer]
        var calls: [String] = []
        var count = 0
    }

    let standIn: StandIn
    private let state: Box<State>

    /// - Parameter refusal: the reason for which it looks for nothing.
    init(on bus: PrivateBus, offers: [Offer] = [], refusal: String? = nil) {
        let state = Box(State(offers: offers))
        self.state = state
        standIn = StandIn(on: bus.address, names: [Self.name]) { program, call in
            state.change { $0.calls.append(call.method == "Free" ? "Free \(call.path)" : call.method) }
            if let refusal { return .failure(refusal) }
            switch call.method {
            case "ServiceBrowserNew":
                // Before the answer, as Avahi does with what it knows already.
                for offer in state.value.offers { Self.tell(of: offer, by: program) }
                program.signal("AllForNow", of: Self.browser, [])
                return .values([.objectPath("/browser")])
            case "ServiceResolverNew":
                let offer = state.value.offers.first { Array(call.values.prefix(5)) == $0.head }
                if let offer { Self.tellPlace(of: offer, by: program) }
                state.change { $0.count += 1 }
                return ObjectPath(checking: "/resolver/\(state.value.count)").map { .values([.objectPath($0)]) }
            case "Free": return .values([])
            default: return nil
            }
        }
    }

    /// What it was asked so far, in this order.
    var calls: [String] { state.value.calls }

    /// Something in the network offers the service.
    func add(_ offer: Offer) {
        state.change { $0.offers.append(offer) }
        standIn.post { Self.tell(of: offer, by: $0) }
    }

    /// An offer is gone.
    func remove(_ offer: Offer) {
        state.change { $0.offers.removeAll { $0 == offer } }
        standIn.post { $0.signal("ItemRemove", of: Self.browser, offer.head + [.uint32(0)]) }
    }

    /// An offer is elsewhere now.
    func move(_ offer: Offer, to address: String) {
        var moved = offer
        moved.address = address
        let place = moved
        standIn.post { Self.tellPlace(of: place, by: $0) }
    }

    /// Ends without a word.
    func die() { standIn.die() }

    private static func tell(of offer: Offer, by program: StandInState) {
        program.signal("ItemNew", of: browser, offer.head + [.uint32(0)])
    }

    /// Has `program` tell where an offer is: everybody, or one.
    static func tellPlace(of offer: Offer, by program: StandInState, to destination: String? = nil) {
        program.signal(
            "Found", of: resolver,
            offer.head + [
                .string(offer.machine), .int32(offer.version), .string(offer.address), .uint16(1704),
                .array(of: .array(.byte), []), .uint32(offer.isOwn ? 8 : 0),
            ], to: destination)
    }
}
