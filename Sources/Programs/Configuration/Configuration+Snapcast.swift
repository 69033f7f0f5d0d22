import AudioTypes
package import SystemSupport

extension Configuration {
    /// `[snapcast]`: the rooms of a Snapcast server.
    package struct Snapcast: Equatable, Sendable {
        /// Where the server takes sound, as `server:4953` or `discover`; empty for none. Then there is no output to the rooms.
        package var source = ""
        /// The format of the server's stream: rate, bits and channels.
        package var format = "48000:16:2"
        /// The name of the output for people.
        package var name = "Snapcast"
        /// How long the server holds sound back, so that all rooms play it at the same time; in seconds.
        package var serverBufferSeconds = 1.0
        /// Where the server takes the sound of announcements, as `server:4954` or `discover`; empty for none. Then nothing can be announced
        /// in rooms.
        package var announcements = ""
        /// The address at which the server takes orders about its rooms, as `server:1705` or `discover`; empty for none.
        package var control = ""
        /// Which server `discover` stands for, by the name of its machine; empty for the first one by name.
        package var discover = ""
        /// The name or the id of the room that this machine plays itself; empty for none.
        package var localRoom = ""
        /// What calls and lost headphones of this machine do while it feeds the rooms.
        package var localRoomRule = LocalRoomRule.mute

        /// The values of `local_room_rule`.
        package enum LocalRoomRule: String, CaseIterable, Sendable {
            case mute, pause
        }

        /// Makes the defaults.
        package init() {}
    }
}

extension Configuration.Snapcast {
    /// Where the server takes sound; `nil` for nowhere.
    package var sourceAddress: ServerAddress? { ServerAddress(source, port: 4953) }

    /// Where the server takes the sound of announcements; `nil` for nowhere.
    package var announcementAddress: ServerAddress? { ServerAddress(announcements, port: 4954) }

    /// Where the server takes orders; `nil` for nowhere.
    package var controlAddress: ServerAddress? { ServerAddress(control, port: 1705) }

    /// Whether a server has to be found.
    package var looksForServer: Bool {
        [sourceAddress, announcementAddress, controlAddress].contains { $0?.isDiscovered == true }
    }

    /// Whether `text` is a host with a port, stands for one that is found, or is empty. The port makes no difference.
    static func isAddress(_ text: String) -> Bool { text.isEmpty || ServerAddress(text, port: 1) != nil }

    /// Whether `text` is the name of a machine, or is empty.
    static func isMachine(_ text: String) -> Bool {
        text.isEmpty || (!text.contains(":") && HostPort("\(text):1") != nil)
    }

    /// Whether `text` is a format of samples.
    static func isFormat(_ text: String) -> Bool { PCMFormat(text) != nil }
}
