import ControlProtocol
import Glibc
import MPDMigration
import SystemSupport

/// Tells, or writes, the lines of `config.toml`.
struct ConfigurationImport {
    private let path: String
    private let proposal: ConfigurationProposal
    private let report: ImportReport

    init(path: String, _ proposal: ConfigurationProposal, _ report: ImportReport) {
        (self.path, self.proposal, self.report) = (path, proposal, report)
    }

    func run(_ connection: DaemonConnection?) throws(ClientFailure) {
        proposal.losses.forEach(report.lost)
        guard !proposal.lines.isEmpty else { return report.say("config.toml needs no lines") }
        // The system's file counts only as long as the user has none, and may have keys that the user wants.
        let existing: String? = [path, "/etc/fermata/config.toml"].first { (file: String) in access(file, F_OK) == 0 }
        report.say("lines for \(path)" + (existing.map { " (\($0) is there, and stays as it is):" } ?? ":"))
        for line in proposal.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() { report.say("  \(line)") }
        guard existing == nil else {
            return report.say("add them there, then: fermata call server.reload, and this command again")
        }
        guard let connection else { return report.say("would write \(path)") }
        try write()
        report.say("\(path) is written")
        if proposal.lines.contains(where: { $0.section == "mpd" }) {
            report.say(
                "the keys of [mpd] count from the next start of fermatad on; MPD must not run by then, because both use its addresses"
            )
        }
        if case .failure(let error) = try connection.call("server.reload").result {
            report.lost("the configuration: \(error.message)")
        }
    }

    private func write() throws(ClientFailure) {
        do throws(Directories.Failure) { try Directories.make(above: path) } catch { throw .refused(error.description) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        let text = "# Written by fermata import-mpd. docs: man fermata-config\n\n" + proposal.text
        let error = DurableFile.write(Array(text.utf8), to: descriptor)
        guard error == 0 else {
            unlink(path)
            throw failure(error)
        }
    }

    private func failure(_ error: CInt) -> ClientFailure {
        .refused("\(path) cannot be written: \(String(cString: strerror(error)))")
    }
}
