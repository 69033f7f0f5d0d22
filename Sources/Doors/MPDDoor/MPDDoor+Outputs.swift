import Application
import AudioSession
import AudioTypes
import MPDProtocol

/// An output as clients get it.
struct MPDOutput: Hashable, Sendable {
    let number: Int
    let uid: String
    let name: String
    /// Whether the sound goes there.
    let isEnabled: Bool
}

extension ReplyText {
    mutating func add(_ output: MPDOutput) {
        add("outputid", output.number)
        add("outputname", output.name)
        add("plugin", "pipewire")
        add("outputenabled", output.isEnabled ? 1 : 0)
    }
}

// The outputs. The sound goes to one of them at least.
extension MPDDoor {
    /// Returns the outputs, by their numbers.
    func outputList() -> [MPDOutput] {
        let session = application.session
        let devices = session.outputs.map(\.output)
        let current = Set(session.route.outputs.map(\.uid))
        return outputs.numbers(of: devices.map(\.uid)).compactMap { number, uid in
            devices.first { $0.uid == uid }.map {
                MPDOutput(number: number, uid: uid, name: $0.name, isEnabled: current.contains(uid))
            }
        }
    }

    /// Lists the outputs, or changes which of them are used.
    func useOutputs(_ command: Command, _ text: CommandText, _ client: MPDClient, _ answer: @escaping Answer) {
        guard command != .outputs else { return answer(.success(MPDReply(text: lookAtPlayer(command, client)))) }
        do throws(MPDFailure) { try changeOutput(command, text, answer) } catch { answer(.failure(error)) }
    }

    private func changeOutput(_ command: Command, _ text: CommandText, _ answer: @escaping Answer) throws(MPDFailure) {
        if command == .moveoutput {
            // All outputs belong to the only partition.
            guard outputList().contains(where: { $0.name == text.text(0) }) else { throw MPDFailure(.noExist, "No such output") }
            return answer(.success(MPDReply()))
        }
        let number = try text.unsigned(0)
        guard let output = outputList().first(where: { $0.number == number }) else {
            throw MPDFailure(.noExist, "No such audio output")
        }
        let enables =
            switch command {
            case .enableoutput: true
            case .disableoutput: false
            case .toggleoutput: !output.isEnabled
            default: throw MPDFailure(.argument, "Unsupported attribute")
            }
        guard enables != output.isEnabled else { return answer(.success(MPDReply())) }
        do throws(SessionError) {
            try application.setOutput(output.uid, isUsed: enables) { _ in answer(.success(MPDReply())) }
        } catch {
            throw MPDFailure(error)
        }
    }
}
