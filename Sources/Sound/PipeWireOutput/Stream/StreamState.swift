import AudioTypes
import CPipeWire

/// What is known of the stream's state, from PipeWire's reports and from the graph.
struct StreamState {
    /// The state that PipeWire reported last; `nil` while there is no stream, because there is no server.
    private(set) var reported: pw_stream_state?
    /// The text of the last error, until the stream is streaming again.
    private var errorMessage: String?

    /// Takes in a state that PipeWire reports. An error does not replace the state: PipeWire often reports one for a
    /// stream that continues.
    mutating func hear(_ state: pw_stream_state, message: String) {
        if state == PW_STREAM_STATE_ERROR {
            errorMessage = message
            if reported == nil { reported = state }
        } else {
            reported = state
            if state == PW_STREAM_STATE_STREAMING { errorMessage = nil }
        }
    }

    /// Whether the graph runs the stream.
    var isStreaming: Bool { reported == PW_STREAM_STATE_STREAMING }

    /// Whether somebody else has ended the stream. When Fermata ends it, or the server dies, the stream is gone before it
    /// could report this state.
    var isTaken: Bool { reported == PW_STREAM_STATE_UNCONNECTED }

    /// Returns the state that the owner sees while it wants a stream.
    /// - Parameters:
    ///   - isLinked: whether a link leads from the stream to a sink, or from a source to a stream that captures.
    ///   - hasEnds: whether there is any sink, or any source, that the stream could be linked to.
    func outputState(isLinked: Bool, hasEnds: Bool) -> OutputStreamState {
        guard reported != nil else { return .waiting }
        if isStreaming { return .streaming }
        if isLinked { return .paused }
        // If there is none, that is all that the session manager's error says.
        if let errorMessage, hasEnds { return .failed(message: errorMessage) }
        return .waiting
    }
}
