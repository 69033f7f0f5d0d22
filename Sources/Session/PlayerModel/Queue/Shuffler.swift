import AudioTypes

/// The order in which a queue that shuffles plays its items: the items that were played, the rest of this round, and the later
/// rounds as far as they were drawn to look ahead. Each item comes once in a round. A queue that does not shuffle has no rounds.
struct Shuffler: Sendable {
    /// The ids that are left of this round, in order.
    private(set) var upcoming: [Int64] = []
    /// The ids that were played, newest last.
    private(set) var played: [Int64] = []
    /// The rounds after this one, for a queue that repeats.
    private var later: [[Int64]] = []
    /// How much sooner some ids come than others.
    var weights = DrawingWeights()
    /// The generator of random numbers, with a seed from outside so that tests know the order.
    private var randomness: SeededGenerator

    init(seed: UInt64) { randomness = SeededGenerator(seed: seed) }

    /// Returns the id that comes `distance` steps on (1 is the next one), from this round; `nil` if the round is shorter.
    func id(inThisRound distance: Int) -> Int64? { distance <= upcoming.count ? upcoming[distance - 1] : nil }
}

// MARK: - Drawn

extension Shuffler {
    /// Forgets all rounds, because the queue does not shuffle any more.
    mutating func clear() { (upcoming, played, later) = ([], [], []) }

    /// Forgets which ids were played, and draws a new round of `others`: all ids but the current one, whose turn it is. With
    /// `albums`, the round goes through one album after the other; the same holds for the functions below.
    mutating func draw(from others: [Int64], by priorities: Priorities = [:], albums: AlbumOrder? = nil) {
        (played, later) = ([], [])
        upcoming = shuffled(others, albums).sorted(by: priorities)
    }

    private mutating func shuffled(_ ids: [Int64], _ albums: AlbumOrder?) -> [Int64] {
        if let albums { return albums.shuffled(ids, by: weights, using: &randomness) }
        return weights.shuffled(ids, using: &randomness) { weights.weight(of: $0) }
    }

    /// Draws the rest of this round anew.
    mutating func redraw(by priorities: Priorities, albums: AlbumOrder?) {
        later = []
        upcoming = shuffled(upcoming, albums).sorted(by: priorities)
    }

    /// Returns the id that comes `distance` steps on, from this round or a later one, which is drawn if need be from the ids
    /// that `all` returns.
    mutating func id(
        ahead distance: Int, current: Int64?, by priorities: @autoclosure () -> Priorities = [:], albums: AlbumOrder? = nil,
        all: () -> [Int64]
    ) -> Int64? {
        var place = distance - 1
        if place < upcoming.count { return upcoming[place] }
        place -= upcoming.count
        var number = 0
        while true {
            if number == later.count { drawLater(all(), by: priorities(), albums, current: current) }
            let round = later[number]
            if place < round.count { return round[place] }
            place -= round.count
            number += 1
        }
    }

    /// Appends a round of all ids that does not begin with the id that ends the round before.
    private mutating func drawLater(_ all: [Int64], by priorities: Priorities, _ albums: AlbumOrder?, current: Int64?) {
        let last = later.last?.last ?? upcoming.last ?? current
        if let albums {
            later.append(albums.round(of: all, behind: last, by: weights, using: &randomness).sorted(by: priorities))
            return
        }
        var round = shuffled(all, nil).sorted(by: priorities)
        if round.count > 1, round.first == last {
            round.swapAt(0, round.count - 1)
        }
        later.append(round)
    }

    /// Forgets the later rounds, because the queue has other items or modes now.
    mutating func forgetLater() { later = [] }

    /// Returns new items in the order in which they would be played by themselves.
    mutating func order(_ new: [QueueItem], byAlbums: Bool = false) -> [QueueItem] {
        guard byAlbums else { return new.shuffled(using: &randomness) }
        let places = Dictionary(new.enumerated().map { ($1.id, $0) }) { place, _ in place }
        let albums = AlbumOrder(book: AlbumBook(new), items: new, current: nil)
        return albums.shuffled(new.map(\.id), by: weights, using: &randomness).compactMap { id in places[id].map { new[$0] } }
    }
}

// MARK: - Played

extension Shuffler {
    /// Takes in that the player went back from `previous` to `id`, which was played before. What was played behind it comes again.
    mutating func goBack(to id: Int64, from previous: Int64?) {
        guard previous != id else { return }
        // One that is not open yet still has its place in the round.
        if let previous, upcoming.first != previous { upcoming.insert(previous, at: 0) }
        guard let place = played.lastIndex(of: id) else { return }
        upcoming.insert(contentsOf: played[(place + 1)...], at: 0)
        played.removeSubrange(place...)
    }

    /// Takes in that `previous` was played. At most `limit` ids are kept.
    mutating func leave(_ previous: Int64, keeping limit: Int) {
        played.append(previous)
        if played.count > limit { played.removeFirst() }
    }

