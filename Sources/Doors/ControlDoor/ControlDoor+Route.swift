import Application
import AudioSession
import ControlProtocol
import ControlServer
import LineServer
import PlayerModel

// The methods about where the sound goes.
extension ControlDoor {
    static let route: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Route.get) { door, _, request in request.succeed(door.currentRoute) },
        MethodBinding(Methods.Route.outputs) { door, _, request in
            request.succeed(Wire.Output.all(in: door.application.session))
        },
        MethodBinding(Methods.Route.inputs) { door, _, request in
            request.succeed(Wire.Input.all(in: door.application.session))
        },
        MethodBinding(Methods.Route.selectInput) { door, uid, request in
            door.attempt(request) { () throws(SessionError) in
                try door.application.selectInput(uid)
                request.succeed(Wire.Route(door.application.session))
            }
        },
        MethodBinding(Methods.Route.setInputVolume) { door, change, request in
            door.attempt(request) { () throws(SessionError) in
                try door.application.setInputVolume(level: change.level, delta: change.delta, isMuted: change.muted) {
                    request.succeed(Wire.Volume(level: $0.level, muted: $0.isMuted))
                }
            }
        },
        MethodBinding(Methods.Route.select) { door, choice, request in
            door.attempt(request) { () throws(SessionError) in
                switch choice {
                case .one(let uid): try door.application.selectOutput(uid) { request.succeed(door.route($0)) }
                case .together(let uids): try door.application.selectOutputs(uids) { request.succeed(door.route($0)) }
                }
            }
        },
        MethodBinding(Methods.Route.setVolume) { door, parameters, request in
            let (uid, change) = parameters
            door.attempt(request) { () throws(SessionError) in
                try door.application.setOutputVolume(
                    level: change.level, delta: change.delta, isMuted: change.muted, of: uid
                ) { request.succeed(Wire.Volume(level: $0.level, muted: $0.isMuted)) }
            }
        },
        MethodBinding(Methods.Route.setDelay) { door, parameters, request in
            let (uid, seconds) = parameters
            door.attempt(request) { () throws(SessionError) in
                try door.application.setOutputDelay(seconds, of: uid)
                request.succeed(door.currentRoute)
            }
        },
    ]

    private var currentRoute: Wire.Route { route(application.session.route) }

    private func route(_ route: Route) -> Wire.Route {
        Wire.Route(application.session, route, latencies: application.latencies)
    }

    /// Does what a request asks, and answers with the error if that fails.
    private func attempt<Answer>(_ request: Request<Answer>, _ work: () throws(SessionError) -> Void) {
        do throws(SessionError) { try work() } catch { request.fail(ControlError(error)) }
    }
}
