import ControlProtocol
import JSON
import Remotes

extension ControlError {
    /// Makes the protocol's error for what a device of the network may not do.
    init(_ refusal: RemoteRefusal) {
        switch refusal {
        case .unknown: self.init(.permissionDenied, refusal.description)
        case .ownerOnly: self.init(.permissionDenied, refusal.description, details: ["role": .string(Role.owner.rawValue)])
        case .roleNeeded(let role, _):
            self.init(.permissionDenied, refusal.description, details: ["role": .string(role.rawValue)])
        case .tooOften: self.init(.limitExceeded, refusal.description, details: ["limit": "guest"])
        }
    }
}
