package import Database
import MediaTypes

/// Finds the songs of a playlist that is made by rules, part after part, so that other questions have their turns between the parts. A
/// value; the store belongs to its thread.
///
/// What is asked of numbers is compiled to SQL, which leaves songs out early. All rules are followed for each song that is left.
package struct SmartSearch: Sendable {
    /// How many songs one part reads in the end.
    private static let readsPerPart = 2_000
    /// In which column of the rows the numbers begin.
    private static let firstNumber = 7

    /// How many songs one part looks at.
    private let looksPerPart: Int64
    /// How many answers are kept of all tests of texts together, and as many texts by which songs are sorted.
    private let answersKept: Int
    private let plan: SmartPlan
    private let list: SmartPlaylist
    private let roots: MusicRoots
    private let now: Double
    private let seed: UInt64

    private var (last, isLookedThrough) = (Int64.min, false)
    private var matches: [SmartMatch] = []
    /// How many songs follow the rules, also those that were left out since because they come too late.
    private var matchCount = 0
    private var found: [LibrarySong] = []
    /// What is known by now of each combination of shared tags: whether it passes each test of texts, and by what it is sorted.
    private var passes: [[Int64: Bool]]
    private var sortTexts: [[Int64: [UInt8]?]]
    /// The texts of the song that is looked at: many tests may ask for one.
    private var folded: [SmartText: [[UInt8]]] = [:]
    private var shared: (id: Int64, tags: [UInt8]) = (-1, [])
    private var directory: (id: Int64, path: [UInt8]) = (-1, [])

    /// Begins to look.
    /// - Parameters:
    ///   - members: the paths of the songs in the playlists that the rules name.
    ///   - roots: the tree in which clients see the files.
    ///   - now: seconds since 1970, from which the rules count back.
    ///   - seed: decides the order of what is sorted at random.
    ///   - looksPerPart: how many songs one part looks at: some hundredths of a second.
    ///   - answersKept: how many answers are kept of all tests of texts together: about 15 MB.
    package init(
        _ list: SmartPlaylist, members: [String: Set<[UInt8]>], roots: MusicRoots, now: Double, seed: UInt64,
        looksPerPart: Int = 20_000, answersKept: Int = 1 << 20
    ) {
        (self.list, self.roots, self.now, self.seed, self.looksPerPart) = (list, roots, now, seed, Int64(looksPerPart))
        self.answersKept = answersKept
        plan = SmartPlan(list, members: members, now: now)
        passes = Array(repeating: [:], count: plan.texts.count)
        sortTexts = Array(repeating: [:], count: list.sort.count)
    }

    /// Does the next part. Returns the songs, in their order, once it is done.
    package mutating func advance(in store: LibraryStore) throws(DatabaseError) -> [LibrarySong]? {
        try store.reading { () throws(DatabaseError) in
            if !isLookedThrough {
                try look(in: store)
                if isLookedThrough { finishOrder() }
                return nil
            }
            try read(in: store)
            return matches.isEmpty ? found : nil
        }
    }

    /// How many answers of tests of texts, and how many texts by which songs are sorted, are kept now.
    var kept: (answers: Int, texts: Int) { (passes.reduce(0) { $0 + $1.count }, sortTexts.reduce(0) { $0 + $1.count }) }

    // MARK: Looking

    private mutating func look(in store: LibraryStore) throws(DatabaseError) {
        let end: Int64? = try store.database.value(
            "SELECT id FROM songs WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", last, looksPerPart - 1)
        let (start, plan) = (last, plan)
        try store.database.forEachRow(plan.sql) { values in
            values.add(start)
            values.add(end ?? .max)
            for value in plan.values { values.add(value) }
        } body: { row throws(DatabaseError) in
            var song = SmartFacts(
                id: try row.integer(0), shared: try row.integer(1), directory: try row.integer(2),
                milliseconds: try row.integer(5), own: try row.utf8(3), name: try row.bytes(4), order: try row.integer(6))
            for index in plan.numbers.indices { song.numbers.append(try row.read(Self.firstNumber + index)) }
            folded.removeAll(keepingCapacity: true)
            guard try holds(plan.rule, for: song, in: store) else { return }
            matchCount += 1
            matches.append(try match(song, in: store))
        }
        (last, isLookedThrough) = (end ?? .max, end == nil)
        if matches.count > 2 * most { cut() }
    }

    private mutating func holds(
        _ rule: SmartPlan.Rule, for song: SmartFacts, in store: LibraryStore
    ) throws(DatabaseError) -> Bool {
        switch rule {
        case .all(let rules):
            for rule in rules { guard try holds(rule, for: song, in: store) else { return false } }
            return true
        case .any(let rules):
            for rule in rules { if try holds(rule, for: song, in: store) { return true } }
            return false
        case .number(let index, let test, let isNegated):
            guard let value = song.numbers[index] else { return isNegated }
            return test.holds(for: value, at: now) != isNegated
        case .members(let paths, let isNegated):
            return paths.contains(try path(of: song, in: store)) != isNegated
        case .text(let index):
            let text = plan.texts[index]
            if text.field.isShared, let known = passes[index][song.shared] { return known }
            let passes = try foldedValues(of: text.field, song, in: store).contains { text.test.holds(for: $0) }
            if text.field.isShared {
                // The songs of an album mostly follow each other, so little is asked a second time.
                if self.passes[index].count >= answersKept / plan.texts.count { self.passes[index].removeAll() }
                self.passes[index][song.shared] = passes != text.isNegated
            }
            return passes != text.isNegated
        }
    }

    private mutating func foldedValues(
        of field: SmartText, _ song: SmartFacts, in store: LibraryStore
    ) throws(DatabaseError) -> [[UInt8]] {
        if let known = folded[field] { return known }
        let values = try values(of: field, song, in: store).map { Array(SearchText.searchForm($0).utf8) }
        folded[field] = values
        return values
    }

    private mutating func values(
        of field: SmartText, _ song: SmartFacts, in store: LibraryStore
    ) throws(DatabaseError) -> [String] {
        switch field {
        case .fileType:
            guard let dot = song.name.lastIndex(of: UInt8(ascii: ".")) else { return [] }
            return [String(decoding: song.name[(dot + 1)...], as: UTF8.self)]
        case .filePath:
            let path = try path(of: song, in: store)
            return [String(decoding: roots.place(of: path) ?? path, as: UTF8.self)]
        default:
            if field.isShared, shared.id != song.shared {
                let tags: UTF8Text? = try store.database.value("SELECT tags FROM shared_tags WHERE id = ?", song.shared)
                shared = (song.shared, tags?.bytes ?? [])
            }
            return field.values(of: SongTags(own: song.own, shared: field.isShared ? shared.tags : []))
        }
    }

    private mutating func path(of song: SmartFacts, in store: LibraryStore) throws(DatabaseError) -> [UInt8] {
        if directory.id != song.directory {
            let path: [UInt8]? = try store.database.value("SELECT path FROM directories WHERE id = ?", song.directory)
            directory = (song.directory, path ?? [])
        }
        return directory.path + [UInt8(ascii: "/")] + song.name
    }

    // MARK: Order

    private mutating func match(_ song: SmartFacts, in store: LibraryStore) throws(DatabaseError) -> SmartMatch {
        var keys: [SmartMatch.Key] = []
        for (index, sort) in list.sort.enumerated() {
            switch sort.field {
            case .random: keys.append(.number(Double(mixed(song.id) >> 11)))
            case .number(let field):
                let place = plan.numbers.firstIndex(of: field)
                keys.append(place.flatMap { song.numbers[$0] }.map { .number($0) } ?? .none)
            case .text(let field):
                let text: [UInt8]?
                if field.isShared, let known = sortTexts[index][song.shared] {
                    text = known
                } else {
                    text = try values(of: field, song, in: store).first.map { Array(SearchText.sortForm($0).utf8) }
                    if field.isShared {
                        if sortTexts[index].count >= answersKept / list.sort.count { sortTexts[index].removeAll() }
                        sortTexts[index][song.shared] = .some(text)
                    }
                }
                keys.append(text.map { .text($0) } ?? .none)
            }
        }
        return SmartMatch(
            id: song.id, keys: keys, directory: song.directory, order: song.order, milliseconds: song.milliseconds)
    }

    /// A number that the seed and an id make, all of whose bits depend on both (SplitMix64 by G. Steele and others, 2014).
    private func mixed(_ id: Int64) -> UInt64 {
        var bits = seed &+ UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// The most songs of which any may be wanted.
    private var most: Int {
        if case .count(let count) = list.limit { return min(count, SmartPlaylist.songLimit) }
        return SmartPlaylist.songLimit
    }

    /// Keeps the first songs: so many may follow the rules that all of them would take much memory.
    private mutating func cut() {
        let down = list.sort.map(\.isDescending)
        matches.sort { $0.precedes($1, isDescending: down) }
        matches.removeLast(max(0, matches.count - most))
    }

    private mutating func finishOrder() {
        cut()
        switch list.limit {
        case nil, .count: break
        case .percent(let percent):
            let count = Int((Double(matchCount) * percent / 100).rounded(.up))
            matches.removeLast(max(0, matches.count - count))
        case .seconds(let seconds):
            var milliseconds = 0.0
            let end = matches.firstIndex { match in
                milliseconds += Double(match.milliseconds)
                return milliseconds > seconds * 1_000
            }
            if let end { matches.removeSubrange(end...) }
        }
        // They are taken from the end.
        matches.reverse()
        (passes, sortTexts) = ([], [])
    }

    private mutating func read(in store: LibraryStore) throws(DatabaseError) {
        let part = matches.suffix(Self.readsPerPart).reversed().map(\.id)
        matches.removeLast(part.count)
        guard !part.isEmpty else { return }
        let ids = "[" + part.map(String.init).joined(separator: ",") + "]"
        var songs: [Int64: LibrarySong] = [:]
        try store.forEachSong("WHERE songs.id IN (SELECT value FROM json_each(?))", ids) { songs[$0.id] = $0 }
        found += part.compactMap { songs[$0] }
    }
}

/// What is read of a song to follow rules.
private struct SmartFacts {
    let id: Int64
    /// The id of its shared tags.
    let shared: Int64
    let directory: Int64
    let milliseconds: Int64
    /// The tags that it does not share, and the name of its file; empty if no rule asks.
    let own: [UInt8]
    let name: [UInt8]
    /// Its place by disc and track.
    let order: Int64
    /// The numbers of the plan.
    var numbers: [Double?] = []
}

/// A song that follows the rules, and by what it is sorted.
private struct SmartMatch {
    enum Key: Hashable {
        case number(Double)
        case text([UInt8])
        case none
    }

    let id: Int64
    let keys: [Key]
    let directory: Int64
    let order: Int64
    let milliseconds: Int64

    /// Whether it comes in front of another one. Songs that are the same follow each other as those of an album.
    func precedes(_ other: SmartMatch, isDescending: [Bool]) -> Bool {
        for index in keys.indices {
            switch (keys[index], other.keys[index]) {
            case (.number(let one), .number(let other)) where one != other: return (one < other) != isDescending[index]
            case (.text(let one), .text(let other)) where one != other:
                return one.lexicographicallyPrecedes(other) != isDescending[index]
            case (.none, .none), (.number, .number), (.text, .text): continue
            case (.none, _): return false
            default: return true
            }
        }
        return (directory, order, id) < (other.directory, other.order, other.id)
    }
}
