import SystemSupport

/// The places for the clients of all line servers of the process, so that what they take together leaves descriptors for media,
/// the state, the sound server and the library. Confined to the event loop of the servers.
package final class ClientPlaces {
    private var table: PlaceTable
    private var leavers: [UInt64: (Refusal) -> Void] = [:]
    private var doors = 0

    /// Makes room for so many clients: raises the limit of open files for that, as far as the system allows. If it does not
    /// allow that many, there are fewer places.
    package convenience init(for clients: Int) {
        self.init(total: min(clients, DescriptorPlan.clients(of: DescriptorLimit.raise(to: DescriptorPlan.limit(for: clients)))))
    }

    /// Makes so many places.
    init(total: Int) { table = PlaceTable(total: total) }

    /// How many clients there may be at all servers together.
    package var total: Int { table.total }

    /// How many places are taken.
    package var count: Int { table.count }

    /// Returns the number of a new server.
    func addDoor() -> Int {
        doors += 1
        return doors
    }

    /// Gives a client of `door` a place, or says why not.
    /// - Parameter leave: closes the client's connection because another one gets its place.
    func admit(
        to door: Int, _ party: ClientParty, doorLimit: Int, leave: @escaping (Refusal) -> Void
    ) -> Result<UInt64, PlaceRefusal> {
        switch table.admit(to: door, party, doorLimit: doorLimit, at: MonotonicClock.nanoseconds) {
        case .refused(let refusal): return .failure(PlaceRefusal(refusal: refusal))
        case .admitted(let place, let replaced):
            leavers[place] = leave
            if let replaced { leavers.removeValue(forKey: replaced)?(.replaced) }
            return .success(place)
        }
    }

    func raise(_ place: UInt64, to standing: PlaceTable.Standing) { table.raise(place, to: standing) }

    func leave(_ place: UInt64) {
        leavers[place] = nil
        table.leave(place)
    }
}

/// Why there is no place.
struct PlaceRefusal: Error {
    let refusal: Refusal
}

/// How the descriptors that the process may have are shared out.
enum DescriptorPlan {
    /// For everything that is no client: media, the state, the sound server, the library, the streams of clients. They are many only
    /// while media hangs.
    static let reserve = 768

    /// Returns the limit of open files that so many clients need.
    static func limit(for clients: Int) -> Int { clients + reserve }

    /// Returns how many clients there may be if the process may have `limit` files open. With a low limit, the reserve gets half.
    static func clients(of limit: Int) -> Int { max(1, limit - min(reserve, limit / 2)) }
}
