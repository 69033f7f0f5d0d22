/// Decides whether the machine is kept from sleeping because nobody uses it: while something plays or is recorded, if the configuration
/// wants that. A value.
struct Wakefulness: Hashable {
    /// Whether the configuration wants it.
    var isWanted = true
    /// Whether the player plays, or waits for data to play.
    var isPlaying = false
    var isRecording = false
    /// Whether the login manager was asked to keep the machine awake.
    private var isAsked = false

    /// Returns what to ask the login manager for now: to keep the machine awake, or to let it sleep again; `nil` for nothing new.
    mutating func change() -> Bool? {
        let keepsAwake = (isPlaying || isRecording) && isWanted
        guard keepsAwake != isAsked else { return nil }
        isAsked = keepsAwake
        return keepsAwake
    }
}
