import SystemSupport

extension Configuration {
    /// `[icecast]`: a server that gives what plays to its listeners.
    package struct Icecast: Equatable, Sendable {
        /// Where the server is, as `radio.home:8000`; empty for none.
        package var server = ""
        /// The path of the stream on the server.
        package var mount = "/fermata"
        /// How it is sent.
        package var format = Format.mp3
        /// The name of the user who may send.
        package var user = "source"
        /// The file whose first line is the password.
        package var passwordFile = ""
        /// How the server shows the stream.
        package var name = "Fermata"
        /// What kind of music it is.
        package var genre = ""
        /// Whether the server may list it in directories.
        package var isPublic = false

        /// The values of `format`.
        package enum Format: String, CaseIterable, Sendable {
            case mp3, opus
        }

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Icecast {
    /// Whether `text` is a host with a port, or is empty.
    static func isServer(_ text: String) -> Bool { text.isEmpty || HostPort(text) != nil }

    /// Whether `text` is the path of a stream: what stands in an address as it is.
    static func isMount(_ text: String) -> Bool {
        text.hasPrefix("/") && (2...200).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/-._".contains($0)) }
    }

    /// Whether `text` is the name of a user.
    static func isUser(_ text: String) -> Bool { !text.isEmpty && text.utf8.count <= 200 && !text.contains(":") }

    /// Whether `text` is an absolute path, one below the home directory, or empty.
    static func isFile(_ text: String) -> Bool { text.isEmpty || text.hasPrefix("/") || text.hasPrefix("~/") }
}
