import ControlProtocol
import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import fermata

@Suite("What the client says about its surroundings")
struct DoctorTests {
    private static var good: LocalReading {
        var reading = LocalReading()
        (reading.version, reading.daemon) = ("1.0.0", .answers(version: "1.0.0"))
        var units = LocalReading.Units()
        (units.isInstalled, units.isEnabled, units.hasSocket) = (true, true, true)
        reading.manager = .answers(units)
        reading.lingers = true
        return reading
    }

    private static func units(_ change: (inout LocalReading.Units) -> Void) -> LocalReading.Manager {
        guard case .answers(var units) = good.manager else { return .absent }
        change(&units)
        return .answers(units)
    }

    private func wrong(_ change: (inout LocalReading) -> Void) -> [Wire.Finding] {
        var reading = Self.good
        change(&reading)
        return reading.findings.filter { [.fault, .warning].contains($0.state) }
    }

    @Test("where nothing is wrong, everything is good, and what the daemon knows better is left to it")
    func good() {
        #expect(Self.good.findings.map(\.part) == ["daemon", "units", "login"])
        #expect(Self.good.findings.allSatisfy { $0.state == .good && $0.remedy == nil })
    }

    @Test("a runtime directory that is not there comes first")
    func runtimeDirectory() {
        var reading = Self.good
        (reading.runtimeDirectory, reading.daemon) = (.unset, .absent("no fermatad answers on /x"))
        #expect(reading.findings.first?.part == "runtimeDirectory")
        #expect(reading.findings.first?.message.hasPrefix("XDG_RUNTIME_DIR is not set") == true)
        reading.runtimeDirectory = .unusable(path: "/run/user/7", reason: "belongs to another user")
        #expect(reading.findings.first?.message == "the directory of this user's sockets, /run/user/7, belongs to another user")
    }

    @Test("a daemon that does not start with its configuration is told with the mistake, before what else may be wrong")
    func mistake() {
        let found = wrong { reading in
            reading.daemon = .absent("no fermatad answers on /x")
            reading.mistake = "line 3: what"
            reading.manager = Self.units { $0.hasFailed = true }
        }
        #expect(found.first?.message == "fermatad does not start with its configuration: line 3: what")
    }

