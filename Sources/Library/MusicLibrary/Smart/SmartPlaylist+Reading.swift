import JSON

// The rules in a file: JSON, as Navidrome has it in its files `.nsp`.
extension SmartPlaylist {
    /// Reads rules.
    /// - Throws: which rule is wrong, and what is known instead: a rule that is not understood is never left out.
    package init(parsing text: [UInt8]) throws(SmartPlaylistError) {
        guard text.count <= Self.sizeLimit else {
            throw SmartPlaylistError(message: "has rules of more than \(Self.sizeLimit >> 10) KiB, which is the limit")
        }
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: text, maximumDepth: 2 * Self.depthLimit + 8) } catch {
            throw SmartPlaylistError(message: "has rules that are no JSON: \(error)")
        }
        try self.init(value)
    }

    private static let members = [
        "name", "comment", "public", "all", "any", "sort", "order", "limit", "limitPercent", "limitMinutes",
    ]

    private init(_ value: JSONValue) throws(SmartPlaylistError) {
        guard case .object(let object) = value else { throw SmartPlaylistError(message: "has rules that are no object of JSON") }
        if let other = object.members.first(where: { !Self.members.contains($0.name) }) {
            throw SmartPlaylistError(
                message: "has the member \(quoted(other.name)); known are \(Self.members.joined(separator: ", "))")
        }
        var reader = RuleReader()
        switch (object["all"], object["any"]) {
        case (let all?, nil): rules = .all(try reader.rules(all, "all", depth: 1))
        case (nil, let any?): rules = .any(try reader.rules(any, "any", depth: 1))
        case (nil, nil): throw SmartPlaylistError(message: "has no rules: \"all\" or \"any\" is missing")
        default: throw SmartPlaylistError(message: "has both \"all\" and \"any\": put one into the other")
        }
        comment = object["comment"]?.stringValue
        sort = try Self.sort(object["sort"], order: object["order"])
        limit = try Self.limit(object)
    }

    private static func sort(_ value: JSONValue?, order: JSONValue?) throws(SmartPlaylistError) -> [Sort] {
        let isReversed: Bool
        switch order?.stringValue?.lowercased() {
        case "desc": isReversed = true
        case "asc", "": isReversed = false
        case nil where order == nil || order == .null: isReversed = false
        default: throw SmartPlaylistError(message: "has another \"order\" than \"asc\" and \"desc\"")
        }
        guard let value, value != .null else { return [Sort(field: .text(.title), isDescending: isReversed)] }
        guard let text = value.stringValue, text.utf8.count <= textLimit else {
            throw SmartPlaylistError(message: "has a \"sort\" that is no text of \(textLimit) bytes at most")
        }
        var sort: [Sort] = []
        for part in text.split(separator: ",") {
            var name = part.filter { $0 != " " }
            let isDown = name.hasPrefix("-")
            if isDown || name.hasPrefix("+") { name.removeFirst() }
            guard let field = SmartField(name: name) else {
                throw SmartPlaylistError(
                    message: "is sorted by \(quoted(name)); known are random, \(SmartField.names.joined(separator: ", "))")
            }
            sort.append(Sort(field: field, isDescending: isDown != isReversed))
        }
        guard (1...sortLimit).contains(sort.count) else {
            throw SmartPlaylistError(message: "is sorted by none or by more than \(sortLimit) fields")
        }
        return sort
    }

    private static func limit(_ object: JSONObject) throws(SmartPlaylistError) -> Limit? {
        var limits: [Limit] = []
        for name in ["limit", "limitPercent", "limitMinutes"] {
            // 0 is none, as Navidrome has it.
            guard let value = object[name], value != .null, value.numberValue != 0 else { continue }
            switch (name, value.integerValue, value.numberValue) {
            case ("limit", let count?, _) where count > 0: limits.append(.count(Int(clamping: count)))
            case ("limitPercent", _, let percent?) where percent > 0 && percent <= 100: limits.append(.percent(percent))
            case ("limitMinutes", _, let minutes?) where minutes > 0 && minutes <= 1e9: limits.append(.seconds(minutes * 60))
            default:
                let range = name == "limit" ? "a whole number above 0" : name == "limitPercent" ? "0 to 100" : "a number above 0"
                throw SmartPlaylistError(message: "has a \"\(name)\" that is not \(range)")
            }
        }
        guard limits.count <= 1 else { throw SmartPlaylistError(message: "has more than one limit") }
        return limits.first
    }
}

