import Application
import ControlProtocol
import ControlServer
import LineServer
import Recording

// The methods of recordings.
extension ControlDoor {
    static let recordings: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Record.start) { door, order, request in
            door.attempt(request) { () throws(RecordingError) in
                let client = request.client
                door.application.record(
                    try RecordingRequest(order), for: Origin(client), by: door.server.process(of: client)
                ) { request($0.map(Wire.Recording.init).mapError { ControlError($0) }) }
            }
        },
        MethodBinding(Methods.Record.open) { door, parameters, request in
            let (order, inChunks) = parameters
            door.attempt(request) { () throws(RecordingError) in
                let client = request.client
                var wish = try RecordingRequest(order)
                wish.isOnConnection = true
                door.awaitingRecording.insert(client)
                door.application.record(wish, for: Origin(client), by: door.server.process(of: client)) { result in
                    let isHere = door.awaitingRecording.remove(client) != nil
                    if case .success(let status) = result {
                        // Nobody would ever take it.
                        guard isHere else { return door.application.recordings.connect(status.id, nil) }
                        door.announcedSinks[client] = AnnouncedSink(
                            framing: order.latency != nil ? .pieces : inChunks ? .chunks : .none
                        ) { [application = door.application] in application.recordings.connect(status.id, $0) }
                    }
                    request(result.map(Wire.Recording.init).mapError { ControlError($0) })
                }
            }
        },
        MethodBinding(Methods.Record.pause) { door, id, request in
            door.attempt(request) { () throws(RecordingError) in
                request.succeed(Wire.Recording(try door.application.recordings.pause(id)))
            }
        },
        MethodBinding(Methods.Record.resume) { door, id, request in
            door.attempt(request) { () throws(RecordingError) in
                request.succeed(Wire.Recording(try door.application.recordings.resume(id)))
            }
        },
        MethodBinding(Methods.Record.setMuted) { door, parameters, request in
            let (id, isMuted) = parameters
            door.attempt(request) { () throws(RecordingError) in
                request.succeed(Wire.Recording(try door.application.recordings.setMuted(id, isMuted)))
            }
        },
        MethodBinding(Methods.Record.split) { door, parameters, request in
            let (id, title) = parameters
            door.attempt(request) { () throws(RecordingError) in
                try door.application.recordings.split(id, title: title)
                request.succeed()
            }
        },
        MethodBinding(Methods.Record.stop) { door, id, request in
            door.attempt(request) { () throws(RecordingError) in
                try door.application.recordings.stop(id) { request.succeed(Wire.RecordingResult(id, $0)) }
            }
        },
        MethodBinding(Methods.Record.list) { door, _, request in
            request.succeed(door.application.recordings.all.map(Wire.Recording.init))
        },
    ]

    /// Does what a request asks, and answers with the error if that fails.
    private func attempt<Answer>(_ request: Request<Answer>, _ work: () throws(RecordingError) -> Void) {
        do throws(RecordingError) { try work() } catch { request.fail(ControlError(error)) }
    }
}
