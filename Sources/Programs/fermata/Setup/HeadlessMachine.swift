import Glibc
import JSON
import SystemSupport

/// The machine as `setup --headless` reads and changes it, for one user. Needs root.
struct HeadlessMachine {
    /// How long a service manager may take to begin, in nanoseconds.
    private static let patience: Int64 = 20_000_000_000
    /// The configuration of the machine, which counts for users who have none.
    private static let configuration = "/etc/fermata/config.toml"
    private static let unitDirectories = ["/etc", "/usr/lib", "/usr/local/lib", "/usr/share", "/usr/local/share", "/lib"].map {
        $0 + "/systemd/user"
    }

    let user: String

    // MARK: Reading

    /// What is there.
    func facts() throws(ClientFailure) -> HeadlessPlan.Facts {
        var facts = HeadlessPlan.Facts(user: user)
        facts.home = home
        if facts.home != nil {
            let groups = try run("id", "-nG", user)
            facts.groups = Set(groups.split { $0 == " " || $0 == "\n" }.map(String.init))
        }
        facts.allGroups = Set(HeadlessPlan.groups.filter { getgrnam($0) != nil })
        facts.lingers = access("/var/lib/systemd/linger/\(user)", F_OK) == 0
        if let account { facts.hasRealTime = access(HeadlessPlan.realTimePath(account.number), F_OK) == 0 }
        facts.missingUnits = ["pipewire.service", "wireplumber.service", "dbus.socket", "fermata.service"].filter { unit in
            !Self.unitDirectories.contains { directory in access("\(directory)/\(unit)", F_OK) == 0 }
        }
        facts.configuration = try ConfigurationImport.text(Self.configuration)
        let paths = [HeadlessPlan.configurationPath] + HeadlessPlan.bluetooth.map(\.path)
        if let home = facts.home {
            facts.files = Set(paths.filter { path in access("\(home)/\(path)", F_OK) == 0 || errno != ENOENT })
        }
        return facts
    }

    /// What an earlier run has done; `nil` if there was none.
    func record() throws(ClientFailure) -> HeadlessRecord? {
        let path = HeadlessRecord.path(of: user)
        guard let text = try ConfigurationImport.text(path) else { return nil }
        do throws(JSONMismatch) {
            return try HeadlessRecord(parsing: text)
        } catch {
            throw .refused("\(path) is damaged (\(error)): take back by hand what it names, and remove it")
        }
    }

    private var account: (number: uid_t, home: String)? {
        getpwnam(user).map { ($0.pointee.pw_uid, String(cString: $0.pointee.pw_dir)) }
    }

    /// The home directory; `nil` if there is no such user.
    var home: String? { account?.home }

    // MARK: Changing

    /// Does a step, and notes it.
    func perform(_ step: HeadlessPlan.Step, _ record: inout HeadlessRecord) throws(ClientFailure) {
        switch step {
        case .makeUser(let home):
            try run(
                "useradd", "--system", "--create-home", "--home-dir", home, "--shell", "/usr/sbin/nologin", "--comment",
                "Fermata", user)
            record.madeUser = true
        case .join(let group):
            try run("usermod", "-aG", group, user)
            record.groups.append(group)
        case .grantRealTime:
            guard let account else { throw .refused("there is no user \(user) any more") }
            let path = HeadlessPlan.realTimePath(account.number)
            try ConfigurationImport.write(HeadlessPlan.realTime, to: path)
            record.realTimePath = path
            try run("systemctl", "daemon-reload")
        case .write(let path, let text):
            try write(text, to: path)
            record.files.append(HeadlessRecord.File(path: path, text: text))
        case .linger:
            try run("loginctl", "enable-linger", user)
            record.lingered = true
        case .enable(let units):
            try waitForManager()
            try manage("daemon-reload")
            for unit in units where try !isEnabled(unit) {
                try manage("enable", unit)
                record.units.append(unit)
            }
            try manage(["start"] + units)
        }
    }

