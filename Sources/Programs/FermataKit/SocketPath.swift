import Glibc
public import SystemSupport

/// The path of the daemon's socket.
public enum SocketPath {
    /// Returns `option`, else the path of `instance`, else the path in `FERMATA_SOCKET`, else that of the instance that
    /// `FERMATA_INSTANCE` names, else the usual path below `XDG_RUNTIME_DIR`.
    /// - Parameter instance: the name of one of several daemons.
    /// - Throws: ``FermataError/Code/misused`` if the name in `FERMATA_INSTANCE` counts, and is none. No other daemon is meant then.
    public static func resolve(_ option: String? = nil, instance: InstanceName? = nil) throws(FermataError) -> String {
        if let option { return option }
        if instance == nil, let path = environment("FERMATA_SOCKET") { return path }
        let directory = environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        var name = instance
        if name == nil, let text = environment("FERMATA_INSTANCE") {
            name = InstanceName(text)
            if name == nil { throw FermataError(.misused, InstanceName.mistake(text)) }
        }
        return directory + "/\(name?.directory ?? "fermata")/control.sock"
    }

    /// How a daemon comes to answer at a path: by the user's units at the usual one, and by hand at any other.
    static func advice(_ path: String) -> String {
        let words = path.split(separator: "/")
        guard words.last == "control.sock", let unit = words.dropLast().last, unit == "fermata" || unit.hasPrefix("fermata@")
        else {
            return "start it with: fermatad --socket \(path), or give another --socket"
        }
        return "start it with: systemctl --user start \(unit).socket"
    }

    /// Whether the usual path counts, on which the user's own daemon listens.
    package static func isUsual(_ arguments: [String]) -> Bool {
        environment("FERMATA_SOCKET") == nil && environment("FERMATA_INSTANCE") == nil
            && !arguments.contains { word in
                ["--socket", "--instance"].contains { word == $0 || word.hasPrefix($0 + "=") }
            }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}
