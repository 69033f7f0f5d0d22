/// What a command of the protocol asks of the client that gives it. A value.
package struct CommandRule: Hashable, Sendable {
    /// The name of the command.
    package let name: String
    /// What the client must be permitted.
    package let permission: Permissions
    /// How many arguments the command takes.
    package let argumentCount: ClosedRange<Int>
    /// Whether a client of the network may not give the command, whatever it is permitted.
    package let isLocalOnly: Bool

    /// Makes a rule.
    package init(_ name: String, _ permission: Permissions, _ argumentCount: ClosedRange<Int>, isLocalOnly: Bool = false) {
        self.name = name
        self.permission = permission
        self.argumentCount = argumentCount
        self.isLocalOnly = isLocalOnly
    }

    /// Checks whether a client may give the command with these arguments.
    /// - Throws: the refusal of a client that is not permitted it, or of a wrong number of arguments.
    package func check(_ text: CommandText, permissions: Permissions) throws(MPDFailure) {
        guard permissions.isSuperset(of: permission) else {
            throw MPDFailure(.permission, "you don't have permission for \"\(name)\"")
        }
        let count = text.arguments.count
        if argumentCount.count == 1, count != argumentCount.lowerBound {
            throw MPDFailure(.argument, "wrong number of arguments for \"\(name)\"")
        }
        guard count >= argumentCount.lowerBound else { throw MPDFailure(.argument, "too few arguments for \"\(name)\"") }
        guard count <= argumentCount.upperBound else { throw MPDFailure(.argument, "too many arguments for \"\(name)\"") }
    }
}

extension ClosedRange<Int> {
    /// Returns the number of arguments of a command that takes `count` of them and any more.
    package static func atLeast(_ count: Int) -> ClosedRange<Int> { count...CommandText.argumentLimit }
}
