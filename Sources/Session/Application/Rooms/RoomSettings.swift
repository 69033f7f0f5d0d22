package import SystemSupport

/// The settings of the rooms of a Snapcast server.
package struct RoomSettings: Hashable, Sendable {
    /// Where the server takes orders about its rooms; `nil` for nowhere.
    package var control: ServerAddress?
    /// Whether the server has to be found in the network.
    package var looksForServer = false
    /// The name of the server's machine, with or without `.local`; empty for the first one by name.
    package var machine = ""
    /// The name or the id of the room that this machine plays itself; empty for none.
    package var localRoom = ""

    /// Makes the settings of no rooms.
    package init() {}
}
