import AudioTypes
import SystemSupport

/// Watches what can be given as it is to the sink that plays. Under the loop's lock.
final class PassthroughWatch {
    private let connection: Connection
    /// `node.name` of the stream.
    private let nodeName: String
    private var settled = SettledOffer()
    private var linked = LinkedOffer()
    private var moved = MovedSink()
    /// What the owner was told last; `nil` for nothing.
    private var told: PassthroughOffer?
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
        linked.opened(isCoded: format.coding != nil, now: MonotonicClock.nanoseconds)
        connection.wake()
    }

    /// Notes that there is no stream.
    func closed() { linked.closed() }

    /// Notes that the owner has chosen where the stream goes.
    func forgetMove() { moved.forget() }

    func serverEnded() {
        settled = SettledOffer()
        linked = LinkedOffer()
        moved.forget()
        told = nil
    }

    /// Returns the offer if it is another one than before: nothing once nobody wants to know what sinks take. In the loop's thread.
    /// - Parameters:
    ///   - stream: the server's id of the stream's node; `nil` while it has none.
    ///   - uid: `node.name` of the chosen sink; `nil` for the default one.
    ///   - isAlone: whether the stream plays to this sink alone.
    func newOffer(_ model: GraphModel, stream: UInt32?, uid: String?, isAlone: Bool) -> PassthroughOffer? {
        guard model.knowsFormats else {
            let wasTold = told != nil
            serverEnded()
            return wasTold ? PassthroughOffer() : nil
        }
        let now = MonotonicClock.nanoseconds
        let uid = moved.sink(model, stream: stream, chosen: uid)
        let listed = isAlone ? model.passthroughOffer(stream: stream, named: nodeName, uid: uid) : PassthroughOffer()
        // Before the session manager has chosen a sink, nobody knows what will be offered: the track would begin again twice.
        if told == nil, isAlone, listed.sink == nil { return nil }
        var waits: [Int64] = []
        if case .wait(let time) = settled.look(at: listed, now: now) { waits.append(time) }
        let isLinked = stream.map { !model.linkedSinks(of: $0).isEmpty } ?? false
        let offer = linked.look(at: settled.told ?? listed, isLinked: isLinked, now: now)
        if let time = linked.wait(from: now) { waits.append(time) }
        if let time = waits.min() { timer?.fire(afterNanoseconds: time) }
        if offer == told { return nil }
        told = offer
        return offer
    }
}
