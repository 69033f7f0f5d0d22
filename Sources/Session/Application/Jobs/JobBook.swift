/// Which jobs there are, and which of them may begin. A value: it starts nothing.
struct JobBook {
    /// How many jobs can wait or run.
    static let most = 1_000
    /// How many of them may get their media from clients, each of which takes descriptors.
    static let mostSent = 64
    /// How many of those run at once, beside the others. Their sound may come live, for hours, and they wait more than they work.
    static let sentAtOnce = 4
    /// How many jobs that are over are still told of.
    static let mostEnded = 100

    private struct Entry {
        var status: JobStatus
        let request: JobRequest
        /// Whether the connection is there that brings the media or gets the result, if one does.
        var isReady: Bool
    }

    /// How many jobs run at once whose media are there.
    private let atOnce: Int
    /// Oldest first.
    private var entries: [Entry] = []
    private var lastID: Int64 = 0

    init(atOnce: Int) { self.atOnce = atOnce }

    /// All jobs that are told of, oldest first.
    var all: [JobStatus] { entries.map(\.status) }

    /// Whether nothing waits or runs.
    var isAtRest: Bool { entries.allSatisfy(\.status.state.isOver) }

    /// The job `id`, unless it is over.
    func open(_ id: Int64) -> JobStatus? {
        entries.first { $0.status.id == id && !$0.status.state.isOver }?.status
    }

    /// Adds a job, and returns it.
    /// - Throws: ``JobError/tooMany(_:)`` or ``JobError/tooManySent(_:)``.
    mutating func add(_ request: JobRequest) throws(JobError) -> JobStatus {
        guard entries.count(where: { !$0.status.state.isOver }) < Self.most else { throw .tooMany(Self.most) }
        let sent = entries.count { $0.request.isSent && !$0.status.state.isOver }
        guard !request.isSent || sent < Self.mostSent else { throw .tooManySent(Self.mostSent) }
        lastID += 1
        let status = JobStatus(id: lastID, request)
        entries.append(Entry(status: status, request: request, isReady: !request.needsConnection))
        return status
    }

    /// Notes that the connection of the job `id` is there.
    mutating func makeReady(_ id: Int64) {
        if let index = entries.firstIndex(where: { $0.status.id == id }) { entries[index].isReady = true }
    }

    /// Takes the job that is to begin now, with what was asked for; `nil` if there is none.
    mutating func begin() -> (status: JobStatus, request: JobRequest)? {
        let running = entries.filter { if case .running = $0.status.state { true } else { false } }
        let sent = running.count(where: \.request.isSent)
        let (mayBegin, maySentBegin) = (running.count - sent < atOnce, sent < Self.sentAtOnce)
        let next = entries.firstIndex { entry in
            entry.isReady && entry.status.state == .waiting && (entry.request.isSent ? maySentBegin : mayBegin)
        }
        guard let index = next else { return nil }
        entries[index].status.state = .running(nil)
        return (entries[index].status, entries[index].request)
    }

    /// Changes the state of the job `id`, and returns the job; `nil` if it is over already.
    mutating func change(_ id: Int64, to state: JobStatus.State) -> JobStatus? {
        guard let index = entries.firstIndex(where: { $0.status.id == id && !$0.status.state.isOver }) else { return nil }
        entries[index].status.state = state
        let status = entries[index].status
        forgetOldest()
        return status
    }

    private mutating func forgetOldest() {
        let ended = entries.count(where: \.status.state.isOver)
        guard ended > Self.mostEnded, let oldest = entries.firstIndex(where: \.status.state.isOver) else { return }
        entries.remove(at: oldest)
    }
}
