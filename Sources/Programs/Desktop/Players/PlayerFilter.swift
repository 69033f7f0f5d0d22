/// Decides which bus names are other players.
struct PlayerFilter {
    /// The prefix of every player's name.
    static let namespace = "org.mpris.MediaPlayer2"
    /// playerctld mirrors another player: an order to it would reach that player twice. Fermata itself is told by its connection, since
    /// another daemon of the same user is a player like any other.
    static let alwaysIgnored = ["\(namespace).playerctld"]
    /// Each stands for itself and for every name that continues it after a dot.
    private let ignored: [String]

    /// Makes a filter.
    /// - Parameter ignored: names in addition to ``alwaysIgnored``, with or without the namespace.
    init(ignoring ignored: [String]) {
        let whole = ignored.map { $0.hasPrefix(Self.namespace + ".") ? $0 : "\(Self.namespace).\($0)" }
        self.ignored = Self.alwaysIgnored + whole
    }

    /// Returns whether `name` belongs to a player to watch.
    func accepts(_ name: String) -> Bool {
        guard name.hasPrefix(Self.namespace + ".") else { return false }
        return !ignored.contains { name == $0 || name.hasPrefix($0 + ".") }
    }
}
