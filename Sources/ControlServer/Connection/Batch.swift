import ControlProtocol

/// A batch that is being answered. Confined to the event loop.
final class Batch {
    private var members: ArraySlice<Result<Call, InvalidCall>>
    private var replies: [[UInt8]?] = []
    private var awaited = 0
    private var replyBytes = 0
    private let send: (_ line: [UInt8], _ replyBytes: Int) -> Void

    /// About how much memory its members take, in bytes: a request is longer than its text.
    let memberBytes: Int

    /// Starts with all members of a message so long; `send` gets the one reply, if there is anything to reply, and how many
    /// bytes the replies in it have.
    init(
        _ members: [Result<Call, InvalidCall>], messageBytes: Int, send: @escaping (_ line: [UInt8], _ replyBytes: Int) -> Void
    ) {
        self.members = members[...]
        memberBytes = 2 * messageBytes
        self.send = send
    }

    /// Whether every member has been begun.
    var isBegun: Bool { members.isEmpty }

    /// How many bytes the replies that are there have.
    var byteCount: Int { replyBytes }

    /// Takes the next member to begin.
    func nextMember() -> Result<Call, InvalidCall>? { members.popFirst() }

    /// Keeps a place for the reply to a member that was begun. Fill it with ``fill(_:with:)``.
    func reserve() -> Int {
        replies.append(nil)
        awaited += 1
        return replies.count - 1
    }

    /// Puts a reply in its place.
    func fill(_ place: Int, with reply: [UInt8]) {
        replies[place] = reply
        replyBytes += reply.count
        awaited -= 1
        finishIfComplete()
    }

    /// Sends the reply when nothing is missing. Called after the last member was begun, too: they may all be notifications.
    func finishIfComplete() {
        guard isBegun, awaited == 0, !replies.isEmpty else { return }
        var line: [UInt8] = [UInt8(ascii: "[")]
        line.reserveCapacity(replyBytes + replies.count + 1)
        for (index, reply) in replies.enumerated() {
            if index > 0 { line.append(UInt8(ascii: ",")) }
            line += reply ?? []
        }
        line.append(UInt8(ascii: "]"))
        replies = []
        send(line, replyBytes)
    }
}
