import MPDProtocol

extension MPDDoor {
    /// Gets the reply to a command, or the reason why it was refused.
    typealias Answer = (Result<MPDReply, MPDFailure>) -> Void
}

/// A command that a client has given, and where its answer goes.
struct MPDRequest {
    let text: CommandText
    let client: MPDClient
    /// Answers the command, once: now, or when the answer is known.
    let answer: MPDDoor.Answer

    /// The arguments as texts.
    var texts: [String] { text.texts }

    /// Answers with lines, or with nothing but that the command was carried out.
    func reply(_ write: (inout ReplyText) -> Void = { _ in }) {
        var reply = ReplyText()
        write(&reply)
        answer(.success(MPDReply(text: reply)))
    }

    /// Returns a request for the first step of this one. If the step is refused, this request is; otherwise `next` carries on, and answers.
    func then(_ next: @escaping () -> Void) -> MPDRequest {
        MPDRequest(text: text, client: client) { [answer] result in
            guard case .success = result else { return answer(result) }
            next()
        }
    }
}
