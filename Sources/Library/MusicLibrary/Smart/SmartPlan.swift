import MediaTypes

/// How the rules of a playlist are followed: which columns are read of each song, and which songs are left out before. A value.
struct SmartPlan: Sendable {
    /// A rule in terms of the columns.
    indirect enum Rule: Sendable {
        case all([Rule])
        case any([Rule])
        /// The number at an index passes a test.
        case number(Int, SmartPlaylist.NumberTest, isNegated: Bool)
        /// The test of texts at an index is passed.
        case text(Int)
        case members(Set<[UInt8]>, isNegated: Bool)
    }

    struct Text: Sendable {
        let field: SmartText
        let test: SmartPlaylist.TextTest
        let isNegated: Bool
    }

    private(set) var rule = Rule.all([])
    private(set) var texts: [Text] = []
    /// The numbers that are read, each once.
    private(set) var numbers: [SmartNumber] = []
    /// Reads the songs behind an id, up to another one, of which any may follow the rules.
    private(set) var sql = ""
    /// The values of the statement behind the two ids.
    private(set) var values: [Double] = []
    private var readsNames = false

    /// - Parameter members: the paths of the songs in the playlists that the rules name.
    init(_ list: SmartPlaylist, members: [String: Set<[UInt8]>], now: Double) {
        rule = follow(list.rules, members)
        for sort in list.sort {
            switch sort.field {
            case .number(let field): read(field)
            case .text(let field): read(field)
            case .random: break
            }
        }
        let condition = Self.condition(list.rules, now)
        values = condition?.values ?? []
        let readsTags = texts.contains { !$0.field.isShared } || list.sort.contains(where: Self.isOwnText)
        // Some values are in one table.
        var tables: [String] = []
        for table in numbers.flatMap(\.tables) where !tables.contains(table) { tables.append(table) }
        let columns =
            [
                "songs.id", "songs.shared", "songs.directory", readsTags ? "songs.tags" : "''", readsNames ? "songs.name" : "x''",
                "coalesce(songs.milliseconds, 0)",
                "max(0, min(10000, coalesce(songs.disc_number, 0))) * 100000 + min(99999, coalesce(songs.track_number, 0))",
            ] + numbers.map { "CAST(\($0.sql) AS REAL)" }
        sql = """
            SELECT \(columns.joined(separator: ", ")) FROM songs \(tables.joined(separator: " "))
            WHERE songs.id > ? AND songs.id <= ? AND \(condition?.sql ?? "TRUE")
            """
    }

    private static func isOwnText(_ sort: SmartPlaylist.Sort) -> Bool {
        if case .text(let field) = sort.field { !field.isShared } else { false }
    }

    private mutating func read(_ field: SmartText) { if field.tags.isEmpty { readsNames = true } }

    @discardableResult
    private mutating func read(_ field: SmartNumber) -> Int {
        if let index = numbers.firstIndex(of: field) { return index }
        numbers.append(field)
        return numbers.count - 1
    }

    private mutating func follow(_ rule: SmartPlaylist.Rule, _ members: [String: Set<[UInt8]>]) -> Rule {
        switch rule {
        case .all(let rules): return .all(rules.map { follow($0, members) })
        case .any(let rules): return .any(rules.map { follow($0, members) })
        case .number(let field, let test, let isNegated): return .number(read(field), test, isNegated: isNegated)
        case .text(let field, let test, let isNegated):
            read(field)
            texts.append(Text(field: field, test: test, isNegated: isNegated))
            return .text(texts.count - 1)
        case .playlist(let name, let isNegated):
            readsNames = true
            return .members(members[name] ?? [], isNegated: isNegated)
        }
    }

    /// A condition, as SQL, for all songs that follow a rule, and perhaps for others; `nil` if it would be one for all.
    private static func condition(_ rule: SmartPlaylist.Rule, _ now: Double) -> (sql: String, values: [Double])? {
        switch rule {
        case .all(let rules):
            let known = rules.compactMap { condition($0, now) }
            return known.isEmpty ? nil : joined(known, " AND ")
        case .any(let rules):
            let known = rules.compactMap { condition($0, now) }
            return known.count < rules.count ? nil : joined(known, " OR ")
        case .number(let field, let test, let isNegated):
            let (sql, values) = test.sql(of: "CAST(\(field.sql) AS REAL)", at: now)
            return (isNegated ? "NOT coalesce(\(sql), 0)" : sql, values)
        case .text, .playlist: return nil
        }
    }

    private static func joined(_ conditions: [(sql: String, values: [Double])], _ word: String) -> (String, [Double]) {
        ("(" + conditions.map(\.sql).joined(separator: word) + ")", conditions.flatMap(\.values))
    }
}
