import MessageBus
import TestSupport

@testable import Desktop

/// A notification service: it shows what it is asked to, under ids from 1 on, until a person, or a test, does something with it.
final class StandInNotifications: Sendable {
    static let name = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"

    /// What it shows.
    struct Notice: Hashable {
        let title: String
        let body: String
        let buttons: [String]
    }

    private struct State {
        var calls: [String] = []
        var shown: [Notice] = []
    }

    let standIn: StandIn
    private let state: Box<State>

    /// - Parameters:
    ///   - capabilities: what it says it can do; `nil` leaves the question without an answer.
    ///   - isSilent: whether it leaves notifications without an answer.
    init(on address: String, capabilities: [String]? = ["actions", "body", "body-markup"], isSilent: Bool = false) {
        let state = Box(State())
        self.state = state
        standIn = StandIn(on: address, names: [Self.name], path: Self.path) { _, call in
            let number = if case .uint32(let number)? = call.values.first { " \(number)" } else { "" }
            state.change { $0.calls.append(call.method + number) }
            switch call.method {
            case "GetCapabilities": return capabilities.map { .values([.array(of: .string, $0.map { .string($0) })]) }
            case "Notify":
                guard case .string(let title) = call.values[3], case .string(let body) = call.values[4],
                    case .array(_, let buttons) = call.values[5]
                else { return .failure("no text") }
                let words = buttons.compactMap { if case .string(let word) = $0 { word } else { nil } }
                state.change { $0.shown.append(Notice(title: title, body: body, buttons: words)) }
                return isSilent ? nil : .values([.uint32(UInt32(state.value.shown.count))])
            case "CloseNotification": return .values([])
            default: return nil
            }
        }
    }

    /// What it was asked so far, in this order.
    var calls: [String] { state.value.calls }

    /// What it has shown so far, in this order.
    var shown: [Notice] { state.value.shown }

    /// What the daemon calls a button of a notification; the name itself where there is no such button.
    func key(of button: String, of notice: UInt32) -> String {
        let shown = state.value.shown
        guard shown.indices.contains(Int(notice) - 1) else { return button }
        return shown[Int(notice) - 1].buttons.first { $0.hasPrefix("\(button)-") } ?? button
    }

    /// A person presses a button.
    func press(_ button: String, of notice: UInt32) {
        let key = key(of: button, of: notice)
        standIn.post { $0.signal("ActionInvoked", of: Self.name, [.uint32(notice), .string(key)]) }
    }

    /// A notification is closed: 2 is by a person.
    func close(_ notice: UInt32) {
        standIn.post { $0.signal("NotificationClosed", of: Self.name, [.uint32(notice), .uint32(2)]) }
    }
}
