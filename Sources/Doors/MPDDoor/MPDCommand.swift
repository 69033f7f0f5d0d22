import MPDProtocol

/// A command of the protocol: who may give it, with how many arguments, and what it does. Everything about it stands in one row of a
/// table, in the file of its topic.
struct MPDCommand: Sendable {
    /// Carries a command out. Unless it throws, it answers: now, or once the answer is known.
    typealias Handler = @Sendable (MPDConversation, MPDRequest) throws(MPDFailure) -> Void

    let rule: CommandRule
    /// Whether the command is ever carried out. Those that are not are known, but not listed.
    let isCarriedOut: Bool
    let handler: Handler

    /// Makes a command that the door carries out.
    init(
        _ name: String, _ permission: Permissions, _ argumentCount: ClosedRange<Int> = 0...0, isLocalOnly: Bool = false,
        _ handler: @escaping @Sendable (MPDDoor, MPDRequest) throws(MPDFailure) -> Void
    ) {
        rule = CommandRule(name, permission, argumentCount, isLocalOnly: isLocalOnly)
        isCarriedOut = true
        self.handler = { conversation, request throws(MPDFailure) in try handler(conversation.door, request) }
    }

    /// Makes a command about the conversation itself.
    init(
        inConversation name: String, _ permission: Permissions, _ argumentCount: ClosedRange<Int> = 0...0,
        _ handler: @escaping Handler
    ) {
        rule = CommandRule(name, permission, argumentCount)
        isCarriedOut = true
        self.handler = handler
    }

    /// Makes a command that is always refused.
    init(_ name: String, _ permission: Permissions, _ argumentCount: ClosedRange<Int> = 0...0, refusedWith refusal: MPDFailure) {
        rule = CommandRule(name, permission, argumentCount)
        isCarriedOut = false
        handler = { _, _ throws(MPDFailure) in throw refusal }
    }
}

// The table.
extension MPDCommand {
    /// All commands that the server knows.
    static let all: [MPDCommand] = [
        MPDConversation.commands, MPDDoor.channelCommands, MPDDoor.playerCommands, MPDDoor.optionCommands, MPDDoor.queueCommands,
        MPDDoor.shownCommands, MPDDoor.outputCommands, MPDDoor.libraryCommands, MPDDoor.fileCommands,
        MPDDoor.pictureCommands, MPDDoor.stickerCommands, MPDDoor.playlistCommands,
    ].flatMap { $0 }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.rule.name, $0) })

    /// Returns the command with a name.
    static func named(_ name: String) throws(MPDFailure) -> MPDCommand {
        guard let command = byName[name] else { throw MPDFailure(.unknown, "unknown command \"\(name)\"") }
        return command
    }

    /// The names of the commands that a client with these permissions can use, in alphabetical order.
    static func names(for permissions: Permissions) -> [String] { names { permissions.isSuperset(of: $0.permission) } }

    /// The names of the commands that a client with these permissions cannot use because it may not.
    static func forbiddenNames(for permissions: Permissions) -> [String] {
        names { !permissions.isSuperset(of: $0.permission) }
    }

    private static func names(where isWanted: (CommandRule) -> Bool) -> [String] {
        all.filter { $0.isCarriedOut && isWanted($0.rule) }.map(\.rule.name).sorted()
    }
}
