import AudioTypes
import SystemSupport

extension Configuration {
    /// `[snapcast]`: the rooms of a Snapcast server.
    package struct Snapcast: Equatable, Sendable {
        /// Where the server takes sound, as `server:4953`; empty for none. Then there is no output to the rooms.
        package var source = ""
        /// The format of the server's stream: rate, bits and channels.
        package var format = "48000:16:2"
        /// The name of the output for people.
        package var name = "Snapcast"
        /// How long the server holds sound back, so that all rooms play it at the same time; in seconds.
        package var serverBufferSeconds = 1.0
        /// Where the server takes the sound of announcements, as `server:4954`; empty for none. Then nothing can be announced in rooms.
        package var announcements = ""
        /// The address at which the server takes orders about its rooms, as `server:1705`; empty for none.
        package var control = ""

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Snapcast {
    /// Whether `text` is a host with a port, or is empty.
    static func isAddress(_ text: String) -> Bool { text.isEmpty || HostPort(text) != nil }

    /// Whether `text` is a format of samples.
    static func isFormat(_ text: String) -> Bool { PCMFormat(text) != nil }
}
