import AudioTypes
import CPipeWire

/// Keeps a stream silent from its start until sound passes from all of its ports.
///
/// The server runs a stream as soon as one of its links is ready. Since 1.2 the others may be cycles behind: what is played meanwhile is
/// heard on some channels only. Under the loop's lock.
@safe final class StreamHold {
    private let connection: Connection
    private var callback: PlaybackCallback?
    private var isHeld = true
    private var isStreaming = false
    /// Ends the silence of a stream that has ports which nobody links.
    private var timer: LoopSource?

    /// How long the ports are waited for, in nanoseconds. They take a few milliseconds; on a machine with much to do, some ten.
    static let longestWait: Int64 = 150_000_000

    init(_ connection: Connection) throws(OutputError) {
        self.connection = connection
        timer = try connection.timer { [unowned self] in release() }
    }

    deinit { timer = nil }

    /// Begins with another stream, which is not linked yet.
    func streamMade(_ callback: PlaybackCallback) {
        self.callback = callback
        (isHeld, isStreaming) = (true, false)
    }

    func streamEnded() {
        timer?.fire(afterNanoseconds: 0)
        callback = nil
    }

    /// Takes in a state that the stream reports. The graph asks for sound only after it has reported that it streams.
    func hear(_ state: pw_stream_state, nodeID: UInt32?) {
        let isStreaming = state == PW_STREAM_STATE_STREAMING
        guard let callback, isStreaming != self.isStreaming else { return }
        self.isStreaming = isStreaming
        if isStreaming {
            timer?.fire(afterNanoseconds: Self.longestWait)
        } else {
            timer?.fire(afterNanoseconds: 0)
            isHeld = true
            callback.setHeld(true, for: .links)
        }
        look(nodeID: nodeID)
    }

    /// Ends the silence once the links are there. After each change of the graph.
    func look(nodeID: UInt32?) {
        guard isHeld, isStreaming, let nodeID, let model = connection.completeGraph?.model else { return }
        if model.isWhollyLinked(nodeID) { release() }
    }

    private func release() {
        timer?.fire(afterNanoseconds: 0)
        isHeld = false
        callback?.setHeld(false, for: .links)
    }
}
