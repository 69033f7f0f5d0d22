import TextPatterns

// Conditions as texts: two that ask for the same, written in different ways, have one text.
extension SongFilter {
    /// The condition as an expression, as MPD writes it. Whether small and capital letters count as the same is not part of it.
    package var expression: String {
        if let text = textCondition {
            return "(\(text.subject.name) \(text.isNegated ? text.sign.negated : text.sign.plain) \(Self.quoted(text.value)))"
        }
        switch self {
        case .not(let inner): return "(!\(inner.expression))"
        case .all:
            let parts = conjuncts.map(\.expression)
            return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " AND ")))"
        case .below(let directory): return "(base \(Self.quoted(directory)))"
        case .modifiedSince(let time): return "(modified-since \"\(Timestamp.text(time))\")"
        case .addedSince(let time): return "(added-since \"\(Timestamp.text(time))\")"
        case .hasPriority(let priority): return "(prio >= \(priority))"
        case .hasFormat(let format): return "(AudioFormat \(format.isWhole ? "==" : "=~") \"\(format.text)\")"
        case .matches, .fits: return ""
        }
    }

    /// The parts of a conjunction, without conjunctions among them; the condition itself if it is none.
    private var conjuncts: [SongFilter] {
        if case .all(let filters) = self { filters.flatMap(\.conjuncts) } else { [self] }
    }

    /// A comparison of a text, and whether it must not hold.
    private struct TextCondition {
        let subject: Subject
        let sign: (plain: String, negated: String)
        let value: String
        var isNegated = false
    }

    /// The comparison that the condition is; `nil` if it is another one.
    private var textCondition: TextCondition? {
        switch self {
        case .matches(let subject, let comparison, let value, _):
            let sign =
                switch comparison {
                case .equals: (plain: "==", negated: "!=")
                case .contains: (plain: "contains", negated: "!contains")
                case .startsWith: (plain: "starts_with", negated: "!starts_with")
                }
            return TextCondition(subject: subject, sign: sign, value: value)
        case .fits(let subject, let pattern):
            return TextCondition(subject: subject, sign: (plain: "=~", negated: "!~"), value: pattern.source)
        case .not(let inner):
            guard var condition = inner.textCondition else { return nil }
            condition.isNegated.toggle()
            return condition
        case .hasFormat, .below, .modifiedSince, .addedSince, .hasPriority, .all: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension SongFilter.Subject {
    fileprivate var name: String {
        switch self {
        case .tag(let type): type.rawValue
        case .any: "any"
        case .file: "file"
        }
    }
}

extension SoundFormat {
    /// Whether it stands for one format only.
    fileprivate var isWhole: Bool { rate != nil && sample != nil && channels != nil }

    /// The format as its reader takes it.
    fileprivate var text: String {
        let kind =
            switch sample {
            case nil: "*"
            case .bits(let bits)?: "\(bits)"
            case .float?: "f"
            case .dsd?: "dsd"
            }
        return "\(rate.map { "\($0)" } ?? "*"):\(kind):\(channels.map { "\($0)" } ?? "*")"
    }
}
