import MPDProtocol

/// The reply to a command.
struct MPDReply {
    /// A part of a reply that is as long as the queue. It is written in pieces, as fast as the client reads, because all of it
    /// together may be larger than what a client may have waiting.
    struct Rows {
        /// How many rows there are.
        let count: Int
        /// Adds the row at an index, or nothing.
        let add: (Int, inout ReplyText) -> Void
        /// What the rows take of the memory for answers; `nil` if they are made as they are written.
        var lease: AnswerMemory.Lease?
        /// Makes the reply that goes on behind these rows, once they are written; `nil` if the answer ends with them.
        var more: ((@escaping MPDDoor.Answer) -> Void)?
    }

    /// The lines that come first.
    var text = ReplyText()
    /// What follows; `nil` if nothing does.
    var rows: Rows?
}
