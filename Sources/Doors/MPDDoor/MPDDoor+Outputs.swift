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

// The outputs, and the only partition, to which all of them belong. The sound goes to one of them at least.
extension MPDDoor {
    static let outputCommands: [MPDCommand] = [
        MPDCommand("outputs", .read) { door, request in
            door.withOutputs(request) { outputs in request.reply { for output in outputs { $0.add(output) } } }
        },
        MPDCommand("enableoutput", .admin, 1...1) { door, request in door.changeOutput(request) { _ in true } },
        MPDCommand("disableoutput", .admin, 1...1) { door, request in door.changeOutput(request) { _ in false } },
        MPDCommand("toggleoutput", .admin, 1...1) { door, request in door.changeOutput(request) { !$0.isEnabled } },
        MPDCommand("outputset", .admin, 3...3) { door, request in
            door.changeOutput(request) { _ throws(MPDFailure) in throw MPDFailure(.argument, "Unsupported attribute") }
        },
        MPDCommand("moveoutput", .admin, 1...1) { door, request in
            door.withOutputs(request) { outputs throws(MPDFailure) in
                guard outputs.contains(where: { $0.name == request.text.text(0) }) else {
                    throw MPDFailure(.noExist, "No such output")
                }
                request.reply()
            }
        },
        MPDCommand("listpartitions", .read) { _, request in request.reply { $0.add("partition", "default") } },
        MPDCommand("partition", .read, 1...1) { _, request throws(MPDFailure) in
            guard request.text.text(0) == "default" else { throw MPDFailure(.noExist, "partition does not exist") }
            request.reply()
        },
        MPDCommand("delpartition", .admin, 1...1) { _, request throws(MPDFailure) in
            guard request.text.text(0) == "default" else { throw MPDFailure(.noExist, "no such partition") }
            throw MPDFailure(.unknown, "cannot delete the default partition")
        },
        MPDCommand(
            "newpartition", .admin, 1...1, refusedWith: MPDFailure(.unknown, "There is one partition only, default")),
    ]

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

    /// Has something done with the outputs once they are known.
    private func withOutputs(_ request: MPDRequest, _ use: @escaping ([MPDOutput]) throws(MPDFailure) -> Void) {
        application.whenGraphIsKnown(for: request.client.origin) { [self] in
            do throws(MPDFailure) { try use(outputList()) } catch { request.answer(.failure(error)) }
        }
    }

    /// Changes whether an output is used.
    private func changeOutput(_ request: MPDRequest, _ isWanted: @escaping (MPDOutput) throws(MPDFailure) -> Bool) {
        withOutputs(request) { [application] outputs throws(MPDFailure) in
            let number = try request.text.unsigned(0)
            guard let output = outputs.first(where: { $0.number == number }) else {
                throw MPDFailure(.noExist, "No such audio output")
            }
            let enables = try isWanted(output)
            guard enables != output.isEnabled else { return request.reply() }
            do throws(SessionError) {
                try application.setOutput(output.uid, isUsed: enables) { _ in request.reply() }
            } catch {
                throw MPDFailure(error)
            }
        }
    }
}
