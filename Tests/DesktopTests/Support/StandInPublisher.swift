import MessageBus
import TestSupport

@testable import Desktop

/// Avahi, as far as it tells the network of services: it has names that are taken, and tells how its groups are.
final class StandInPublisher: Sendable {
    private static let server = "org.freedesktop.Avahi.Server"
    private static let group = "org.freedesktop.Avahi.EntryGroup"

    private struct State {
        var calls: [String] = []
        var count = 0
        /// The names in the groups that are not committed yet.
        var names: [String: String] = [:]
    }

    let standIn: StandIn
    private let state = Box(State())

    /// - Parameters:
    ///   - taken: names that other machines have.
    ///   - ownNames: names that other programs of this machine have.
    ///   - refusal: the reason for which it takes no service.
    ///   - serverState: its state at the beginning, by Avahi's number.
    init(
        on bus: PrivateBus, taken: Set<String> = [], ownNames: Set<String> = [], refusal: String? = nil, serverState: Int32 = 2
    ) {
        let state = state
        standIn = StandIn(on: bus.address, names: [StandInAvahi.name]) { program, call in
            state.change { $0.calls.append(Self.text(of: call)) }
            switch call.method {
            case "GetState": return .values([.int32(serverState)])
            case "EntryGroupNew":
                state.change { $0.count += 1 }
                return ObjectPath(checking: "/group/\(state.value.count)").map { .values([.objectPath($0)]) }
            case "GetAlternativeServiceName": return .values([.string((call.arguments.first ?? "") + " #2")])
            case "AddService":
                if let refusal { return .failure(refusal) }
                guard call.values.count > 3, case .string(let name) = call.values[3] else { return .failure("no name") }
                if ownNames.contains(name) { return .failure("Local name collision") }
                state.change { $0.names[call.path] = name }
                return .values([])
            case "Commit":
                let name = state.value.names[call.path] ?? ""
                for state in [1, taken.contains(name) ? 3 : 2] {
                    program.signal("StateChanged", of: Self.group, path: call.path, [.int32(Int32(state)), .string("")])
                }
                return .values([])
            case "Reset", "Free": return .values([])
            default: return nil
            }
        }
    }

    /// What it was asked so far, in this order.
    var calls: [String] { state.value.calls }

    /// Tells its state, by Avahi's number.
    func tell(_ state: Int32) {
        standIn.post { $0.signal("StateChanged", of: Self.server, [.int32(state), .string("")]) }
    }

    private static func text(of call: StandInCall) -> String {
        switch call.method {
        case "AddService":
            let values = call.values
            guard values.count == 9, case .int32(let network) = values[0], case .int32(let version) = values[1],
                case .string(let name) = values[3], case .string(let type) = values[4], case .uint16(let port) = values[7]
            else { return "AddService with other arguments" }
            return "AddService \(network) \(version) \(name) \(type) \(port)"
        case "Reset", "Commit", "Free": return "\(call.method) \(call.path)"
        default: return call.method
        }
    }
}