/// Reads rules one after the other, and counts them.
private struct RuleReader {
    typealias Rule = SmartPlaylist.Rule

    private var count = 0

    private static let operators = [
        "is", "isNot", "gt", "lt", "contains", "notContains", "startsWith", "endsWith", "inTheRange", "before", "after",
        "inTheLast", "notInTheLast", "inPlaylist", "notInPlaylist", "all", "any",
    ]

    /// Reads the rules of a group.
    /// - Parameter place: where it stands, for a person.
    mutating func rules(_ value: JSONValue, _ place: String, depth: Int) throws(SmartPlaylistError) -> [Rule] {
        guard case .array(let elements) = value else { throw fault(place, "is no list of rules") }
        guard !elements.isEmpty else { throw fault(place, "has no rule") }
        guard depth <= SmartPlaylist.depthLimit else {
            throw fault(place, "is deeper than \(SmartPlaylist.depthLimit) groups, which is the limit")
        }
        var rules: [Rule] = []
        for (index, element) in elements.enumerated() {
            let place = "\(place) \(index + 1)"
            guard case .object(let object) = element, !object.isEmpty else { throw fault(place, "is no rule") }
            for member in object.members {
                count += 1
                guard count <= SmartPlaylist.ruleLimit else {
                    throw fault(place, "is behind \(SmartPlaylist.ruleLimit) rules, which is the limit")
                }
                rules.append(try rule(member, place, depth))
            }
        }
        return rules
    }

    private mutating func rule(
        _ member: JSONObject.Member, _ place: String, _ depth: Int
    ) throws(SmartPlaylistError) -> Rule {
        guard let name = Self.operators.first(where: { $0.lowercased() == member.name.lowercased() }) else {
            throw fault(place, "has the operator \(quoted(member.name)); known are \(Self.operators.joined(separator: ", "))")
        }
        if name == "all" { return .all(try rules(member.value, "\(place) all", depth: depth + 1)) }
        if name == "any" { return .any(try rules(member.value, "\(place) any", depth: depth + 1)) }
        guard case .object(let object) = member.value, object.members.count == 1, let asked = object.members.first else {
            throw fault(place, "(\(name)) does not name one field")
        }
        if name == "inPlaylist" || name == "notInPlaylist" {
            guard ["id", "name"].contains(asked.name), let list = asked.value.stringValue, !list.isEmpty,
                list.utf8.count <= SmartPlaylist.textLimit
            else { throw fault(place, "(\(name)) does not have the name of a playlist: {\"name\": \"…\"}") }
            return .playlist(list, isNegated: name == "notInPlaylist")
        }
        guard let field = SmartField(name: asked.name), field != .random else {
            throw fault(place, "has the field \(quoted(asked.name)); known are \(SmartField.names.joined(separator: ", "))")
        }
        let place = "\(place) (\(name) \(asked.name))"
        switch field {
        case .number(let number): return try test(number, name, asked.value, place)
        case .text(let text): return try test(text, name, asked.value, place)
        case .random: throw fault(place, "is no question")
        }
    }

    // MARK: Numbers, times and flags

