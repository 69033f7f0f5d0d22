import ControlProtocol
import SystemSupport

// What the client says about what it sees.
extension LocalReading {
    /// What brings the directory of sockets and the service manager of a user.
    private static let login = "log in as this user; where nobody does: sudo fermata setup --headless --user NAME"

    /// A finding about each part; with a daemon that answers, nothing about what the daemon knows better.
    var findings: [Wire.Finding] {
        let own = [daemonFinding, unitFinding, loginFinding].compactMap(\.self)
        // It would not answer without its directory, and knows whether there is an output.
        if case .answers = daemon { return own }
        return [runtime].compactMap(\.self) + own
            + [
                listener(pipewire, "soundServer", "PipeWire", "nothing is heard", .fault, Remedy.soundServer), locked,
                listener(sessionBus, "sessionBus", "the session bus", "there are no media keys", .warning, Remedy.sessionBus),
            ].compactMap(\.self)
    }

    private var runtime: Wire.Finding? {
        let (part, remedy) = ("runtimeDirectory", Self.login)
        return switch runtimeDirectory {
        case .good: nil
        case .unset:
            Wire.Finding(
                part: part, state: .fault,
                message: "XDG_RUNTIME_DIR is not set, as behind su and sudo, so neither the daemon nor PipeWire is found",
                remedy: remedy)
        case .unusable(let path, let reason):
            Wire.Finding(
                part: part, state: .fault, message: "the directory of this user's sockets, \(path), \(reason)", remedy: remedy)
        }
    }

    private var daemonFinding: Wire.Finding {
        switch daemon {
        case .answers(let version) where version != self.version:
            Wire.Finding(
                part: "daemon", state: .warning, message: "fermatad \(version) answers, and this is fermata \(self.version)",
                remedy: "systemctl --user restart \(units?.name ?? "fermata")")
        case .answers(let version): Wire.Finding(part: "daemon", state: .good, message: "fermatad \(version) answers")
        case .hangs(let seconds):
            Wire.Finding(
                part: "daemon", state: .fault,
                message: "fermatad takes connections and has not answered within \(seconds) seconds, so it hangs",
                remedy: units.map {
                    "journalctl --user -u \($0.name) -n 20 says what it did last; then systemctl --user restart \($0.name).service"
                } ?? "end that process, and start fermatad anew")
        case .absent(let sentence):
            if let mistake {
                Wire.Finding(
                    part: "daemon", state: .fault, message: "fermatad does not start with its configuration: \(mistake)",
                    remedy: "mend that line; 'fermatad --check-config' tells whether it is right")
            } else if let units, units.hasFailed {
                Wire.Finding(
                    part: "daemon", state: .fault,
                    message: "fermatad has ended again and again, and is not started any more"
                        + (units.lastError.map { "; it said: \($0)" } ?? ""),
                    remedy: "journalctl --user -u \(units.name) -n 20; then systemctl --user reset-failed \(units.name).service "
                        + "\(units.name).socket and systemctl --user start \(units.name).socket")
            } else {
                Wire.Finding(part: "daemon", state: .fault, message: sentence, remedy: startingRemedy)
            }
        }
    }

    private var units: Units? {
        if case .answers(let units) = manager { units } else { nil }
    }

    private var startingRemedy: String {
        switch manager {
        case .unasked: "start fermatad with that path: fermatad --socket PATH"
        case .absent: "log in as this user, or start it in a terminal: fermatad"
        case .answers(let units):
            units.isInstalled ? "systemctl --user enable --now \(units.name).socket" : "scripts/install, or the package"
        }
    }

    private var unitFinding: Wire.Finding? {
        if case .absent = manager {
            return Wire.Finding(
                part: "units", state: .warning, message: "no service manager of this user answers, so nothing starts fermatad",
                remedy: Self.login)
        }
        guard let units else { return nil }
        if units.isMasked {
            return Wire.Finding(
                part: "units", state: .warning, message: "\(units.name).socket is masked, so nothing starts fermatad",
                remedy: "systemctl --user unmask \(units.name).socket \(units.name).service")
        }
        guard units.isInstalled else {
            return Wire.Finding(
                part: "units", state: .warning,
                message: "the unit \(units.name).socket is not installed, so nothing starts fermatad",
                remedy: "scripts/install, or the package; then systemctl --user daemon-reload")
        }
        guard units.isEnabled else {
            return Wire.Finding(
                part: "units", state: .warning,
                message: "\(units.name).socket is not enabled, so nothing starts fermatad after the next login",
                remedy: "systemctl --user enable --now \(units.name).socket")
        }
        // What has failed is told as the daemon's.
        guard !units.hasFailed, mistake == nil else { return nil }
        guard units.hasSocket else {
            return Wire.Finding(
                part: "units", state: .warning, message: "\(units.name).socket does not listen",
                remedy: "systemctl --user start \(units.name).socket")
        }
        return Wire.Finding(part: "units", state: .good, message: "the service manager starts fermatad when it is needed")
    }

    private var loginFinding: Wire.Finding? {
        switch lingers {
        case true?: Wire.Finding(part: "login", state: .good, message: "it plays on while nobody is logged in")
        case false?:
            Wire.Finding(
                part: "login", state: .off,
                message:
                    "it ends when this user logs out; 'sudo fermata setup --headless --user NAME' has it play on, and at boot")
        case nil: nil
        }
    }

    private var locked: Wire.Finding? {
        guard cards == .locked else { return nil }
        return Wire.Finding(
            part: "soundCards", state: .fault, message: "this user may not use the sound cards in /dev/snd",
            remedy: Remedy.soundCards)
    }

    private func listener(
        _ listener: Listener, _ part: String, _ name: String, _ loss: String, _ state: Wire.FindingState, _ remedy: String
    ) -> Wire.Finding {
        switch listener {
        case .answers: Wire.Finding(part: part, state: .good, message: "\(name) answers")
        case .absent(let path, let reason):
            Wire.Finding(
                part: part, state: state, message: "\(name) does not answer at \(path) (\(reason)), so \(loss)", remedy: remedy)
        }
    }
}
