import Application
import ControlProtocol
import ControlServer
import LineServer

// The methods of long work on media.
extension ControlDoor {
    /// How long a client that gets the result of a job may read nothing, in milliseconds.
    private static let patience: Int32 = 60_000

    static let jobs: [MethodBinding<ControlDoor>] = [
        MethodBinding(Methods.Media.extract) { door, order, request in
            door.begin(to: order.to, request) { () throws(ControlError) in try JobRequest(order) }
        },
        MethodBinding(Methods.Media.convert) { door, order, request in
            door.begin(to: order.to, request) { () throws(ControlError) in try JobRequest(order) }
        },
        MethodBinding(Methods.Job.list) { door, _, request in
            request.succeed(door.application.jobs.all.map(Wire.Job.init))
        },
        MethodBinding(Methods.Job.cancel) { door, id, request in
            do throws(JobError) {
                try door.application.jobs.cancel(id)
                request.succeed()
            } catch {
                request.fail(ControlError(error))
            }
        },
    ]

    /// Begins a job whose result goes to `target`.
    private func begin(
        to target: Wire.JobTarget, _ request: Request<Wire.Job>, _ job: () throws(ControlError) -> JobRequest
    ) {
        do throws(ControlError) {
            let job = try job()
            let status: JobStatus
            do throws(JobError) { status = try application.add(job) } catch { throw ControlError(error) }
            if target != .file {
                announcedSinks[request.client] = AnnouncedSink(
                    isChunked: target == .chunks, patience: Self.patience
                ) { [application] connection in application.jobs.connect(status.id, connection) }
            }
            request.succeed(Wire.Job(status))
        } catch {
            request.fail(error)
        }
    }
}
