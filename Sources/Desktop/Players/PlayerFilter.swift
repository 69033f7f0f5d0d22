/// Which bus names are other players.
struct PlayerFilter {
    /// What every player's name begins with.
    static let namespace = "org.mpris.MediaPlayer2"
    /// Fermata itself, and playerctld, which mirrors another player: what one orders to it would reach that one twice.
    static let alwaysIgnored = ["\(namespace).fermata", "\(namespace).playerctld"]
    /// Each stands for itself and for what follows it after a dot.
    private let ignored: [String]

    /// - Parameter ignored: names besides ``alwaysIgnored``, whole or without the namespace.
    init(ignoring ignored: [String]) {
        let whole = ignored.map { $0.hasPrefix(Self.namespace + ".") ? $0 : "\(Self.namespace).\($0)" }
        self.ignored = Self.alwaysIgnored + whole
    }

    /// Whether `name` is that of a player to watch.
    func accepts(_ name: String) -> Bool {
        guard name.hasPrefix(Self.namespace + ".") else { return false }
        return !ignored.contains { name == $0 || name.hasPrefix($0 + ".") }
    }
}
