/// A canceller of echo: it takes the sound of an input, takes out of it what an output plays, and offers the rest as a source.
package struct EchoCanceller: Hashable, Sendable {
    /// The uid of the source that it makes for the daemon without a name, which is the same for every input.
    package static let uid = uid(of: "fermata")
    private static let (prefix, suffix) = ("fermata-", "-echo-cancel")

    /// The uid of the source that it makes for one of several daemons of a user.
    /// - Parameter daemon: the `node.name` of the daemon's stream, `fermata-` and its name.
    package static func uid(of daemon: String) -> String { "\(daemon)\(suffix)" }

    /// Whether a source is that of a canceller of this daemon or of another. It lasts only as long as that daemon's recordings.
    static func isMade(_ uid: String) -> Bool { uid.hasPrefix(prefix) && uid.hasSuffix(suffix) }

    /// The uid of the input that the sound comes from.
    package var input: String
    /// The uid of the output whose sound is taken out; `nil` for the default one.
    package var output: String?

    /// Makes a description.
    package init(input: String, output: String?) {
        self.input = input
        self.output = output
    }
}
