import ControlProtocol
import FermataKit
import Glibc
import SystemSupport

// How the client looks around.
extension LocalReading {
    /// Looks at everything that needs no daemon.
    /// - Parameters:
    ///   - daemon: whether one answers.
    ///   - unit: the name of the daemon's units without an ending; `nil` if it is not the service manager's.
    init(_ daemon: Daemon, unit: String?) {
        self.daemon = daemon
        version = Release.version
        runtimeDirectory = Self.runtimeDirectory()
        cards = Self.cards(in: "/dev/snd")
        if let unit {
            let answer = ProgramOutput.of(["systemctl", "--user", "show-environment"])
            manager = answer?.status == 0 ? .answers(Units(unit)) : .absent
            lingers = Self.lingers()
        }
        if case .answers = daemon { return }
        if let unit {
            let instance = unit.split(separator: "@").dropFirst().first.map(String.init)
            mistake = ConfigurationCheck.mistake(instance: instance)
        }
        let directory = Self.environment("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
        let server = Self.environment("PIPEWIRE_REMOTE") ?? "pipewire-0"
        let serverDirectory = Self.environment("PIPEWIRE_RUNTIME_DIR") ?? directory
        pipewire = Self.listener(server.hasPrefix("/") ? server : "\(serverDirectory)/\(server)")
        let address = Self.environment("DBUS_SESSION_BUS_ADDRESS") ?? ""
        let path = address.split(separator: ",").first.flatMap { $0.hasPrefix("unix:path=") ? String($0.dropFirst(10)) : nil }
        sessionBus = Self.listener(path ?? "\(directory)/bus")
    }

    private static func runtimeDirectory() -> RuntimeDirectory {
        guard let path = environment("XDG_RUNTIME_DIR") else { return .unset }
        var status = stat()
        guard stat(path, &status) == 0 else { return .unusable(path: path, reason: "cannot be used: \(systemReason())") }
        guard status.st_uid == getuid() else { return .unusable(path: path, reason: "belongs to another user") }
        return .good
    }

    /// Whether the cards whose files are in `directory` can be opened.
    static func cards(in directory: String) -> Cards {
        let names: [String] = (0..<32).map { "\(directory)/controlC\($0)" }
        let controls = names.filter { name in access(name, F_OK) == 0 }
        if controls.isEmpty { return .none }
        return controls.allSatisfy { name in access(name, R_OK | W_OK) != 0 } ? .locked : .usable
    }

    /// Whether somebody listens on the socket at `path`.
    static func listener(_ path: String) -> Listener {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        defer { close(descriptor) }
        let connected = UnixSocketAddress.with(path) { connect(descriptor, $0, $1) }
        guard let connected else {
            return .absent(path: path, reason: "the path is too long for a socket")
        }
        // A queue that is full is one of somebody who listens.
        return connected == 0 || errno == EAGAIN ? .answers : .absent(path: path, reason: systemReason())
    }

    /// The file by which logind knows whose service managers go on.
    private static func lingers() -> Bool? {
        guard access("/run/systemd/seats", F_OK) == 0, let user = getpwuid(getuid()) else { return nil }
        return access("/var/lib/systemd/linger/\(String(cString: user.pointee.pw_name))", F_OK) == 0
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }
}

extension LocalReading.Units {
    /// Asks the service manager.
    fileprivate init(_ name: String) {
        self.name = name
        let socket = Self.properties(of: "\(name).socket")
        let service = Self.properties(of: "\(name).service")
        isInstalled = socket["LoadState"] == "loaded"
        isMasked = socket["LoadState"] == "masked"
        isEnabled = [socket, service].contains { ($0["UnitFileState"] ?? "").hasPrefix("enabled") }
        hasSocket = socket["ActiveState"] == "active"
        hasFailed = [socket, service].contains { $0["ActiveState"] == "failed" }
        guard hasFailed else { return }
        let log = ProgramOutput.of(["journalctl", "--user", "-u", "\(name).service", "-n", "50", "-o", "cat", "--no-pager"])
        lastError = log?.status == 0 ? Self.lastError(in: log?.text ?? "") : nil
    }

    /// The last reason in a log why the daemon does not start; `nil` if there is none.
    static func lastError(in log: String) -> String? {
        log.split(separator: "\n").map(String.init).last { $0.hasPrefix("Error: ") }.map { String($0.dropFirst(7)) }
    }

    private static func properties(of unit: String) -> [String: String] {
        let names = "LoadState,ActiveState,UnitFileState"
        return properties(ProgramOutput.of(["systemctl", "--user", "show", "-p", names, unit])?.text ?? "")
    }

    /// The values of lines such as `ActiveState=active`.
    static func properties(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            .filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Dictionary(pairs) { first, _ in first }
    }
}
