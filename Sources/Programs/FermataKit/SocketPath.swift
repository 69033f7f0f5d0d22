import Glibc

/// The path of the daemon's socket.
public enum SocketPath {
    /// Returns `option`, else the path in `FERMATA_SOCKET`, else the usual path below `XDG_RUNTIME_DIR`.
    public static func resolve(_ option: String? = nil) -> String {
        if let path = option ?? environment("FERMATA_SOCKET") { return path }
        let directory = environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        return directory + "/fermata/control.sock"
    }

    /// How a daemon comes to answer at a path: by the user's units at the usual one, and by hand at any other.
    static func advice(_ path: String) -> String {
        path.hasSuffix("/fermata/control.sock")
            ? "start it with: systemctl --user start fermata.socket"
            : "start it with: fermatad --socket \(path), or give another --socket"
    }

    /// Whether the usual path counts, on which the user's own daemon listens.
    package static func isUsual(_ arguments: [String]) -> Bool {
        environment("FERMATA_SOCKET") == nil && !arguments.contains { $0 == "--socket" || $0.hasPrefix("--socket=") }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}
