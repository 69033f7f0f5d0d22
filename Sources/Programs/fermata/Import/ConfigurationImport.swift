import ControlProtocol
import FermataKit
import Glibc
import MPDMigration
import SystemSupport

/// Merges lines into `config.toml`, and has the daemon read it.
struct ConfigurationImport {
    /// The largest file that is read, in bytes: that of the daemon.
    private static let sizeLimit = 1 << 20

    private let path: String
    private let proposal: ConfigurationProposal
    private let report: ImportReport

    init(path: String, _ proposal: ConfigurationProposal, _ report: ImportReport) {
        (self.path, self.proposal, self.report) = (path, proposal, report)
    }

    func run(_ connection: DaemonConnection?, _ undo: inout ImportUndo) throws(ClientFailure) {
        proposal.losses.forEach(report.lost)
        let own = try Self.text(path)
        // The system's file counts only as long as the user has none: its keys go on counting.
        let base = own == nil ? try Self.text("/etc/fermata/config.toml") : own
        let merge = ConfigurationMerge(proposal.lines, into: base ?? Self.heading)
        guard !merge.changes.isEmpty else { return report.say("\(path) needs no change") }
        report.say("changes of \(path)" + (own == nil ? ", which is new:" : ":"))
        for change in merge.changes {
            report.say("  \(change.name) = \(change.new)" + (change.old.map { ", before: \($0)" } ?? ""))
        }
        guard let connection else { return report.say("would write \(path)") }
        try Self.write(merge.text, to: path)
        if case .failure(let error) = try connection.ask(Methods.Server.reload).result {
            // A file that the daemon does not take would keep it from starting.
            if let own { try Self.write(own, to: path) } else { unlink(path) }
            report.lost("the configuration: \(error.message). \(path) is as it was; the lines are:")
            proposal.text.split(separator: "\n").forEach { report.lost("  \($0)") }
            return
        }
        undo.note(configuration: path, before: own, after: merge.text)
        report.say("\(path) is written")
        if merge.changes.contains(where: { $0.name.hasPrefix("mpd.") }) {
            report.say(
                "the keys of [mpd] count from the next start of fermatad on; MPD must not run by then, because both use its addresses"
            )
        }
    }

    private static let heading = "# Written by fermata import-mpd. docs: man fermata-config\n\n"

    /// Returns the text of a file; `nil` if it is not there.
    static func text(_ path: String) throws(ClientFailure) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let bytes = MPDFiles.read(path, limit: sizeLimit) else {
            throw .refused("\(path) cannot be read: \(systemReason())")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .refused("\(path) is not UTF-8") }
        return text
    }

    /// Writes a file whole or not at all. A symbolic link stays one, and a file keeps its mode.
    static func write(_ text: String, to path: String) throws(ClientFailure) {
        func failure(_ error: CInt) -> ClientFailure {
            .refused("\(path) cannot be written: \(systemReason(error))")
        }
        do throws(Directories.Failure) { try Directories.make(above: path) } catch { throw .refused(error.description) }
        let target = realpath(path, nil)
        defer { free(target) }
        let place = target.map { String(cString: $0) } ?? path
        var status = stat()
        let mode = stat(place, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let new = place + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var error = AtomicFile.write(Array(text.utf8), to: descriptor)
        if error == 0, fchmod(descriptor, mode) != 0 || rename(new, place) != 0 { error = errno }
        guard error == 0 else {
            unlink(new)
            throw failure(error)
        }
    }
}
