import AudioTypes
import SystemSupport

/// Watches what can be given as it is to the sink that plays. Under the loop's lock.
final class PassthroughWatch {
    /// How long the session manager has to link a stream of coded sound, in nanoseconds. It takes some milliseconds.
    private static let longestWaitForLink: Int64 = 3_000_000_000

    private let connection: Connection
    /// `node.name` of the stream.
    private let nodeName: String
    private var offers = SettledOffer()
    /// When a stream of coded sound was made that the session manager has not linked yet; `nil` if there is none.
    private var unlinkedSince: Int64?
    /// Fires when another offer may have settled, and when a stream should be linked.
    private var timer: LoopSource?

    init(_ connection: Connection, nodeName: String) throws(OutputError) {
        self.connection = connection
        self.nodeName = nodeName
        timer = try connection.timer { [unowned connection] in connection.wake() }
    }

    deinit { timer = nil }

    /// Notes that a stream of `format` is made.
    func opened(_ format: StreamFormat) {
        unlinkedSince = format.coding == nil ? nil : MonotonicClock.nanoseconds
        if unlinkedSince != nil { timer?.fire(afterNanoseconds: Self.longestWaitForLink) }
    }

    func serverEnded() { offers = SettledOffer() }

    /// Returns the offer if it is another one than before. In the loop's thread.
    /// - Parameters:
    ///   - stream: the server's id of the stream's node; `nil` while it has none.
    ///   - uid: `node.name` of the chosen sink; `nil` for the default one.
    ///   - isAlone: whether the stream plays to this sink alone.
    func newOffer(_ model: GraphModel, stream: UInt32?, uid: String?, isAlone: Bool) -> PassthroughOffer? {
        let now = MonotonicClock.nanoseconds
        var offer = isAlone ? model.passthroughOffer(stream: stream, named: nodeName, uid: uid) : PassthroughOffer()
        if let stream, !model.linkedSinks(of: stream).isEmpty { unlinkedSince = nil }
        if let unlinkedSince, now - unlinkedSince >= Self.longestWaitForLink {
            // Whatever the sink says, nothing of this reaches it.
            offer = PassthroughOffer(sink: offer.sink)
        }
        switch offers.look(at: offer, now: now) {
        case .keep:
            let left = unlinkedSince.map { $0 + Self.longestWaitForLink - now } ?? 0
            if left > 0 { timer?.fire(afterNanoseconds: left) }
            return nil
        case .tell: return offer
        case .wait(let time):
            timer?.fire(afterNanoseconds: time)
            return nil
        }
    }
}
