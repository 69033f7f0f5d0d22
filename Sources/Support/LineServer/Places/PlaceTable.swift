/// The places that clients take, and who gets the next one. A value without I/O; times are in nanoseconds of one clock.
///
/// A client is *silent* until it has done something that only a real client does: it has sent a line, or whatever its protocol
/// wants for that. Where no place is left, a silent client loses its own to the next one that comes.
struct PlaceTable {
    /// What a client has shown of itself.
    enum Standing: Int, Comparable {
        /// Nothing yet.
        case silent
        /// It speaks the protocol.
        case heard
        /// It knows a password.
        case trusted

        static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }
    }

    /// The answer to a client that comes.
    enum Admission: Equatable {
        /// It gets the place with this number; the client with the place `replacing` has to leave.
        case admitted(UInt64, replacing: UInt64?)
        case refused(Refusal)
    }

    private struct Place {
        let door: Int
        let party: ClientParty
        let since: Int64
        var standing = Standing.silent
    }

    private struct Counts {
        var silent = 0
        var untrusted = 0
    }

    /// A client that has just connected may still be about to speak. So long it keeps its place, in nanoseconds.
    static let grace: Int64 = 1_000_000_000
    /// How many silent clients a host of the network may have.
    static let silentOfHost = 32
    /// A host may have one in so many of the places of a door, without a password.
    static let hostShare = 4

    /// How many clients there may be at all doors together.
    let total: Int
    private var places: [UInt64: Place] = [:]
    private var counts: [ClientParty: Counts] = [:]
    private var ofDoor: [Int: Int] = [:]
    private var latest: UInt64 = 0

    /// Makes a table with so many places.
    init(total: Int) { self.total = total }

    /// How many places are taken.
    var count: Int { places.count }

    /// Decides about a client that comes to `door`, which may have `doorLimit` clients, and gives it a place.
    mutating func admit(to door: Int, _ party: ClientParty, doorLimit: Int, at time: Int64) -> Admission {
        var replaced: UInt64?
        if party.isHost {
            let (counts, share) = (counts[party] ?? Counts(), max(1, doorLimit / Self.hostShare))
            let limit = counts.silent >= Self.silentOfHost ? Self.silentOfHost : counts.untrusted >= share ? share : nil
            if let limit {
                replaced = oldestSilent(at: time) { $0.party == party }
                if replaced == nil { return .refused(.tooManyOfHost(limit: limit)) }
            }
        }
        let (isDoorFull, isFull) = (ofDoor[door, default: 0] >= doorLimit, places.count >= total)
        if isDoorFull || isFull, replaced.flatMap({ places[$0] }).map({ isDoorFull && $0.door != door }) ?? true {
            let crowded = mostSilent(at: time) { !isDoorFull || $0.door == door }
            replaced = oldestSilent(at: time) { (!isDoorFull || $0.door == door) && $0.party == crowded }
            if replaced == nil { return .refused(.tooManyClients(limit: isDoorFull ? doorLimit : total)) }
        }
        if let replaced { leave(replaced) }
        latest += 1
        places[latest] = Place(door: door, party: party, since: time)
        ofDoor[door, default: 0] += 1
        counts[party, default: Counts()].silent += 1
        counts[party, default: Counts()].untrusted += 1
        return .admitted(latest, replacing: replaced)
    }

    /// Notes what the client with this place has shown. It never falls back.
    mutating func raise(_ number: UInt64, to standing: Standing) {
        guard let place = places[number], place.standing < standing else { return }
        places[number]?.standing = standing
        if place.standing == .silent { counts[place.party]?.silent -= 1 }
        if standing == .trusted { counts[place.party]?.untrusted -= 1 }
    }

    /// Frees a place; does nothing if it is free.
    mutating func leave(_ number: UInt64) {
        guard let place = places.removeValue(forKey: number) else { return }
        ofDoor[place.door, default: 0] -= 1
        var left = counts[place.party] ?? Counts()
        if place.standing == .silent { left.silent -= 1 }
        if place.standing < .trusted { left.untrusted -= 1 }
        // A party of which only trusted clients are left needs no count.
        counts[place.party] = left.silent == 0 && left.untrusted == 0 ? nil : left
    }

    private func isReplaceable(_ place: Place, at time: Int64) -> Bool {
        place.standing == .silent && time - place.since >= Self.grace
    }

    /// Returns the place of the oldest silent client that counts.
    private func oldestSilent(at time: Int64, where isCounted: (Place) -> Bool) -> UInt64? {
        var oldest: UInt64?
        for (number, place) in places where isReplaceable(place, at: time) && isCounted(place) {
            oldest = min(oldest ?? number, number)
        }
        return oldest
    }

    /// Returns who has the most silent clients that count.
    private func mostSilent(at time: Int64, where isCounted: (Place) -> Bool) -> ClientParty? {
        var found: [ClientParty: Int] = [:]
        for place in places.values where isReplaceable(place, at: time) && isCounted(place) {
            found[place.party, default: 0] += 1
        }
        return found.max { $0.value < $1.value }?.key
    }
}
