import Glibc

/// Decides which sinks count as headphones whatever their device says: many dongles report themselves as plain sound
/// cards.
struct HeadphonePatterns: Hashable {
    /// The patterns, in lower case.
    private let patterns: [String]

    /// - Parameter patterns: patterns for a whole name, as in a shell: `*`, `?` and `[…]`. Upper and lower case are the
    ///   same.
    init(_ patterns: [String]) { self.patterns = patterns.map { $0.lowercased() } }

    /// Whether any of the names matches one of the patterns.
    func contains(_ names: [String]) -> Bool {
        if patterns.isEmpty { return false }
        let names = names.map { $0.lowercased() }
        return patterns.contains { pattern in names.contains { unsafe fnmatch(pattern, $0, 0) == 0 } }
    }
}
