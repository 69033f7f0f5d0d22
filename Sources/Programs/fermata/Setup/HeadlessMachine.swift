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
        (facts.number, facts.home) = (account?.number, home)
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
    private var home: String? { account?.home }

    // MARK: Changing

    /// Does a step. What it is about to change is kept in the record before, so that also what is broken off can be taken back.
    func perform(_ step: HeadlessPlan.Step, _ record: inout HeadlessRecord) throws(ClientFailure) {
        switch step {
        case .makeUser(let home):
            let isLeft = try leftHome(home)
            record.madeUser = true
            try keep(record)
            do throws(ClientFailure) {
                try run(
                    "useradd", "--system", "--create-home", "--home-dir", home, "--shell", "/usr/sbin/nologin", "--comment",
                    "Fermata", user)
            } catch {
                // Whoever gets this name later was not made here, and must not be removed with --undo.
                if account == nil {
                    record.madeUser = false
                    try keep(record)
                }
                throw error
            }
            // The queue and the library of the user who was here before.
            if isLeft { try run("chown", "-hR", "\(user):", home) }
        case .join(let group):
            if !record.groups.contains(group) { record.groups.append(group) }
            try keep(record)
            try run("usermod", "-aG", group, user)
        case .grantRealTime:
            guard let account else { throw .refused("there is no user \(user) any more") }
            record.grantedRealTime = true
            try keep(record)
            try ConfigurationImport.write(HeadlessPlan.realTime, to: HeadlessPlan.realTimePath(account.number))
            try run("systemctl", "daemon-reload")
        case .write(let path, let text):
            record.files.removeAll { $0.path == path }
            record.files.append(HeadlessRecord.File(path: path, text: text))
            try keep(record)
            try write(text, to: path)
        case .linger:
            record.lingered = true
            try keep(record)
            try run("loginctl", "enable-linger", user)
        case .enable(let units):
            try waitForManager()
            try manage("daemon-reload")
            var enabled: [String] = []
            for unit in units where try isEnabled(unit) { enabled.append(unit) }
            for unit in units where !enabled.contains(unit) && !record.units.contains(unit) { record.units.append(unit) }
            record.unitsBefore = Array(Set(record.unitsBefore).union(enabled).subtracting(record.units)).sorted()
            try keep(record)
            for unit in units where !enabled.contains(unit) { try manage("enable", unit) }
            try manage(["start"] + units)
        }
    }

    /// Takes back what a record names, and strikes it out as it goes, so that what fails can be tried again. What somebody has changed
    /// meanwhile stays.
    /// - Parameter say: gets a sentence about what stays.
    func takeBack(_ record: inout HeadlessRecord, say: (String) -> Void) throws(ClientFailure) {
        if !record.units.isEmpty {
            guard account == nil || managerAnswers || !record.lingered else {
                throw .refused(
                    "the service manager of \(user) does not run: systemctl start user@\(account?.number ?? 0), then once more")
            }
            if account != nil, managerAnswers {
                try manage(["disable", "--now"] + record.units)
                // Disabling a unit disables what it names as belonging to it.
                if !record.unitsBefore.isEmpty { try manage(["enable"] + record.unitsBefore) }
            } else {
                say("the links of \(record.units.joined(separator: ", ")) stay: no service manager of \(user) runs")
            }
            (record.units, record.unitsBefore) = ([], [])
            try keep(record)
        }
        if record.lingered {
            // logind knows no user who is gone.
            if account == nil { unlink("/var/lib/systemd/linger/\(user)") } else { try run("loginctl", "disable-linger", user) }
            record.lingered = false
            try keep(record)
        }
        if record.grantedRealTime, let account {
            try forgetRealTime(HeadlessPlan.realTimePath(account.number), say)
            record.grantedRealTime = false
            try keep(record)
        }
        guard let home else { return }
        for file in record.files {
            try forget(file, in: home, say)
            record.files.removeAll { $0 == file }
            try keep(record)
        }
        for group in record.groups {
            let groups = try run("id", "-nG", user).split { $0 == " " || $0 == "\n" }
            if groups.contains(where: { $0 == group }) { try run("gpasswd", "-d", user, group) }
            record.groups.removeAll { $0 == group }
            try keep(record)
        }
        guard record.madeUser else { return }
        try removeUser()
        // Whoever gets the user's number next gets nothing of it.
        guard chown(home, 0, 0) == 0, chmod(home, 0o700) == 0 else {
            throw .refused("\(home) cannot be given to root: \(systemReason())")
        }
        say("\(home), the home directory of \(user), stays: it has the queue and the library; root has it now")
    }

    private func forgetRealTime(_ path: String, _ say: (String) -> Void) throws(ClientFailure) {
        guard try ConfigurationImport.text(path) == HeadlessPlan.realTime else {
            return say("\(path) was changed or removed, and is left as it is")
        }
        unlink(path)
        // Only if nothing else is in it.
        if let slash = path.lastIndex(of: "/") { rmdir(String(path[..<slash])) }
        try run("systemctl", "daemon-reload")
    }

    private func forget(_ file: HeadlessRecord.File, in home: String, _ say: (String) -> Void) throws(ClientFailure) {
        let path = "\(home)/\(file.path)"
        // As the user, and only a regular file: anything else may never end.
        let text = ProgramOutput.of(asUser + ["sh", "-c", "test -f \"$1\" && cat -- \"$1\"", "sh", path], limit: 2 << 20)
        guard text?.status == 0, text?.text == file.text else {
            return say("\(path) was changed or removed, and is left as it is")
        }
        try run(asUser + ["rm", "-f", path])
    }

    /// Waits until nothing of the user runs any more, which `userdel` refuses.
    private func removeUser() throws(ClientFailure) {
        let deadline = MonotonicClock.nanoseconds + Self.patience
        while true {
            let output = ProgramOutput.of(["userdel", user])
            if output?.status == 0 { return }
            guard MonotonicClock.nanoseconds < deadline else {
                throw .refused(
                    "the user \(user) cannot be removed (\(output?.lastLine ?? "userdel is missing")): loginctl terminate-user \(user), then once more"
                )
            }
            usleep(100_000)
        }
    }

    /// Whether the home directory of a user who is to be made is there already, which an earlier run has left to root.
    private func leftHome(_ path: String) throws(ClientFailure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0 else {
            throw .refused("\(path) would be the home directory of \(user), and is somebody else's: name another user")
        }
        return true
    }

    /// Keeps a record, or removes it if it is `nil`.
    func keep(_ record: HeadlessRecord?) throws(ClientFailure) {
        try ownDirectory()
        let path = HeadlessRecord.path(of: user)
        if let record {
            try ConfigurationImport.write(record.text, to: path)
        } else if unlink(path) != 0, errno != ENOENT {
            throw .refused("\(path) cannot be removed: \(systemReason())")
        }
    }

    /// Makes the directory of the records. One that others may write to is refused: what they put there would be done as root.
    private func ownDirectory() throws(ClientFailure) {
        let path = HeadlessRecord.directory
        guard mkdir(path, 0o711) == 0 || errno == EEXIST else { throw .refused("\(path) cannot be made: \(systemReason())") }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0, status.st_mode & 0o022 == 0
        else {
            throw .refused("\(path) has to be a directory of root's that nobody else may write to: move it away")
        }
    }

    // MARK: Programs

    private var asUser: [String] { ["runuser", "-u", user, "--"] }

    /// As the user, so that no link in the home directory leads root anywhere.
    private func write(_ text: String, to path: String) throws(ClientFailure) {
        guard let account else { throw .refused("there is no user \(user) any more") }
        try ownDirectory()
        let copy = "\(HeadlessRecord.directory)/\(user).new"
        try ConfigurationImport.write(text, to: copy)
        defer { unlink(copy) }
        // For the user alone: the machine's configuration may have passwords.
        guard chmod(copy, 0o600) == 0, chown(copy, account.number, 0) == 0 else {
            throw .refused("\(copy) cannot be given to \(user): \(systemReason())")
        }
        try run(asUser + ["install", "-D", "-m", "600", copy, "\(account.home)/\(path)"])
    }

    private var runtimeDirectory: String? { account.map { "/run/user/\($0.number)" } }

    /// Whether the user's service manager runs.
    var managerAnswers: Bool {
        guard let runtimeDirectory else { return false }
        return LocalReading.listener("\(runtimeDirectory)/systemd/private") == .answers
    }

    private func waitForManager() throws(ClientFailure) {
        try wait("the service manager of \(user) does not begin: systemctl status user@\(account?.number ?? 0).service says why")
        {
            managerAnswers
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