    private func test(
        _ field: SmartNumber, _ name: String, _ value: JSONValue, _ place: String
    ) throws(SmartPlaylistError) -> Rule {
        switch field.kind {
        case .number:
            switch name {
            case "is", "isNot": return .number(field, .equals(try number(value, place)), isNegated: name == "isNot")
            case "gt": return .number(field, .isAbove(try number(value, place)), isNegated: false)
            case "lt": return .number(field, .isBelow(try number(value, place)), isNegated: false)
            case "inTheRange":
                let (first, last) = try pair(value, place)
                return .number(field, .isWithin(try number(first, place), try number(last, place)), isNegated: false)
            default: throw fault(place, "asks something else of a number than is, isNot, gt, lt and inTheRange")
            }
        case .flag:
            guard name == "is" || name == "isNot", let wanted = flag(value) else {
                throw fault(place, "is not \"is\" or \"isNot\" with true or false")
            }
            return .number(field, .equals(wanted ? 1 : 0), isNegated: name == "isNot")
        case .time:
            switch name {
            case "is", "isNot":
                let day = try day(value, place)
                return .number(field, .isWithin(day.start, day.end.nextDown), isNegated: name == "isNot")
            case "after", "gt": return .number(field, .isAbove(try day(value, place).start), isNegated: false)
            case "before", "lt": return .number(field, .isBelow(try day(value, place).start), isNegated: false)
            case "inTheRange":
                let (first, last) = try pair(value, place)
                let (start, end) = (try day(first, place).start, try day(last, place).end.nextDown)
                return .number(field, .isWithin(start, end), isNegated: false)
            case "inTheLast", "notInTheLast":
                let days = try number(value, place)
                guard (0...1e6).contains(days) else { throw fault(place, "has no number of days from 0 to 1000000") }
                return .number(field, .isInTheLast(days * 86_400), isNegated: name == "notInTheLast")
            default:
                throw fault(
                    place, "asks something else of a time than is, isNot, before, after, inTheRange, inTheLast and notInTheLast")
            }
        }
    }

    /// A number, also as a text.
    private func number(_ value: JSONValue, _ place: String) throws(SmartPlaylistError) -> Double {
        guard let number = value.numberValue ?? value.stringValue.flatMap(Double.init), number.isFinite else {
            throw fault(place, "has no number")
        }
        return number
    }

    private func flag(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let value): value
        case .integer(0), "false", "0": false
        case .integer(1), "true", "1": true
        default: nil
        }
    }

    private func day(_ value: JSONValue, _ place: String) throws(SmartPlaylistError) -> LocalDay {
        guard let day = value.stringValue.flatMap(LocalDay.init) else { throw fault(place, "has no day like \"2026-12-31\"") }
        return day
    }

    private func pair(_ value: JSONValue, _ place: String) throws(SmartPlaylistError) -> (JSONValue, JSONValue) {
        guard case .array(let elements) = value, elements.count == 2 else { throw fault(place, "is no range of two values") }
        return (elements[0], elements[1])
    }

    // MARK: Texts

    private func test(
        _ field: SmartText, _ name: String, _ value: JSONValue, _ place: String
    ) throws(SmartPlaylistError) -> Rule {
        func rule(_ make: ([UInt8]) -> SmartPlaylist.TextTest, isNegated: Bool = false) throws(SmartPlaylistError) -> Rule {
            .text(field, make(try text(value, place)), isNegated: isNegated)
        }
        switch name {
        case "is", "isNot": return try rule({ .equals($0) }, isNegated: name == "isNot")
        case "contains", "notContains": return try rule({ .contains($0) }, isNegated: name == "notContains")
        case "startsWith": return try rule { .begins($0) }
        case "endsWith": return try rule { .ends($0) }
        case "gt", "after": return try rule { .isAbove($0) }
        case "lt", "before": return try rule { .isBelow($0) }
        case "inTheRange":
            let (first, last) = try pair(value, place)
            return .text(field, .isWithin(try text(first, place), try text(last, place)), isNegated: false)
        default: throw fault(place, "asks how long something is ago, which is not asked of a text")
        }
    }

    /// A folded text; a whole number as its digits.
    private func text(_ value: JSONValue, _ place: String) throws(SmartPlaylistError) -> [UInt8] {
        guard let text = value.stringValue ?? value.integerValue.map(String.init) else { throw fault(place, "has no text") }
        guard text.utf8.count <= SmartPlaylist.textLimit else {
            throw fault(place, "has a text of more than \(SmartPlaylist.textLimit) bytes, which is the limit")
        }
        return Array(SearchText.searchForm(text).utf8)
    }

    private func fault(_ place: String, _ what: String) -> SmartPlaylistError {
        SmartPlaylistError(message: "cannot be followed: the rule \(place) \(what)")
    }
}

/// A text out of a file, as an error shows it.
private func quoted(_ text: String) -> String {
    "\"" + String(text.unicodeScalars.prefix(40).map { $0.properties.isWhitespace || $0.value < 0x20 ? " " : Character($0) })
        + "\""
}
