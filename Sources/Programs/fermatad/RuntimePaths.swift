import Glibc
import SystemSupport

/// The paths of the socket, the state and the cache: from the flags, else from the environment, else the XDG defaults.
struct RuntimePaths {
    let socket: String
    let stateDirectory: String
    /// The directory of the cache; `nil` if the environment names none.
    let cacheDirectory: String?

    init(
        instance: InstanceName?, isNamed: Bool, socket: String?, stateDirectory: String?, environment: [String: String]
    ) throws(Refusal) {
        let name = instance?.directory ?? "fermata"
        func directory(_ key: String) -> String? { environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let current = ProcessEnvironment.currentDirectory
        func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(current)/\(path)" }
        // Whoever names the instance on the command line does not mean the socket of another one.
        let inherited = isNamed ? nil : environment["FERMATA_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        if let given = socket ?? inherited {
            self.socket = absolute(given)
        } else {
            // The same path that the client uses: in the directory that pam_systemd makes for every user who logs in.
            self.socket = "\(directory("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())")/\(name)/control.sock"
        }
        cacheDirectory = (directory("XDG_CACHE_HOME") ?? directory("HOME").map { "\($0)/.cache" }).map { "\($0)/\(name)" }
        if let given = stateDirectory {
            self.stateDirectory = absolute(given)
        } else if let state = directory("XDG_STATE_HOME") ?? directory("HOME").map({ "\($0)/.local/state" }) {
            self.stateDirectory = "\(state)/\(name)"
        } else {
            throw Refusal(message: "neither XDG_STATE_HOME nor HOME is set: name a directory with --state-dir")
        }
    }
}

/// The environment of the process, without Foundation.
enum ProcessEnvironment {
    /// All variables.
    static var current: [String: String] {
        var result: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return result
    }

    /// The working directory.
    static var currentDirectory: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
