/// What a client may do, as a set of the protocol's permissions.
package struct Permissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// See everything.
    package static let read = Permissions(rawValue: 1)
    /// Add songs to the queue.
    package static let add = Permissions(rawValue: 2)
    /// Control the player.
    package static let player = Permissions(rawValue: 4)
    /// Change lists and partitions.
    package static let control = Permissions(rawValue: 8)
    /// Choose outputs.
    package static let admin = Permissions(rawValue: 16)
    /// All of them.
    package static let all: Permissions = [.read, .add, .player, .control, .admin]

    /// Makes the set from its names with commas between them, such as `read,add`. `control` includes `player`.
    ///
    /// Returns `nil` if one is no name of a permission.
    package init?(names: some StringProtocol) {
        var set: Permissions = []
        for name in names.split(separator: ",") {
            switch String(name).trimmedOfBlanks {
            case "read": set.insert(.read)
            case "add": set.insert(.add)
            case "player": set.insert(.player)
            case "control": set.formUnion([.control, .player])
            case "admin": set.insert(.admin)
            default: return nil
            }
        }
        self = set
    }
}

/// The passwords of the configuration, and what clients may do without one.
package struct AccessRules: Hashable, Sendable {
    /// What each password permits, by its bytes.
    private let passwords: [[UInt8]: Permissions]
    /// What a client may do that has given no password.
    package let withoutPassword: Permissions

    /// Makes the rules in which everybody may do everything.
    package init() {
        passwords = [:]
        withoutPassword = .all
    }

    /// The rules in which nobody may do anything.
    package static let closed = AccessRules(passwords: [:], withoutPassword: [])

    private init(passwords: [[UInt8]: Permissions], withoutPassword: Permissions) {
        self.passwords = passwords
        self.withoutPassword = withoutPassword
    }

    /// Makes the rules from the configuration; `nil` if one of its texts is wrong.
    /// - Parameters:
    ///   - passwords: each is the password, an `@`, and the names of permissions.
    ///   - defaults: the names of the permissions without a password. Empty: all if there is no password, none otherwise.
    package init?(passwords: [String], defaults: [String]) {
        var known: [[UInt8]: Permissions] = [:]
        for text in passwords {
            // A password may contain the character; the names behind the last one cannot.
            guard let at = text.lastIndex(of: "@"), at != text.startIndex,
                let permissions = Permissions(names: text[text.index(after: at)...]), !permissions.isEmpty
            else { return nil }
            known[Array(text[..<at].utf8)] = permissions
        }
        guard let permissions = Permissions(names: defaults.joined(separator: ",")) else { return nil }
        self.passwords = known
        withoutPassword = defaults.isEmpty && passwords.isEmpty ? .all : permissions
    }

    /// Returns what a password permits; `nil` if it is wrong. The time that the look takes does not tell which password is
    /// nearly right.
    package func permissions(for password: [UInt8]) -> Permissions? {
        var found: Permissions?
        for (known, permissions) in passwords where Self.isEqual(known, password) { found = permissions }
        return found
    }

    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension String {
    /// The text without blanks at both ends.
    var trimmedOfBlanks: String {
        let head = drop { $0 == " " || $0 == "\t" }
        return String(head.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
