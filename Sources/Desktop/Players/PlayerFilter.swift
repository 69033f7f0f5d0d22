/// Which bus names are other players.
struct PlayerFilter {
    /// What every player's name begins with.
    static let namespace = "org.mpris.MediaPlayer2"
    /// Each stands for itself and for what follows it after a dot.
    let ignored: [String]

    /// Whether `name` is that of a player to watch.
    func accepts(_ name: String) -> Bool {
        guard name.hasPrefix(Self.namespace + ".") else { return false }
        return !ignored.contains { name == $0 || name.hasPrefix($0 + ".") }
    }
}
