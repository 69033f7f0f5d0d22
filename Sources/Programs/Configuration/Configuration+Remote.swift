import AudioTypes

extension Configuration {
    /// `[remote]`: the door for browsers and programs of the network. Without an address, there is none.
    package struct Remote: Equatable, Sendable {
        /// The addresses to listen on, as `127.0.0.1:6680`.
        package var listen: [String] = []
        /// Names of this machine by which browsers may ask for it, besides its own.
        package var names: [String] = []
        /// Whether it speaks TLS, and nothing else.
        package var tls = false
        /// The file with the certificate; empty for one that the daemon makes.
        package var certificateFile = ""
        /// The file with its key; empty if that is in the file of the certificate.
        package var keyFile = ""
        /// Whether other machines find the door by themselves, if they can reach it.
        package var publish = true
        /// The name under which they do, with `%h` for that of this machine.
        package var publishName = "Fermata @ %h"
        /// Whether what plays can be heard over the door.
        package var stream = false
        /// The rate, the bits and the channels of what listeners get.
        package var streamFormat = "44100:16:2"

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Remote {
    /// Whether `text` is a format that each kind of stream can have.
    static func isStreamFormat(_ text: String) -> Bool {
        guard let format = PCMFormat(text) else { return false }
        return format.stream.channelCount <= 2 && format.sample != .bits32
    }

    /// Whether `text` can be the path of a file, or is empty.
    static func isFile(_ text: String) -> Bool {
        text.isEmpty || ["/", "~/"].contains { text.hasPrefix($0) && text.count > $0.count }
    }

    /// Whether `text` can be the name of a machine.
    static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "." || $0 == "_") }
    }
}
