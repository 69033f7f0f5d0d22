import ArgumentParser
import Glibc
import MPDMigration

struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have this machine play at boot, with nobody logged in.",
        discussion: """
            As root: makes the user, or takes one who is there; lets that user reach the
            sound cards; starts the user's service manager at boot; and has PipeWire,
            WirePlumber and fermatad begin with it. What played when the machine went
            down goes on. What is already so stays as it is. With --undo, what an
            earlier run has done is taken back, and nothing else.

            EXAMPLES
              sudo fermata setup --headless                     as the user fermata
              sudo fermata setup --headless --user pi
              sudo fermata setup --headless --user pi --dry-run
              sudo fermata setup --headless --user pi --undo
            """)
    @Flag(help: "Nobody logs in: everything begins at boot.") var headless = false
    @Option(
        help: ArgumentHelp(
            "Whose daemon plays.", discussion: "Default: fermata, who is made if there is none.", valueName: "name"))
    var user = HeadlessPlan.standardUser
    @Flag(help: "Take back what an earlier run has done.") var undo = false
    @Flag(help: "Only say what would be done.") var dryRun = false

    func validate() throws {
        guard headless else { throw ValidationError("say what to set up: --headless") }
        guard HeadlessPlan.isName(user) else { throw ValidationError("'\(Terminal.harmless(user))' is no name of a user") }
    }

    func run() throws {
        guard geteuid() == 0 || dryRun else {
            throw ClientFailure.refused("this changes users and services, so root has to do it: sudo fermata setup --headless")
        }
        guard access("/run/systemd/system", F_OK) == 0 else {
            throw ClientFailure.refused("this machine is not run by systemd, which has to start what plays")
        }
        // A shell of su has only the user's part of it.
        setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", 1)
        let machine = HeadlessMachine(user: user)
        if undo { try takeBack(machine) } else { try carryOut(machine) }
    }

    private func carryOut(_ machine: HeadlessMachine) throws(ClientFailure) {
        let plan: HeadlessPlan
        let facts = try machine.facts()
        do throws(HeadlessPlan.Refusal) { plan = try HeadlessPlan(facts, configuration: Self.playingOn) } catch {
            throw .refused(error.message)
        }
        let isLate = machine.managerAnswers
        var record = try machine.record() ?? HeadlessRecord()
        for step in plan.steps {
            Terminal.write((dryRun ? "would " : "") + HeadlessText.step(step, user))
            guard !dryRun else { continue }
            try machine.perform(step, &record)
        }
        plan.notes.forEach { Terminal.write("note: \($0)") }
        if isLate, plan.steps.contains(where: \.needsBoot) {
            Terminal.write("note: groups and priority count from the next boot on")
        }
    }

    private func takeBack(_ machine: HeadlessMachine) throws(ClientFailure) {
        guard var record = try machine.record() else {
            throw .refused("nothing is to be taken back: 'fermata setup --headless' has done nothing for \(user) here")
        }
        if dryRun {
            Terminal.write("would take back: \(record.text)")
            return
        }
        try machine.takeBack(&record) { Terminal.write("note: \($0)") }
        try machine.keep(nil)
        Terminal.write("taken back")
    }

    /// The configuration with which playback goes on after a boot; `nil` if it is one already.
    static func playingOn(_ text: String) -> String? {
        let merge = ConfigurationMerge([.init(section: "playback", key: "restore", value: "\"playing\"")], into: text)
        return merge.changes.isEmpty ? nil : merge.text
    }
}