    @Test("a daemon that takes connections and is silent is told to hang, with the unit that brings it back")
    func hangs() {
        let found = wrong { reading in
            reading.daemon = .hangs(seconds: 15)
            reading.manager = Self.units { $0.name = "fermata@a" }
        }
        #expect(found.map(\.part) == ["daemon"])
        #expect(
            found.first?.message == "fermatad takes connections and has not answered within 15 seconds, so it hangs")
        #expect(found.first?.remedy?.hasSuffix("systemctl --user restart fermata@a.service") == true)
    }

    @Test("a daemon that was given up is told with its last error, and with what brings it back")
    func givenUp() {
        let found = wrong { reading in
            reading.daemon = .absent("no fermatad answers on /x")
            reading.manager = Self.units { ($0.name, $0.hasFailed, $0.lastError) = ("fermata@a", true, "port 6600 is taken") }
        }
        #expect(
            found.first?.message == "fermatad has ended again and again, and is not started any more; it said: port 6600 is taken"
        )
        #expect(found.first?.remedy?.contains("systemctl --user reset-failed fermata@a.service fermata@a.socket") == true)
    }

    @Test("units that are not installed, not enabled or do not listen are told")
    func units() {
        #expect(
            wrong { $0.manager = Self.units { $0.isInstalled = false } }.map(\.message).first?.contains("not installed") == true)
        #expect(wrong { $0.manager = Self.units { $0.isEnabled = false } }.map(\.message).first?.contains("not enabled") == true)
        #expect(
            wrong { $0.manager = Self.units { $0.hasSocket = false } }.map(\.message).first?.contains("does not listen") == true)
        #expect(wrong { $0.manager = .absent }.map(\.part) == ["units"])
        #expect(wrong { $0.manager = .unasked }.isEmpty)
    }

    @Test("without a daemon the client itself says whether the sound server and the bus answer")
    func alone() {
        let found = wrong { reading in
            reading.daemon = .absent("no fermatad answers on /x")
            reading.pipewire = .absent(path: "/run/a/pipewire-0", reason: "No such file or directory")
            reading.sessionBus = .absent(path: "/run/a/bus", reason: "Connection refused")
            reading.cards = .locked
        }
        #expect(found.map(\.part) == ["daemon", "soundServer", "soundCards", "sessionBus"])
        #expect(
            found[1].message == "PipeWire does not answer at /run/a/pipewire-0 (No such file or directory), so nothing is heard")
    }

    @Test("another version than that of the daemon is told")
    func version() {
        #expect(
            wrong { $0.daemon = .answers(version: "0.9") }.map(\.message) == ["fermatad 0.9 answers, and this is fermata 1.0.0"])
    }

    @Test("the list has a line for each finding, what helps below it, and how much is wrong at the end")
    func text() {
        let findings = [
            Wire.Finding(part: "soundServer", state: .good, message: "it answers"),
            Wire.Finding(part: "mpd", state: .fault, message: "no\u{1B}[2J", remedy: "do it"),
        ]
        let lines = FindingText.list(findings).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5)
        #expect(lines[0] == "ok     sound server  it answers")
        #expect(lines[1].hasPrefix("wrong  MPD           no"))
        #expect(!lines[1].contains("\u{1B}[2J"))
        #expect(lines[2] == "                     → do it")
        #expect(lines[4] == "one thing is wrong")
        #expect(FindingText.isWrong(findings))
        #expect(!FindingText.isWrong(Array(findings.prefix(1))))
    }

    @Test("a socket on which somebody listens answers, one that is left over does not")
    func listeners() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/socket"
        #expect(LocalReading.listener(path) == .absent(path: path, reason: "No such file or directory"))
        let listening = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        #expect(UnixSocketAddress.with(path) { bind(listening, $0, $1) } == 0)
        #expect(listen(listening, 1) == 0)
        #expect(LocalReading.listener(path) == .answers)
        close(listening)
        #expect(LocalReading.listener(path) == .absent(path: path, reason: "Connection refused"))
        let long = "/" + String(repeating: "x", count: 200)
        #expect(LocalReading.listener(long) == .absent(path: long, reason: "the path is too long for a socket"))
    }

    @Test("sound cards of which none can be opened are locked")
    func cards() throws {
        let directory = try TemporaryDirectory()
        #expect(LocalReading.cards(in: directory.path) == .none)
        close(open(directory.path + "/controlC1", O_CREAT | O_WRONLY, 0o600))
        #expect(LocalReading.cards(in: directory.path) == .usable)
    }

    @Test("the last error in a log is found among other lines")
    func lastError() {
        #expect(LocalReading.Units.lastError(in: "a\nError: one\nError: two\nmain process exited\n") == "two")
        #expect(LocalReading.Units.lastError(in: "a\n") == nil)
        #expect(LocalReading.Units.properties("A=b=c\nD=\nx\n") == ["A": "b=c"])
    }

    @Test("of another program, what it prints and how it ends are known; one that hangs or floods is ended")
    func programs() {
        #expect(ProgramOutput.of(["sh", "-c", "echo a; echo b >&2; exit 3"]) == ProgramOutput(status: 3, text: "a\nb\n"))
        #expect(ProgramOutput.of(["/nowhere/at/all"]) == nil)
        #expect(ProgramOutput.of(["sleep", "100"], seconds: 1)?.status == 137)
        let flood = ProgramOutput.of(["yes"])
        #expect(flood?.status == 137)
        #expect((flood?.text.utf8.count ?? 0) >= ProgramOutput.limit)
    }
}
