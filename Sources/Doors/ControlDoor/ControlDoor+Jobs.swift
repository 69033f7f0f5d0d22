import Application
import ControlProtocol
import ControlServer
import JSON
import LineServer

// The requests about long work on media.
extension ControlDoor {
    /// How long a client that gets the result of a job may read nothing, in milliseconds.
    private static let patience: Int32 = 60_000

    func handle(_ request: Request.Job, from client: ClientID, _ reply: Reply) {
        do throws(ControlError) {
            switch request {
            case .extract(let wish, _, _), .convert(let wish, _):
                let job = try JobRequest(request, wish)
                let status: JobStatus
                do throws(JobError) { status = try application.add(job) } catch { throw ControlError(error) }
                if wish.target != .file {
                    announcedSinks[client] = AnnouncedSink(
                        isChunked: wish.target == .chunks, patience: Self.patience
                    ) { [application] connection in application.jobs.connect(status.id, connection) }
                }
                reply.succeed(Wire.Job(status))
            case .list: reply.succeed(.array(application.jobs.all.map { Wire.Job($0).json }))
            case .cancel(let id):
                do throws(JobError) { try application.jobs.cancel(id) } catch { throw ControlError(error) }
                reply.succeed(.object([:]))
            }
        } catch {
            reply.fail(error)
        }
    }
}
