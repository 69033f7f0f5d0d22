/// The name of one of several daemons of a user, by which its socket, its configuration, its state and its name on the session bus are
/// told from those of the others.
public struct InstanceName: Hashable, Sendable {
    /// The name: 1 to 32 letters, digits, `_` and `-` of ASCII.
    public let text: String

    /// Makes a name; `nil` for one that could not be part of a path, of a unit and of a name on the bus, and for `config`, whose
    /// configuration would be that of the daemon without a name.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text != "config",
            text.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D
            })
        else { return nil }
        self.text = text
    }

    /// What is wrong with a text that is no name, as a sentence.
    package static func mistake(_ text: String) -> String {
        "\"\(text)\" is no name of an instance: take 1 to 32 letters, digits, - and _, and not \"config\""
    }

    /// The name of its directories, next to those of the daemon without a name.
    package var directory: String { "fermata@\(text)" }

    /// The name of its configuration file.
    package var configurationFile: String { "\(text).toml" }
}
