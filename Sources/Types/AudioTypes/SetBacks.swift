/// How often the volume of a stream or a room is set back that somebody has set beyond what the output allows. Whoever sets it again at once each time gets
/// it back once a second.
package struct SetBacks: Hashable, Sendable {
    /// How many come at once within ``span``.
    static let most = 8
    /// Ten seconds, in nanoseconds.
    static let span: Int64 = 10_000_000_000
    /// How long each one waits after that, in nanoseconds.
    static let wait: Int64 = 1_000_000_000

    private var times: [Int64] = []
    /// Whether one waits.
    private var isWaiting = false

    /// Makes it for what was never set back.
    package init() {}

    /// Returns after how many nanoseconds the volume is set back that somebody sets now; `nil` if one waits already, which sets that back, too.
    package mutating func delay(at now: Int64) -> Int64? {
        if isWaiting { return nil }
        times.removeAll { now - $0 >= Self.span }
        if times.count >= Self.most {
            isWaiting = true
            return Self.wait
        }
        times.append(now)
        return 0
    }

    /// Notes that none waits any more.
    package mutating func waited() { isWaiting = false }
}
