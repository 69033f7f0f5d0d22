import AudioTypes

/// What is told of a sink's offer: nothing of it once a stream of coded sound was not linked in time. This is a value; times are in
/// nanoseconds.
///
/// Whatever the sink says, nothing of such a stream reaches it. That counts until the sink offers something else, or another sink
/// plays: otherwise each track would wait for its link in silence before it is decoded.
struct LinkedOffer: Hashable {
    /// How long the session manager has to link a stream of coded sound. It takes some milliseconds.
    static let longestWait: Int64 = 3_000_000_000

    private var offer: PassthroughOffer?
    /// Whether `offer` was tried in vain.
    private var isVain = false
    /// Since when a stream of coded sound is not linked; `nil` if there is none.
    private var unlinkedSince: Int64?

    /// Notes that a stream is made.
    mutating func opened(isCoded: Bool, now: Int64) { unlinkedSince = isCoded ? now : nil }

    /// Notes that there is no stream any more.
    mutating func closed() { unlinkedSince = nil }

    /// Takes in what the sink offers now, and whether the stream is linked. Returns what is to be told.
    mutating func look(at new: PassthroughOffer, isLinked: Bool, now: Int64) -> PassthroughOffer {
        if isLinked { unlinkedSince = nil }
        if new != offer {
            (offer, isVain) = (new, false)
            unlinkedSince = unlinkedSince.map { _ in now }
        }
        if left(from: now) == 0 { isVain = true }
        return isVain ? PassthroughOffer(sink: new.sink) : new
    }

    /// Returns after which time the stream should be linked; `nil` if nobody waits for that.
    func wait(from now: Int64) -> Int64? { isVain ? nil : left(from: now) }

    private func left(from now: Int64) -> Int64? { unlinkedSince.map { max(0, $0 + Self.longestWait - now) } }
}
