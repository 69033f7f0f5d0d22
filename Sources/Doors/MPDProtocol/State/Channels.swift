/// The channels on which clients send each other messages. A value. Clients are numbers that the owner gives.
package struct Channels: Hashable, Sendable {
    /// To how many channels a client may subscribe.
    static let subscriptionLimit = 16
    /// How many messages may wait for a client.
    static let messageLimit = 64
    /// How many bytes the messages of a client may have together.
    static let byteLimit = 64 << 10

    /// A message for a client.
    package struct Message: Hashable, Sendable {
        package let channel: String
        package let text: String
    }

    private struct Member: Hashable {
        var channels: Set<String> = []
        var messages: [Message] = []
        var bytes = 0
    }

    private var members: [UInt64: Member] = [:]

    /// Makes channels that nobody uses.
    package init() {}

    /// The names of all channels that somebody is subscribed to.
    package var names: [String] { members.values.reduce(into: Set()) { $0.formUnion($1.channels) }.sorted() }

    /// Subscribes a client.
    package mutating func subscribe(_ client: UInt64, to name: String) throws(MPDFailure) {
        try Self.check(name)
        var member = members[client] ?? Member()
        guard !member.channels.contains(name) else { throw MPDFailure(.exist, "already subscribed to this channel") }
        guard member.channels.count < Self.subscriptionLimit else { throw MPDFailure(.exist, "subscription list is full") }
        member.channels.insert(name)
        members[client] = member
    }

    /// Ends a subscription.
    package mutating func unsubscribe(_ client: UInt64, from name: String) throws(MPDFailure) {
        guard members[client]?.channels.remove(name) != nil else {
            throw MPDFailure(.noExist, "not subscribed to this channel")
        }
    }

    /// Sends a message to all subscribers of a channel, and returns them. A subscriber whose messages are full misses it.
    package mutating func send(_ text: String, to name: String) throws(MPDFailure) -> [UInt64] {
        try Self.check(name)
        var receivers: [UInt64] = []
        for (client, member) in members where member.channels.contains(name) {
            receivers.append(client)
            let bytes = name.utf8.count + text.utf8.count
            guard member.messages.count < Self.messageLimit, member.bytes + bytes <= Self.byteLimit else { continue }
            members[client]?.messages.append(Message(channel: name, text: text))
            members[client]?.bytes += bytes
        }
        guard !receivers.isEmpty else { throw MPDFailure(.noExist, "nobody is subscribed to this channel") }
        return receivers
    }

    /// Takes the messages that wait for a client.
    package mutating func takeMessages(of client: UInt64) -> [Message] {
        defer {
            members[client]?.messages = []
            members[client]?.bytes = 0
        }
        return members[client]?.messages ?? []
    }

    /// Forgets a client. Returns whether a channel has gone with it.
    package mutating func remove(_ client: UInt64) -> Bool {
        guard let member = members.removeValue(forKey: client) else { return false }
        return member.channels.contains { !isUsed($0) }
    }

    private func isUsed(_ name: String) -> Bool { members.values.contains { $0.channels.contains(name) } }

    private static func check(_ name: String) throws(MPDFailure) {
        let others = "_-.:".utf8
        guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || others.contains($0) })
        else { throw MPDFailure(.argument, "invalid channel name") }
    }
}
