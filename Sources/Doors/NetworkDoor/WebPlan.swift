import NIOCore

/// What becomes of a request.
enum WebPlan {
    /// A body that the door takes as a whole, and answers.
    struct Taking {
        /// The longest body, in bytes.
        let limit: Int
        /// Takes the body; the second parameter takes the answer.
        let take: (ByteBuffer, @escaping (WebResponse) -> Void) -> Void
    }

    /// An answer that goes on until one of both ends it.
    struct Streaming {
        /// The media type.
        let type: String
        /// Further lines of the head, by their names.
        let lines: [(name: String, value: String)]
        /// How many bytes may wait for a client that does not read.
        let limit: Int
        /// Begins; the parameter takes what is to be sent, and `nil` at the end.
        let begin: (@escaping (ByteBuffer?) -> Void) -> Void
        /// Called once nothing can be sent any more.
        let end: () -> Void
    }

    /// It is answered so.
    case answer(WebResponse)
    /// It is answered so at once, and the connection ends: nothing is read of what is still to come.
    case refused(WebResponse)
    /// It is answered with what this function gives to its parameter.
    case later((@escaping (WebResponse) -> Void) -> Void)
    /// It is answered without an end.
    case stream(Streaming)
    /// The connection becomes a WebSocket, with this head.
    case webSocket(ByteBuffer)
    /// Its body is a message of the control protocol.
    case message
    /// The door wants its body.
    case body(Taking)
}
