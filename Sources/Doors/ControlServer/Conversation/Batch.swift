import ControlProtocol

/// A batch of requests that is being answered. Confined to the event loop.
final class Batch {
    private var members: ArraySlice<Result<Call, InvalidCall>>
    private var replies: [[UInt8]?] = []
    private var awaited = 0
    private var replyBytes = 0
    private let send: (_ line: [UInt8], _ replyBytes: Int) -> Void

    /// About how much memory its members take, in bytes: a request takes more memory than its text.
    let memberBytes: Int

    /// Starts with all members of a message of `messageBytes` bytes. `send` gets the one reply, if there is anything to reply,
    /// and how many bytes the replies in it have.
    init(
        _ members: [Result<Call, InvalidCall>], messageBytes: Int, send: @escaping (_ line: [UInt8], _ replyBytes: Int) -> Void
    ) {
        self.members = members[...]
        memberBytes = 2 * messageBytes
        self.send = send
    }

    /// Whether the server has begun every member.
    var isBegun: Bool { members.isEmpty }

    /// How many bytes the replies have that exist so far.
    var byteCount: Int { replyBytes }

    /// Takes the next member, or `nil` if all have been taken.
    func nextMember() -> Result<Call, InvalidCall>? { members.popFirst() }

    /// Reserves a place for the reply to a member that has begun, and returns it. Fill it with ``fill(_:with:)``.
    func reserve() -> Int {
        replies.append(nil)
        awaited += 1
        return replies.count - 1
    }

    /// Puts a reply in its place. The last one completes the batch.
    func fill(_ place: Int, with reply: [UInt8]) {
        replies[place] = reply
        replyBytes += reply.count
        awaited -= 1
        finishIfComplete()
    }

    /// Sends the reply if none is missing. Also called after the last member has begun, because all members may be
    /// notifications.
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
