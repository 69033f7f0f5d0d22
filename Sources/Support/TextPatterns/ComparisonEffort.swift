import CPCRE2

/// What it may cost to compare texts, for one question. A condition may be made of many comparisons, and each may look at every text of a
/// library; a regular expression such as `(a+)+$` takes time that doubles with each letter of a text. So a question that turns out to be
/// too hard ends with the first comparison that reaches a bound.
///
/// Belongs to the thread that answers the question.
package final class ComparisonEffort {
    /// The bounds.
    package struct Limits: Hashable, Sendable {
        /// How often one comparison may try something, from all letters of its text together: some nanoseconds each.
        let steps: UInt32
        /// How long all comparisons with regular expressions may take together, in nanoseconds.
        let nanoseconds: Int64
        /// How many bytes all comparisons may look at together.
        let bytes: Int

        /// Makes bounds.
        package init(steps: UInt32, nanoseconds: Int64, bytes: Int) {
            self.steps = steps
            self.nanoseconds = nanoseconds
            self.bytes = bytes
        }
    }

    /// The longest text that is looked at, in bytes: one step may look through all of it.
    private static let longestText = 4_096

    /// Whether a bound was reached. What was found until then is not all.
    package private(set) var isSpent = false

    private let limits: Limits
    private let clock: () -> Int64
    private var left: Int64
    private var bytesLeft: Int
    /// Made with the first comparison, because most questions have none.
    private lazy var matcher = PatternMatcher()

    /// Makes an effort of which nothing is used.
    /// - Parameter clock: returns the time, in nanoseconds.
    package init(_ limits: Limits, clock: @escaping () -> Int64) {
        self.limits = limits
        self.clock = clock
        left = limits.nanoseconds
        bytesLeft = limits.bytes
    }

    /// What a comparison takes besides looking at its text, as bytes that take as long.
    private static let ownBytes = 32

    /// Counts a comparison that looks at so many bytes. Returns whether it is within the bounds.
    package func allows(_ bytes: Int) -> Bool {
        guard !isSpent else { return false }
        bytesLeft -= bytes + Self.ownBytes
        if bytesLeft < 0 { isSpent = true }
        return !isSpent
    }

    /// Returns whether an expression matches a part of a text. Once the effort is spent, it matches none.
    package func finds(_ pattern: TextPattern, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard allows(text.count) else { return false }
        guard left > 0, text.count <= Self.longestText, let matcher else {
            isSpent = true
            return false
        }
        let start = clock()
        let result = unsafe matcher.match(pattern, text, steps: limits.steps)
        left -= clock() - start
        switch result {
        case PCRE2_ERROR_MATCHLIMIT, PCRE2_ERROR_DEPTHLIMIT, PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY:
            isSpent = true
            return false
        // MPD counts every other error as a text that does not match, too.
        default: return result >= 0
        }
    }
}

/// Owner of what PCRE2 needs to compare texts, one after the other.
@safe private final class PatternMatcher {
    /// The memory for places to come back to, in KiB. It bounds how deep a comparison nests.
    private static let memoryLimit: UInt32 = 4 << 10

    /// Which part of all steps each letter of a long text has nevertheless, so that a usual expression goes through it: together they may
    /// take that many times as long.
    private static let leastShare: UInt32 = 50

    private let places: OpaquePointer
    private let bounds: OpaquePointer

    /// Makes the owner; `nil` if memory is short.
    init?() {
        // Only the whole match is kept, and nobody asks where it is.
        guard let places = unsafe pcre2_match_data_create_8(1, nil) else { return nil }
        guard let bounds = unsafe pcre2_match_context_create_8(nil) else {
            unsafe pcre2_match_data_free_8(places)
            return nil
        }
        unsafe pcre2_set_heap_limit_8(bounds, Self.memoryLimit)
        unsafe self.places = unsafe places
        unsafe self.bounds = unsafe bounds
    }

    deinit {
        unsafe pcre2_match_context_free_8(bounds)
        unsafe pcre2_match_data_free_8(places)
    }

    /// Returns PCRE2's result: at least 0 if the text matches.
    /// - Parameter steps: how often something may be tried. PCRE2 counts anew from each letter at which a match may begin.
    func match(_ pattern: TextPattern, _ text: UnsafeBufferPointer<UInt8>, steps: UInt32) -> Int32 {
        guard let start = text.baseAddress else {
            // An empty text may have no address.
            let byte = [UInt8](repeating: 0, count: 1)
            return unsafe byte.withUnsafeBufferPointer { bytes in
                unsafe match(pattern, UnsafeBufferPointer(start: bytes.baseAddress, count: 0), steps: steps)
            }
        }
        let share = max(steps / Self.leastShare, steps / UInt32(clamping: text.count + 1), 1)
        unsafe pcre2_set_match_limit_8(bounds, share)
        return unsafe pcre2_match_8(pattern.code, start, text.count, 0, 0, places, bounds)
    }
}
