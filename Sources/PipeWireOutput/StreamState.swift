import AudioTypes
import CPipeWire

/// What is known of the stream's state, from PipeWire's own words and from the graph.
struct StreamState {
    /// PipeWire's state; `nil` where there is no stream, because there is no server.
    var reported: pw_stream_state?
    /// The text of the last error, until something gets better.
    var errorMessage: String?

    /// Takes in what PipeWire reports. An error is no state of its own: it is often told of a stream that goes on.
    mutating func hear(_ state: pw_stream_state, message: String) {
        if state == PW_STREAM_STATE_ERROR {
            errorMessage = message
            if reported == nil { reported = state }
        } else {
            reported = state
            if state == PW_STREAM_STATE_STREAMING { errorMessage = nil }
        }
    }

    /// Whether somebody else has ended the stream: its own end and that of the server it does not live to hear.
    var isTaken: Bool { reported == PW_STREAM_STATE_UNCONNECTED }

    /// The state as the owner sees it while it has a renderer open.
    /// - Parameters:
    ///   - isLinked: whether a link leads from the stream to a sink.
    ///   - hasSinks: whether there is any sink.
    func outputState(isLinked: Bool, hasSinks: Bool) -> OutputStreamState {
        guard let reported else { return .waiting }
        if reported == PW_STREAM_STATE_STREAMING { return .streaming }
        if isLinked { return .paused }
        // Without any sink the session manager's complaint says no more than that.
        if let errorMessage, hasSinks { return .failed(message: errorMessage) }
        return .waiting
    }
}
