/// A playlist that is made by rules: which songs it has, and in which order, is decided when somebody asks. A value.
package struct SmartPlaylist: Hashable, Sendable {
    /// What has to hold for a song.
    package indirect enum Rule: Hashable, Sendable {
        case all([Rule])
        case any([Rule])
        case number(SmartNumber, NumberTest, isNegated: Bool)
        case text(SmartText, TextTest, isNegated: Bool)
        /// The song is in the stored playlist of a name.
        case playlist(String, isNegated: Bool)
    }

    /// What is asked of a number. A song without it passes no test, and each that is negated.
    package enum NumberTest: Hashable, Sendable {
        case equals(Double), isAbove(Double), isBelow(Double)
        case isWithin(Double, Double)
        /// A time that lies so many seconds back at most.
        case isInTheLast(Double)
    }

    /// What is asked of the values of a text, whatever the case and the diacritics. One of them has to pass. The texts are folded.
    package enum TextTest: Hashable, Sendable {
        case equals([UInt8]), contains([UInt8]), begins([UInt8]), ends([UInt8])
        /// It comes behind, or in front of, a text.
        case isAbove([UInt8]), isBelow([UInt8])
        /// It comes between two texts, or begins with the second.
        case isWithin([UInt8], [UInt8])
    }

    /// By what songs are sorted. Those without a value come last.
    package struct Sort: Hashable, Sendable {
        package let field: SmartField
        package let isDescending: Bool
    }

    /// How many of the songs it has.
    package enum Limit: Hashable, Sendable {
        case count(Int)
        case percent(Double)
        /// As many as last so long together, in seconds.
        case seconds(Double)
    }

    /// What a program that shows it may say about it; `nil` for nothing.
    package let comment: String?
    package let rules: Rule
    package let sort: [Sort]
    package let limit: Limit?

    /// The most songs that any has: as many as a stored playlist has entries.
    package static let songLimit = 100_000
    /// The largest file, in bytes.
    package static let sizeLimit = 64 << 10
    /// How deep rules may be inside others, and how many there may be in all.
    static let (depthLimit, ruleLimit) = (16, 256)
    /// The longest text of a rule, in bytes.
    static let textLimit = 1_024
    static let sortLimit = 8

    /// The stored playlists that the rules name, each once.
    package var playlists: [String] {
        var names: [String] = []
        rules.forEach { rule in
            if case .playlist(let name, _) = rule, !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// What has to change beside the files for the songs to be others.
    package var dependence: SmartDependence {
        var dependence: SmartDependence = []
        rules.forEach { rule in
            switch rule {
            case .number(let field, _, _): dependence.formUnion(field.dependence)
            case .playlist: dependence.insert(.playlists)
            case .text, .all, .any: break
            }
        }
        for sort in sort { if case .number(let field) = sort.field { dependence.formUnion(field.dependence) } }
        return dependence
    }
}

extension SmartPlaylist.Rule {
    /// Calls `body` with this rule and all that are inside.
    fileprivate func forEach(_ body: (SmartPlaylist.Rule) -> Void) {
        body(self)
        switch self {
        case .all(let rules), .any(let rules): for rule in rules { rule.forEach(body) }
        case .number, .text, .playlist: break
        }
    }
}

extension SmartPlaylist.NumberTest {
    /// Whether a number passes, at a time in seconds since 1970.
    func holds(for value: Double, at now: Double) -> Bool {
        switch self {
        case .equals(let wanted): value == wanted
        case .isAbove(let limit): value > limit
        case .isBelow(let limit): value < limit
        case .isWithin(let first, let last): value >= first && value <= last
        case .isInTheLast(let seconds): value > now - seconds
        }
    }

    /// The test as SQL of an expression, and the values that it takes.
    func sql(of value: String, at now: Double) -> (sql: String, values: [Double]) {
        switch self {
        case .equals(let wanted): ("\(value) = ?", [wanted])
        case .isAbove(let limit): ("\(value) > ?", [limit])
        case .isBelow(let limit): ("\(value) < ?", [limit])
        case .isWithin(let first, let last): ("\(value) BETWEEN ? AND ?", [first, last])
        case .isInTheLast(let seconds): ("\(value) > ?", [now - seconds])
        }
    }
}

extension SmartPlaylist.TextTest {
    /// Whether a folded text passes.
    func holds(for value: [UInt8]) -> Bool {
        switch self {
        case .equals(let wanted): value == wanted
        case .contains(let part): Self.contains(part, value)
        case .begins(let start): value.starts(with: start)
        case .ends(let end): value.reversed().starts(with: end.reversed())
        case .isAbove(let limit): limit.lexicographicallyPrecedes(value)
        case .isBelow(let limit): value.lexicographicallyPrecedes(limit)
        case .isWithin(let first, let last):
            !value.lexicographicallyPrecedes(first) && (!last.lexicographicallyPrecedes(value) || value.starts(with: last))
        }
    }
}
