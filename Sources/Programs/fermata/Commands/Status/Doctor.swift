import ArgumentParser
import ControlProtocol
import FermataKit
import JSON
import SystemSupport

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is wrong around fermatad, and what helps.",
        discussion: """
            Looks at the directory of sockets, the service manager and its units, the
            sound server, the session manager, the output and what is mute, the priority
            of the sound's thread, the message buses, the sandbox, the music, the doors
            for clients of MPD and browsers, and the disks. What a daemon knows better
            it is asked; without one, the client looks for itself.

            Each line says how a part is: ok, off (nobody has switched it on), poor (it
            could be better) or wrong. The exit status is 1 if something is wrong. With
            --json each finding is an object in a line of its own.

            EXAMPLES
              fermata doctor
              fermata doctor --json | jq -r 'select(.state == "fault").message'
            """)
    @OptionGroup var options: ConnectionOptions

    /// How long the daemon has time to answer, in seconds: longer than it waits for disks.
    private static let patience = 15

    func run() throws {
        let (daemon, asked) = ask()
        let reading = LocalReading(daemon, unit: unit)
        let findings = reading.findings + asked + Self.picture(asked)
        if options.json {
            findings.forEach { Terminal.write($0.json.text) }
        } else {
            Terminal.write(FindingText.list(findings))
        }
        if FindingText.isWrong(findings) { throw ExitCode(ClientFailure.Status.refused.rawValue) }
    }

    /// What is missing for the picture that a device is paired by, if devices can be paired.
    private static func picture(_ asked: [Wire.Finding]) -> [Wire.Finding] {
        let canPair = asked.contains { $0.part == "remote" && [.good, .warning].contains($0.state) }
        guard canPair, !QRCode.isAvailable else { return [] }
        return [
            Wire.Finding(
                part: "pairing", state: .warning, message: "'fermata remote pair' shows no picture: libqrencode is not there",
                remedy: PackageManager.installing(.pairingPicture))
        ]
    }

    /// Whether a daemon answers, and what it has found.
    private func ask() -> (LocalReading.Daemon, [Wire.Finding]) {
        let begin = MonotonicClock.nanoseconds
        do throws(ClientFailure) {
            let connection = try options.connect(patience: Self.patience)
            let reply = try connection.ask(Methods.Server.info, ())
            guard let info = reply.answer else { return (.absent(Self.sentence(of: reply.result)), []) }
            let findings = try connection.ask(Methods.Server.check, ())
            let lack = Wire.Finding(
                part: "daemon", state: .fault, message: Self.sentence(of: findings.result),
                remedy: "use fermata and fermatad of one version: systemctl --user restart \(unit ?? "fermata")")
            return (.answers(version: info.version), findings.answer ?? [lack])
        } catch {
            // Who refuses, or has gone, is told at once; only who takes a connection and is silent has the time pass.
            if MonotonicClock.nanoseconds - begin >= Int64(Self.patience) * 1_000_000_000 {
                return (.hangs(seconds: Self.patience), [])
            }
            // What to type is a remedy of its own.
            let sentence = error.message.split(separator: ";").first.map(String.init) ?? error.message
            return (.absent(sentence), [])
        }
    }

    private static func sentence(of result: Result<JSONValue, ControlError>) -> String {
        switch result {
        case .success: "fermatad answers with what this program does not understand"
        case .failure(let error): "fermatad refuses to say how it is: \(error.message)"
        }
    }

    /// The name of the units of the daemon that is meant; `nil` if a path names it, which may be anybody's.
    private var unit: String? {
        guard options.socket == nil, let path = try? SocketPath.resolve(nil, instance: options.instance) else { return nil }
        let words = path.split(separator: "/")
        guard words.last == "control.sock", let unit = words.dropLast().last, unit == "fermata" || unit.hasPrefix("fermata@")
        else { return nil }
        return String(unit)
    }
}
