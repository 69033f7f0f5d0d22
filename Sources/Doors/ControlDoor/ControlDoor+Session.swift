import Application
import AudioSession
import ControlProtocol
import ControlServer
import JSON
import LineServer

// The requests to the audio session.
extension ControlDoor {
    func handle(_ request: Request.Session, from origin: Origin, _ reply: Reply) {
        let answer = { [application] in
            reply.succeed(
                Wire.Session(application.session, application.expectedTiming, inputLatency: application.recordings.inputLatency))
        }
        do throws(SessionError) {
            switch request {
            case .get: break
            case .history(let limit):
                return reply.succeed(.array(application.recentChanges.suffix(limit).reversed().map { Wire.HeardChange($0).json }))
            case .setCategory(let category, let mode, let options):
                try application.perform(.setProfile(try SessionProfile(words: category, mode, options)), for: origin)
            case .setPreferredIOBufferDuration(let seconds):
                try application.perform(.setPreferredIOBufferDuration(seconds), for: origin)
            case .setPreferredSampleRate(let hertz): try application.perform(.setPreferredSampleRate(hertz), for: origin)
            case .setActive(let active, let notify):
                try application.perform(.setActive(active, notifyOthers: notify), for: origin)
            case .answerRecordPermission(let allow):
                try application.answerRecordPermission(allow, by: server.process(of: ClientID(number: origin.client)))
            case .overrideOutput(let output):
                return try application.overrideOutput(toSpeaker: output == .speaker, answer: answer)
            case .beginInterruption(let reason, let mayDuck):
                let id = try application.beginInterruption(reason: reason, mayDuck: mayDuck, for: origin)
                return reply.succeed(.object(["interruption": .integer(id)]))
            case .endInterruption(let id, let shouldResume):
                try application.perform(.endInterruption(id, shouldResume: shouldResume), for: origin)
            }
            answer()
        } catch {
            reply.fail(ControlError(error))
        }
    }
}
