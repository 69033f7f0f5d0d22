import MediaTypes

/// For which stations the directory was told lately that they were played. It counts each once a day. A value; times are of the
/// monotonic clock in nanoseconds.
struct ClickBook: Sendable {
    private static let day: Int64 = 86_400_000_000_000
    private static let limit = 256

    private var clicks: [StationID: Int64] = [:]

    /// Whether the directory is to be told now that a station plays; notes that it is.
    mutating func take(_ station: StationID, at now: Int64) -> Bool {
        if let last = clicks[station], now - last < Self.day { return false }
        if clicks.count >= Self.limit { clicks = clicks.filter { now - $0.value < Self.day } }
        if clicks.count >= Self.limit, let oldest = clicks.min(by: { $0.value < $1.value }) { clicks[oldest.key] = nil }
        clicks[station] = now
        return true
    }

    /// Forgets a click that the directory was not told of.
    mutating func forget(_ station: StationID) { clicks[station] = nil }
}
