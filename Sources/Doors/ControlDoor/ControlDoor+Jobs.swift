import Application
import ControlProtocol
import ControlServer
import LineServer
import Media
import Recording
import SystemSupport

// The methods of long work on media.
extension ControlDoor {
    /// How long a client that gets the result of a job may read nothing, or one that sends its media send nothing, in milliseconds.
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
            if job.isSent || target != .file {
                announcedJobs[request.client] = { [application] stream in
                    Self.connect(status.id, to: target, isSent: job.isSent, stream, application.jobs)
                }
            }
            request.succeed(Wire.Job(status))
        } catch {
            request.fail(error)
        }
    }

    /// Gives a job its client's connection: to write to, to read from, or for both.
    private static func connect(
        _ id: Int64, to target: Wire.JobTarget, isSent: Bool, _ stream: MediaConnection?, _ jobs: Jobs
    ) {
        guard let stream else { return jobs.connect(id, nil) }
        let descriptor = FileDescriptor(owning: stream.descriptor)
        var source: ConnectionSource?
        if isSent {
            // Without a descriptor left, the client sees the end of its connection.
            guard let copy = FileDescriptor(duplicating: descriptor.number) else { return jobs.connect(id, nil) }
            do throws(DescriptorError) {
                source = try ConnectionSource(
                    copy, leadingBytes: stream.leadingBytes, patience: patience, cancellation: CancellationToken())
            } catch {
                return jobs.connect(id, nil)
            }
        }
        let sink = target == .file ? nil : ConnectionSink(descriptor, target == .chunks ? .chunks : .none, patience: patience)
        jobs.connect(id, sink, sent: source)
    }
}
