import Application
import MPDProtocol

/// The client that gives a command, as far as the command has to know it.
struct MPDClient {
    /// The number of its connection.
    let number: UInt64
    /// Whether it has come over a Unix socket.
    let isLocal: Bool
    /// The tags that it wants to see.
    let tags: Set<TagType>
    /// How many bytes of a picture it takes at a time.
    let chunkBytes: Int
    /// Whether `lsinfo` of the top is not to list the stored playlists.
    var hidesPlaylists = false
    /// Whether marks over and under letters do not matter where it searches.
    var stripsMarks = false

    /// What its command is a part of, for the history of the queue: all commands of a list are taken back together.
    var group: UInt64?

    /// The origin of its commands.
    var origin: Origin { MPDDoor.origin(number, isLocal: isLocal, group: group) }
}
