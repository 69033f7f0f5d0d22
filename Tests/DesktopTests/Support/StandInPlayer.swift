import MessageBus
import TestSupport

@testable import Desktop

/// A media player that follows MPRIS, or does not.
final class StandInPlayer: Sendable {
    /// How it behaves.
    struct Manners: Sendable {
        var identity = BusValue.string("A Player")
        var answersQuestions = true
        var answersOrders = true
        var followsOrders = true
        /// Whether it says what it does now only after it has answered the order.
        var followsLate = false
        var refusal: String?
    }

    static let path = "/org/mpris/MediaPlayer2"

    let name: String
    private let standIn: StandIn
    private let record = Box<[String]>([])
    private let status: Box<String>

    init(on bus: PrivateBus, _ suffix: String, _ status: String = "Stopped", manners: Manners = Manners()) {
        name = "org.mpris.MediaPlayer2.\(suffix)"
        let shown = Box(status)
        self.status = shown
        standIn = StandIn(on: bus.address, names: [name], path: Self.path) { [record] player, call in
            Self.answer(call, of: player, manners, shown, record)
        }
    }

    /// The orders it has got.
    var orders: [String] { record.value }

    /// Does something else, as if its user had said so.
    func become(_ status: String) {
        self.status.value = status
        standIn.post { Self.tell(status, by: $0) }
    }

    /// Does something else, and says only that it does.
    func becomeSilently(_ status: String) {
        self.status.value = status
        announce([:], invalidated: .array(of: .string, [.string("Volume"), .string("PlaybackStatus")]))
    }

    /// Sends a `PropertiesChanged` with anything in it.
    func announce(_ properties: KeyValuePairs<String, BusValue>, invalidated: BusValue = .array(of: .string, [])) {
        send([.string("org.mpris.MediaPlayer2.Player"), .properties(properties), invalidated])
    }

    /// Sends a `PropertiesChanged` of any shape.
    func send(_ values: [BusValue]) {
        standIn.post { $0.signal("PropertiesChanged", of: "org.freedesktop.DBus.Properties", values) }
    }

    /// Takes another name besides.
    func take(_ suffix: String) { standIn.post { $0.request("org.mpris.MediaPlayer2.\(suffix)") } }

    /// Lets go of its first name.
    func letGo() { standIn.post { [name] in $0.release(name) } }

    /// Ends without a word.
    func die() { standIn.die() }

    private static func tell(_ status: String, by player: StandInState) {
        let values: [BusValue] = [
            .string("org.mpris.MediaPlayer2.Player"),
            .properties(["Metadata": .properties(["xesam:title": .string("A Song")]), "PlaybackStatus": .string(status)]),
            .array(of: .string, []),
        ]
        player.signal("PropertiesChanged", of: "org.freedesktop.DBus.Properties", values)
    }

    private static func answer(
        _ call: StandInCall, of player: StandInState, _ manners: Manners, _ status: Box<String>, _ record: Box<[String]>
    ) -> StandInAnswer? {
        if call.method == "Get" {
            guard manners.answersQuestions else { return nil }
            return .values([.variant(call.arguments.last == "Identity" ? manners.identity : .string(status.value))])
        }
        let method = call.method
        record.change { $0.append(method) }
        if let refusal = manners.refusal { return .failure(refusal) }
        if manners.followsOrders {
            status.value = method == "Pause" ? "Paused" : "Playing"
            if manners.followsLate {
                // Behind what comes after it, the answer among it.
                player.withOthers { _ in tell(status.value, by: player) }
            } else {
                tell(status.value, by: player)
            }
        }
        return manners.answersOrders ? .values([]) : nil
    }
}
