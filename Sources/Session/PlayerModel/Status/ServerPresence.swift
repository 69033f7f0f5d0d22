/// Whether the sound server is there, and whether playback waits for it.
struct ServerPresence: Hashable, Sendable {
    /// Whether the server was there and is not any more.
    private(set) var isLost = false
    /// Whether the player was playing when the server was lost, or would have gone on since.
    private var wasPlaying = false
    /// Whether the item that played when the last run ended is heard as soon as there is a server.
    private var isAwaited = false

    /// Whether the next connection is news for the player.
    var isExpected: Bool { isLost || isAwaited }

    /// Waits for the first server, to play what an earlier run played.
    mutating func awaitFirst() { isAwaited = true }

    /// Notes that the server is gone, and whether the player was playing.
    mutating func lose(whilePlaying isPlaying: Bool) {
        isLost = true
        wasPlaying = isPlaying
    }

    /// Notes that the player would play by now if the server were there.
    mutating func owe() { wasPlaying = true }

    /// Notes that the server is there.
    mutating func connect() { self = ServerPresence() }

    /// Returns whether playback goes on by itself once the server is there. `resumes` is the user's setting for a server that
    /// comes back.
    func continuesPlayback(ifResuming resumes: Bool) -> Bool { isAwaited || (wasPlaying && resumes) }
}
