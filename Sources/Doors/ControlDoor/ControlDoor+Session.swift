import Application
import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import LineServer

// The methods of the audio session.
extension ControlDoor {
    static let session: [MethodBinding<ControlDoor>] = [
        .session(Methods.Session.get) { _, _, _ in },
        MethodBinding(Methods.Session.history) { door, limit, request in
            request.succeed(door.application.recentChanges.suffix(limit).reversed().map { Wire.HeardChange($0) })
        },
        .session(Methods.Session.setCategory) { application, parameters, origin throws(SessionError) in
            let (category, mode, options) = parameters
            try application.perform(.setProfile(try SessionProfile(words: category, mode, options)), for: origin)
        },
        .session(Methods.Session.setPreferredIOBufferDuration) { application, seconds, origin throws(SessionError) in
            try application.perform(.setPreferredIOBufferDuration(seconds), for: origin)
        },
        .session(Methods.Session.setPreferredSampleRate) { application, hertz, origin throws(SessionError) in
            try application.perform(.setPreferredSampleRate(hertz), for: origin)
        },
        .session(Methods.Session.setPreferredOutputNumberOfChannels) { application, count, origin throws(SessionError) in
            try application.perform(.setPreferredOutputNumberOfChannels(count), for: origin)
        },
        .session(Methods.Session.setPreferredInput) { application, uid, _ throws(SessionError) in
            try application.selectInput(uid)
        },
        .session(Methods.Session.setPrefersNoInterruptions) { application, kinds, origin throws(SessionError) in
            try application.perform(
                .setPrefersNoInterruptions(Set(kinds.compactMap { InterruptionKind(rawValue: $0) })), for: origin)
        },
        .session(Methods.Session.setPrefersInterruptionOnRouteDisconnect) { application, enabled, origin throws(SessionError) in
            try application.perform(.setPrefersInterruptionOnRouteDisconnect(enabled), for: origin)
        },
        .session(Methods.Session.setAllowsSystemSoundsDuringRecording) { application, enabled, origin throws(SessionError) in
            try application.perform(.setAllowsSystemSoundsDuringRecording(enabled), for: origin)
        },
        .session(Methods.Session.setActive) { application, parameters, origin throws(SessionError) in
            let (active, notifiesOthers) = parameters
            try application.perform(.setActive(active, notifyOthers: notifiesOthers), for: origin)
        },
        MethodBinding(Methods.Session.overrideOutput) { door, output, request in
            let application = door.application
            do throws(SessionError) {
                try application.overrideOutput(toSpeaker: output == .speaker) {
                    request.succeed(Wire.Session(application))
                }
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Session.requestRecordPermission) { door, purpose, request in
            let client = request.client
            door.application.askToRecord(purpose: purpose, for: Origin(client), by: door.server.process(of: client)) { result in
                request(result.mapError { ControlError($0) })
            }
        },
        MethodBinding(Methods.Session.recordPermissionRequests) { door, _, request in
            let application = door.application
            request.succeed(
                (application.session.recordPermission.rawValue, application.recordRequests.map { Wire.RecordRequest($0) }))
        },
        MethodBinding(Methods.Session.answerRecordPermission) { door, parameters, request in
            let (isGranted, id) = parameters
            do throws(SessionError) {
                try door.application.answerRecordPermission(isGranted, to: id, by: door.server.process(of: request.client))
                request.succeed(Wire.Session(door.application))
            } catch {
                request.fail(ControlError(error))
            }
        },
        MethodBinding(Methods.Session.beginInterruption) { door, parameters, request in
            let (reason, mayDuck) = parameters
            do throws(SessionError) {
                request.succeed(
                    try door.application.beginInterruption(reason: reason, mayDuck: mayDuck, for: Origin(request.client)))
            } catch {
                request.fail(ControlError(error))
            }
        },
        .session(Methods.Session.endInterruption) { application, parameters, origin throws(SessionError) in
            let (id, shouldResume) = parameters
            try application.perform(.endInterruption(id, shouldResume: shouldResume), for: origin)
        },
    ]
}

extension MethodBinding where Handler == ControlDoor {
    /// Binds a method to what it does with the session, which is answered with the session after that.
    fileprivate static func session<Bound: AnyMethod>(
        _ method: Bound, _ act: @escaping @Sendable (Application, Bound.Parameters, Origin) throws(SessionError) -> Void
    ) -> MethodBinding where Bound.Answer == Wire.Session {
        MethodBinding(method) { door, parameters, request in
            do throws(SessionError) {
                try act(door.application, parameters, Origin(request.client))
                request.succeed(Wire.Session(door.application))
            } catch {
                request.fail(ControlError(error))
            }
        }
    }
}

extension Wire.Session {
    /// Makes the description of the session now.
    fileprivate init(_ application: Application) {
        self.init(application.session, application.expectedTiming, inputLatency: application.recordings.inputLatency)
    }
}