    /// Takes `id`, which someone chose, out of this round.
    mutating func take(_ id: Int64) {
        if let place = upcoming.firstIndex(of: id) { upcoming.remove(at: place) }
    }

    /// Goes on to `id` in this round, past ids that could not be played. Returns false if `id` is not in this round.
    mutating func advance(to id: Int64) -> Bool {
        guard let place = upcoming.firstIndex(of: id) else { return false }
        upcoming.removeSubrange(...place)
        return true
    }

    /// Goes on to the round that begins with `id`, or with ids before `id` that could not be played. If no later round was
    /// drawn to look ahead, one is drawn now that begins with `id`, and goes on with `others`.
    mutating func beginRound(
        with id: Int64, by priorities: Priorities = [:], albums: AlbumOrder? = nil, others: () -> [Int64]
    ) {
        if later.isEmpty { later = [[id] + shuffled(others(), albums).sorted(by: priorities)] }
        upcoming = later.removeFirst()
        if let place = upcoming.firstIndex(of: id) { upcoming.removeSubrange(...place) }
    }
}

// MARK: - Changed with the queue

extension Shuffler {
    /// Takes out ids that left the queue.
    mutating func remove(_ gone: Set<Int64>) {
        upcoming.removeAll { gone.contains($0) }
        later = []
        played.removeAll { gone.contains($0) }
    }

    /// Leaves ids out of this round, because their items could not be opened.
    mutating func passOver(_ ids: [Int64]) {
        let failed = Set(ids)
        upcoming.removeAll { failed.contains($0) }
    }

    /// Puts new ids in front of the rest of this round.
    mutating func takeNext(_ ids: [Int64]) {
        later = []
        upcoming.insert(contentsOf: ids, at: 0)
    }

    /// Spreads new ids over the rest of this round; the ids that are in it keep their order, except behind those of a higher
    /// priority.
    mutating func mixIn(_ ids: [Int64], by priorities: Priorities = [:], albums: AlbumOrder? = nil) {
        later = []
        upcoming = mixed(ids, into: upcoming[...], albums).sorted(by: priorities)
    }

    /// Returns `old` with new ids spread over it.
    private mutating func mixed(_ ids: [Int64], into old: ArraySlice<Int64>, _ albums: AlbumOrder?) -> [Int64] {
        if let albums { return albums.mixed(ids, into: Array(old), using: &randomness) }
        var isNew = Array(repeating: true, count: ids.count) + Array(repeating: false, count: old.count)
        isNew.shuffle(using: &randomness)
        var new = ids.shuffled(using: &randomness)[...]
        var old = old
        return isNew.compactMap { $0 ? new.popFirst() : old.popFirst() }
    }

    /// Gives ids of this round, or ids that were played and get another turn, their places among those of the same priority.
    mutating func place(_ ids: Set<Int64>, at priority: UInt8, by priorities: Priorities, albums: AlbumOrder? = nil) {
        later = []
        played.removeAll { ids.contains($0) }
        var others = upcoming.filter { !ids.contains($0) }
        let start = others.firstIndex { (priorities[$0] ?? 0) <= priority } ?? others.endIndex
        let end = others[start...].firstIndex { (priorities[$0] ?? 0) != priority } ?? others.endIndex
        others.replaceSubrange(start..<end, with: mixed(ids.sorted(), into: others[start..<end], albums))
        upcoming = others
    }

    /// Spreads new ids over the rest of this round, behind the id that comes next, and its album. If nothing is left of the round,
    /// the new ids are not in it.
    mutating func mixInBehindNext(_ ids: [Int64], by priorities: Priorities = [:], albums: AlbumOrder? = nil) {
        guard !ids.isEmpty, !upcoming.isEmpty else { return }
        let first = upcoming.prefix(albums?.runs(of: upcoming).first?.count ?? 1)
        upcoming.removeFirst(first.count)
        mixIn(ids, by: priorities, albums: albums)
        upcoming.insert(contentsOf: first, at: 0)
    }

    /// Has the rest of the current album come next.
    mutating func goOn(with albums: AlbumOrder) {
        let rest = albums.rest(of: upcoming)
        guard !rest.isEmpty else { return }
        let ids = Set(rest)
        upcoming = rest + upcoming.filter { !ids.contains($0) }
    }

    /// Has the items of each album stand in the order of the queue, because that has changed.
    mutating func sort(by albums: AlbumOrder, _ priorities: Priorities) {
        later = []
        upcoming = albums.sorted(upcoming, by: priorities)
    }

    /// Has the items of each album stand together, because other items are of it now.
    mutating func gather(by albums: AlbumOrder, _ priorities: Priorities) {
        later = []
        upcoming = albums.gathered(upcoming, by: priorities)
    }

    /// Continues the round of an earlier run.
    mutating func restore(played: [Int64], upcoming: [Int64]) { (self.played, self.upcoming) = (played, upcoming) }
}
