import Glibc

/// Which sinks count as headphones whatever their device says: many a dongle calls itself a plain sound card.
struct PrivateOutputs: Hashable {
    /// In small letters.
    private let patterns: [String]

    /// - Parameter patterns: what a name looks like as a whole, as a shell understands it: `*`, `?` and `[…]`. Capital and small
    ///   letters are the same.
    init(_ patterns: [String]) { self.patterns = patterns.map { $0.lowercased() } }

    /// Whether any of these names looks like one of them.
    func contains(_ names: [String]) -> Bool {
        if patterns.isEmpty { return false }
        let names = names.map { $0.lowercased() }
        return patterns.contains { pattern in names.contains { unsafe fnmatch(pattern, $0, 0) == 0 } }
    }
}
