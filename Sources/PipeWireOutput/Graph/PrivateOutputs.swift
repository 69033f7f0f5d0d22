/// Which sinks count as headphones whatever their device says: many a dongle calls itself a plain sound card.
struct PrivateOutputs: Hashable {
    /// Small letters, cut at each `*`.
    private let patterns: [[Substring]]

    /// - Parameter patterns: what a name looks like as a whole; `*` stands for anything, capital and small letters are the same.
    init(_ patterns: [String]) {
        self.patterns = patterns.map { $0.lowercased().split(separator: "*", omittingEmptySubsequences: false) }
    }

    /// Whether any of these names looks like one of them.
    func contains(_ names: [String]) -> Bool {
        if patterns.isEmpty { return false }
        let names = names.map { $0.lowercased() }
        return patterns.contains { pattern in names.contains { Self.matches(pattern, $0) } }
    }

    /// The first part is what it begins with and the last what it ends with; those between follow each other anywhere, each
    /// taken where it comes first.
    private static func matches(_ parts: [Substring], _ name: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return parts.first.map { $0 == name } ?? false
        }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let behind = rest.end(of: part) else { return false }
            rest = rest[behind...]
        }
        return rest.hasSuffix(last)
    }
}

extension Substring {
    /// Behind the first place where `part` stands; `nil` where it does not.
    fileprivate func end(of part: Substring) -> Index? {
        var rest = self
        while true {
            if rest.hasPrefix(part) { return rest.index(rest.startIndex, offsetBy: part.count) }
            if rest.isEmpty { return nil }
            rest.removeFirst()
        }
    }
}
