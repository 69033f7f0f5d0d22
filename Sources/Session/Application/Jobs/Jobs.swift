import Decoding
import Glibc
import Media
import MediaTypes
import NIOCore
package import Recording
import SystemSupport

/// Carries out long work on media, each job on a thread of its own that runs only while nothing else wants the processor or the
/// disk. Confined to the control thread.
package final class Jobs {
    /// How many jobs run at once, at most, beside those whose media clients send.
    private static let mostAtOnce = 4

    private let media: AnyMediaOpening
    private let eventLoop: any EventLoop
    private var book: JobBook
    /// What ends the jobs that run.
    private var cancellations: [Int64: CancellationToken] = [:]
    /// The connections to which jobs write.
    private var connections: [Int64: ConnectionSink] = [:]
    /// The media that clients send to jobs that wait.
    private var sent: [Int64: ConnectionSource] = [:]
    private var threads = 0
    private var isClosed = false
    private var whenAtRest: [() -> Void] = []
    /// Tells the observers that a job has changed.
    var publish: (JobStatus) -> Void = { _ in }
    /// The directory below which results are written; empty if there is none.
    var directory = ""

    /// Makes it for use on `eventLoop`. One processor is left to everything else.
    init(media: AnyMediaOpening, eventLoop: any EventLoop) {
        self.media = media
        self.eventLoop = eventLoop
        book = JobBook(atOnce: min(Self.mostAtOnce, max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))) - 1)))
    }

    /// The jobs that wait and run, and the last ones that are over, oldest first.
    package var all: [JobStatus] { book.all }

    /// Whether nothing waits or runs.
    var isAtRest: Bool { book.isAtRest && threads == 0 }

    /// Adds a job. It begins when it is its turn, and does not end with its client.
    func add(_ request: JobRequest) throws(JobError) -> JobStatus {
        guard !isClosed else { throw .shuttingDown }
        guard request.target == .connection || !directory.isEmpty else { throw .noDirectory }
        let status = try book.add(request)
        publish(status)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        // Later, so that the client knows the job before it changes.
        eventLoop.execute { bound.value.beginMore() }
        return status
    }

    /// Gives the job `id` the connection that its result goes to, and the media that come over it, as far as the request has asked for
    /// them; neither if the client is gone.
    package func connect(_ id: Int64, _ connection: ConnectionSink?, sent source: ConnectionSource? = nil) {
        guard book.open(id) != nil else { return }
        guard connection != nil || source != nil else { return change(id, to: .cancelled) }
        connections[id] = connection
        sent[id] = source
        book.makeReady(id)
        beginMore()
    }

    /// Ends a job; what it has written is deleted.
    package func cancel(_ id: Int64) throws(JobError) {
        guard let status = book.open(id) else { throw .unknown(id) }
        connections[id]?.close()
        guard let cancellation = cancellations[id] else {
            connections[id] = nil
            sent[id] = nil
            return change(status.id, to: .cancelled)
        }
        cancellation.cancel()
    }

    /// Ends all jobs and takes no more; calls `done` when nothing half-written is left.
    func close(done: @escaping () -> Void) {
        isClosed = true
        for status in book.all where !status.state.isOver { try? cancel(status.id) }
        if threads == 0 { return done() }
        whenAtRest.append(done)
    }

    private func beginMore() {
        guard !isClosed else { return }
        while let (status, request) = book.begin() { begin(status, request) }
    }

    private func begin(_ status: JobStatus, _ request: JobRequest) {
        let id = status.id
        let source = sent.removeValue(forKey: id)
        let cancellation = source?.cancellation ?? CancellationToken()
        if request.isSent, source == nil { return change(id, to: .cancelled) }
        let destination: JobWork.Destination
        switch (request.target, connections[id]) {
        case (.file(let stem, let suffix), _): destination = .file(RecordingDirectory(directory), stem: stem, suffix: suffix)
        case (.connection, let connection?): destination = .connection(connection)
        case (.connection, nil): return change(id, to: .cancelled)
        }
        cancellations[id] = cancellation
        threads += 1
        publish(status)
        let work = JobWork(
            request: request, media: media, sent: source, destination: destination, cancellation: cancellation)
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        do throws(OwnThread.Failure) {
            try OwnThread.start(name: "fermata-job") {
                CurrentThread.becomeIdle()
                let result = Result { () throws(MediaError) in
                    try work.run { progress in eventLoop.execute { bound.value.change(id, to: .running(progress)) } }
                }
                eventLoop.execute { bound.value.ended(id, result) }
            }
        } catch {
            ended(id, .failure(MediaError(error)))
        }
    }

    private func ended(_ id: Int64, _ result: Result<JobResult, MediaError>) {
        threads -= 1
        cancellations[id] = nil
        // Nobody writes to it any more, so this is its last reference, and the client sees its end.
        connections[id] = nil
        switch result {
        case .success(let result): change(id, to: .done(result))
        case .failure(let error) where error.code == .cancelled: change(id, to: .cancelled)
        case .failure(let error): change(id, to: .failed(error))
        }
        beginMore()
        if threads == 0 {
            for done in whenAtRest { done() }
            whenAtRest = []
        }
    }

    private func change(_ id: Int64, to state: JobStatus.State) {
        if let status = book.change(id, to: state) { publish(status) }
    }
}
