/// Gets one service into the network and keeps it there. A value: it takes what Avahi tells and returns actions.
///
/// Avahi keeps what a program offers in a group, and asks the network whether the name is free. If it is not, the service takes the
/// name that Avahi proposes in its place.
struct ServicePublication {
    /// What Avahi says of itself; its numbers.
    enum ServerState: Int32 {
        case invalid, registering, running, collision, failure
    }

    /// What Avahi says of a group; its numbers.
    enum GroupState: Int32 {
        case uncommitted, registering, established, collision, failure
    }

    /// An action for the bus side.
    enum Action: Equatable {
        /// Have Avahi make a group.
        case makeGroup
        /// Empty the group, and put the service into it under that name.
        case fill(group: String, name: String)
        /// Ask for a name in the place of that one.
        case askName(insteadOf: String)
        /// Give the group up.
        case free(group: String)
        case report(PublicationEvent)
    }

    private enum Stage: Equatable {
        /// Nothing is asked, or Avahi is not ready.
        case resting
        /// A group is being made.
        case making
        /// The service is in the group.
        case filled(String)
        /// Another name is being asked for.
        case renaming(String)
        /// Avahi has refused.
        case refused
    }

    /// How many names are tried. More machines of one name are hardly in one house, and a network that takes each name is a hostile one.
    static let mostNames = 16
    /// What Avahi says when a program of this machine has the name.
    static let ownCollision = "Local name collision"

    let service: PublishedService
    private var stage = Stage.resting
    private var name: String
    private var names = 1

    /// Makes a publication that rests.
    init(_ service: PublishedService) {
        self.service = service
        name = service.name
    }

    /// Takes in how Avahi is.
    mutating func server(is state: ServerState) -> [Action] {
        guard state == .running else { return rest() }
        guard stage == .resting else { return [] }
        (stage, name, names) = (.making, service.name, 1)
        return [.makeGroup]
    }

    /// Gives everything up: nobody wants it any more, or Avahi is about to take another name for the machine.
    mutating func rest() -> [Action] {
        defer { stage = .resting }
        switch stage {
        case .filled(let group), .renaming(let group): return [.free(group: group)]
        case .resting, .making, .refused: return []
        }
    }

    /// Notes that Avahi has made a group.
    mutating func made(_ group: String) -> [Action] {
        // One that nobody waits for any more would stay for ever.
        guard stage == .making else { return [.free(group: group)] }
        stage = .filled(group)
        return [.fill(group: group, name: name)]
    }

    /// Notes that Avahi makes no group.
    mutating func notMade(_ reason: String) -> [Action] {
        guard stage == .making else { return [] }
        return refuse(reason)
    }

    /// Returns whether the group is to hold the service under that name.
    func holds(_ group: String, _ name: String) -> Bool { stage == .filled(group) && self.name == name }

    /// Takes in how the group is.
    mutating func group(_ group: String, is state: GroupState, because reason: String) -> [Action] {
        guard stage == .filled(group) else { return [] }
        switch state {
        case .uncommitted, .registering: return []
        case .established: return [.report(.published(type: service.type, name: name))]
        case .collision: return collided(group)
        case .failure: return [.free(group: group)] + refuse(reason)
        }
    }

    /// Notes that Avahi does not take the service into the group.
    mutating func notTaken(_ group: String, because reason: String) -> [Action] {
        guard stage == .filled(group) else { return [] }
        return reason == Self.ownCollision ? collided(group) : [.free(group: group)] + refuse(reason)
    }

    /// Takes another name, or notes that there is none.
    mutating func named(_ newName: String?, because reason: String) -> [Action] {
        guard case .renaming(let group) = stage else { return [] }
        guard let newName, (1...PublishedService.longestName).contains(newName.utf8.count) else {
            return [.free(group: group)] + refuse(reason)
        }
        (stage, name) = (.filled(group), newName)
        return [.fill(group: group, name: newName)]
    }

    private mutating func collided(_ group: String) -> [Action] {
        guard names < Self.mostNames else {
            return [.free(group: group)] + refuse("\(service.name) and \(names - 1) names like it are taken")
        }
        names += 1
        stage = .renaming(group)
        return [.askName(insteadOf: name)]
    }

    private mutating func refuse(_ reason: String) -> [Action] {
        stage = .refused
        return [.report(.refused(type: service.type, reason: reason))]
    }
}