    /// Takes back what a record names. What somebody has changed meanwhile stays.
    /// - Parameter say: gets a sentence about what stays.
    func takeBack(_ record: HeadlessRecord, say: (String) -> Void) throws(ClientFailure) {
        if !record.units.isEmpty, home != nil {
            if managerAnswers {
                try manage(["disable", "--now"] + record.units)
            } else {
                say("the units stay enabled: the service manager of \(user) does not run")
            }
        }
        if record.lingered { try run("loginctl", "disable-linger", user) }
        if !record.realTimePath.isEmpty {
            unlink(record.realTimePath)
            // Only if nothing else is in it.
            rmdir(String(record.realTimePath.dropLast("/50-fermata-headless.conf".count)))
            try run("systemctl", "daemon-reload")
        }
        guard let home else { return }
        for file in record.files {
            let path = "\(home)/\(file.path)"
            guard ProgramOutput.of(asUser + ["cat", path])?.text == file.text else {
                say("\(path) was changed or removed, and is left as it is")
                continue
            }
            try run(asUser + ["rm", "-f", path])
        }
        for group in record.groups { try run("gpasswd", "-d", user, group) }
        if record.madeUser {
            try waitForEnd()
            try run("userdel", user)
            say("\(home), the home directory of \(user), stays: it has the queue and the library")
        }
    }

    /// Keeps a record, or removes it if it is `nil`.
    func keep(_ record: HeadlessRecord?) throws(ClientFailure) {
        let path = HeadlessRecord.path(of: user)
        if let record {
            try ConfigurationImport.write(record.text, to: path)
        } else if unlink(path) != 0, errno != ENOENT {
            throw .refused("\(path) cannot be removed: \(systemReason())")
        }
    }

    // MARK: Programs

    private var asUser: [String] { ["runuser", "-u", user, "--"] }

    /// As the user, so that no link in the home directory leads root anywhere.
    private func write(_ text: String, to path: String) throws(ClientFailure) {
        guard let home else { throw .refused("there is no user \(user) any more") }
        let copy = "\(HeadlessRecord.directory)/\(user).new"
        try ConfigurationImport.write(text, to: copy)
        defer { unlink(copy) }
        // The user has to read it, and it holds nothing that others may not.
        guard chmod(HeadlessRecord.directory, 0o755) == 0, chmod(copy, 0o644) == 0 else {
            throw .refused("\(copy) cannot be opened for \(user): \(systemReason())")
        }
        try run(asUser + ["install", "-D", "-m", "600", copy, "\(home)/\(path)"])
    }

    private var runtimeDirectory: String? { account.map { "/run/user/\($0.number)" } }

    private var managerAnswers: Bool {
        guard let runtimeDirectory else { return false }
        return LocalReading.listener("\(runtimeDirectory)/systemd/private") == .answers
    }

    private func waitForManager() throws(ClientFailure) {
        try wait("the service manager of \(user) does not begin: systemctl status user@\(account?.number ?? 0).service says why")
        {
            managerAnswers
        }
    }

    private func waitForEnd() throws(ClientFailure) {
        try wait("processes of \(user) do not end: loginctl terminate-user \(user)") {
            guard let account else { return true }
            return ProgramOutput.of(["pgrep", "-u", "\(account.number)"])?.status == 1
        }
    }

    private func wait(_ sentence: String, _ holds: () -> Bool) throws(ClientFailure) {
        let deadline = MonotonicClock.nanoseconds + Self.patience
        while !holds() {
            guard MonotonicClock.nanoseconds < deadline else { throw .refused(sentence) }
            usleep(50_000)
        }
    }

    private func isEnabled(_ unit: String) throws(ClientFailure) -> Bool {
        let answer = ProgramOutput.of(try managing(["is-enabled", unit]))
        // It stands for a unit that begins without a link of its own, too.
        return answer?.status == 0
    }

    private func manage(_ words: String...) throws(ClientFailure) { try run(try managing(words)) }

    private func manage(_ words: [String]) throws(ClientFailure) { try run(try managing(words)) }

    private func managing(_ words: [String]) throws(ClientFailure) -> [String] {
        guard let runtimeDirectory else { throw .refused("there is no user \(user) any more") }
        return asUser + ["env", "XDG_RUNTIME_DIR=\(runtimeDirectory)", "systemctl", "--user"] + words
    }

    @discardableResult
    private func run(_ words: String...) throws(ClientFailure) -> String { try run(words) }

    /// Runs a program and returns what it prints. Throws with that if it fails.
    @discardableResult
    private func run(_ words: [String]) throws(ClientFailure) -> String {
        let command = words.joined(separator: " ")
        guard let output = ProgramOutput.of(words, seconds: 60) else {
            throw .refused(
                "'\(command)' cannot be run: \(words.first ?? "") is missing; it comes with systemd, util-linux and passwd")
        }
        guard output.status == 0 else { throw .refused("'\(command)' fails: \(output.lastLine ?? "status \(output.status)")") }
        return output.text
    }
}
