import ControlProtocol
import FermataKit
import Glibc
import JSON
import SystemSupport

/// Has the daemon carry out jobs, writes what it sends, and shows how far it is.
final class JobRunner {
    /// How many jobs the daemon is given at once.
    private static let mostAtOnce = 8

    /// A job that the daemon knows.
    private final class Open {
        let order: JobOrder
        let id: Int64
        /// Carries the result; `nil` once all of it is there, or if the daemon writes it.
        var data: DaemonConnection?
        let file: RecordedFile?
        let temporaryPath: String?
        /// What goes to the daemon; `nil` if it reads the media itself.
        let feed: JobFeed?

        init(_ order: JobOrder, _ id: Int64, _ data: DaemonConnection?, _ file: RecordedFile?, _ temporaryPath: String?) {
            self.order = order
            self.id = id
            self.data = data
            self.file = file
            self.temporaryPath = temporaryPath
            feed = order.isFromStandardInput ? data.map { JobFeed($0.descriptor) } : nil
        }

        deinit { if let temporaryPath { unlink(temporaryPath) } }
    }

    private let options: ConnectionOptions
    private let showsProgress: Bool
    private let ask: Question
    private var waiting: [JobOrder]
    private let total: Int
    private var open: [Open] = []
    /// The newest that the daemon has told of each job; also of those of others.
    private var news: [Int64: Wire.Job] = [:]
    private var failures: [String] = []

    /// Asks the daemon for a job whose result goes to a target. Events that come before the reply go to the last parameter.
    typealias Question = (JobOrder, Wire.JobTarget, DaemonConnection, (String) -> Void) throws(ClientFailure) ->
        DaemonConnection.Reply<Wire.Job>

    init(_ options: ConnectionOptions, quiet: Bool, _ orders: [JobOrder], ask: @escaping Question) {
        self.options = options
        self.ask = ask
        waiting = orders.reversed()
        total = orders.count
        showsProgress = !quiet && !options.json && isatty(STDERR_FILENO) == 1
    }

    /// Carries out all of it.
    /// - Throws: if one of the jobs failed, after all were done.
    func run() throws(ClientFailure) {
        let signals = try SignalPipe(SignalPipe.ending)
        let control = try options.connect()
        if case .failure(let error) = try control.ask(Methods.Events.subscribe, ["job."]).result {
            throw .refused(error.message)
        }
        defer { clear() }
        while !waiting.isEmpty || !open.isEmpty {
            while open.count < Self.mostAtOnce, let order = waiting.popLast() {
                do throws(ClientFailure) { try begin(order, control) } catch {
                    guard error.status == .refused else { throw error }
                    fail(order, error)
                }
            }
            while let line = control.takeLine() { hear(line) }
            finishEnded()
            draw()
            guard !open.isEmpty else { continue }
            try wait(control, signals)
        }
        guard let failure = failures.first else { return }
        throw .refused(failures.count == 1 ? failure : "\(failures.count) of \(total) failed, the first: \(failure)")
    }

    private func begin(_ order: JobOrder, _ control: DaemonConnection) throws(ClientFailure) {
        guard order.output != .daemon || order.isFromStandardInput else {
            let job = try job(ask(order, .file, control) { hear($0) })
            return open.append(Open(order, job.job, nil, nil, nil))
        }
        if case .file(let path) = order.output, access(path, F_OK) == 0 {
            throw .refused("\(path) exists, and nothing is overwritten")
        }
        let file: RecordedFile?
        let temporary = order.temporaryPath
        if order.output == .daemon {
            file = nil
        } else if let temporary {
            file = try RecordedFile(new: temporary)
        } else {
            file = RecordedFile(descriptor: STDOUT_FILENO, name: "standard output")
        }
        do throws(ClientFailure) {
            let data = try options.connect()
            let target: Wire.JobTarget = file.map { $0.hasPlaces ? .chunks : .connection } ?? .file
            let job = try job(ask(order, target, data) { _ in })
            try file?.take(data.takeBytes())
            open.append(Open(order, job.job, data, file, temporary))
        } catch {
            if let temporary { unlink(temporary) }
            throw error
        }
    }

    private func job(_ reply: DaemonConnection.Reply<Wire.Job>) throws(ClientFailure) -> Wire.Job {
        if case .failure(let error) = reply.result { throw .refused(error.message) }
        guard let job = reply.answer else { throw .noDaemon("fermatad has answered with no job") }
        return job
    }

    private func wait(_ control: DaemonConnection, _ signals: SignalPipe) throws(ClientFailure) {
        let fixed: [Waiter.Source] = [.input(of: signals.descriptor), .input(of: control.descriptor)]
        // At most one job has standard input as its media.
        let fed = open.first { $0.feed?.isOver == false && $0.data != nil }
        let waiter = Waiter(
            for: fixed
                + open.map { job in
                    job === fed && job.feed?.hasPiece == true
                        ? .inputAndRoom(of: job.data?.descriptor) : .input(of: job.data?.descriptor)
                } + [.input(of: fed?.feed?.hasPiece == false ? STDIN_FILENO : nil)])
        if waiter.hasNews(0) {
            let signal = signals.take()
            try cancel(control)
            clear()
            // What is half done is deleted first.
            open = []
            signals.end(by: signal)
        }
        if waiter.hasNews(1) { try control.receive() }
        if let fed, let feed = fed.feed, let index = open.firstIndex(where: { $0 === fed }) {
            if waiter.hasRoom(fixed.count + index) { feed.send() }
            if waiter.hasNews(fixed.count + open.count) { try feed.read() }
        }
        for (index, job) in open.enumerated() where waiter.hasNews(fixed.count + index) {
            guard let data = job.data else { continue }
            let isOpen = try data.receiveUnlessEnded()
            do throws(ClientFailure) { try job.file?.take(data.takeBytes()) } catch {
                // The daemon notices the end of the connection.
                job.data = nil
                open.removeAll { $0 === job }
                fail(job.order, error)
                continue
            }
            if !isOpen { job.data = nil }
        }
    }

    private func cancel(_ control: DaemonConnection) throws(ClientFailure) {
        for job in open { try control.post(Methods.Job.cancel, job.id) }
    }

    private func hear(_ line: String) {
        guard case .jobChanged(let job) = Event(line: line) else { return }
        news[job.job] = job
        if options.json, open.contains(where: { $0.id == job.job }) { Terminal.write(line) }
    }

    private func finishEnded() {
        for job in open where job.data == nil {
            guard let told = news[job.id], ![.waiting, .running].contains(told.state) else { continue }
            open.removeAll { $0 === job }
            do throws(ClientFailure) { try finish(job, told) } catch { fail(job.order, error) }
        }
    }

    private func finish(_ job: Open, _ told: Wire.Job) throws(ClientFailure) {
        guard told.state == .done, let result = told.result else {
            throw .refused(told.error?.message ?? "the job was cancelled")
        }
        var path = result.path
        if let temporary = job.temporaryPath, let final = job.order.finalPath(format: result.format) {
            job.file?.synchronize()
            let error = FileSystem.publish(temporary, as: final)
            guard error == 0 else {
                let reason = error == EEXIST ? "it exists, and nothing is overwritten" : systemReason(error)
                throw .refused("\(final) cannot be made: \(reason)")
            }
            path = final
        }
        guard !options.json else { return }
        clear()
        let text = Terminal.harmless(JobText.summary(result, path: path))
        if path == nil { Terminal.writeError(text) } else { Terminal.write(text) }
    }

    private func fail(_ order: JobOrder, _ failure: ClientFailure) {
        // Most sentences name the media.
        let isNamed = failure.message.contains(order.input)
        let sentence = isNamed ? failure.message : "\(order.input): \(failure.message)"
        failures.append(sentence)
        guard total > 1 else { return }
        clear()
        Terminal.warn(sentence)
    }

    private func draw() {
        guard showsProgress, !open.isEmpty else { return }
        let parts = open.map { news[$0.id]?.progress ?? 0 }
        let done = Double(total - waiting.count - open.count) + parts.reduce(0, +)
        let name = total == 1 ? "" : "  \(total - waiting.count - open.count) of \(total)"
        let line = JobText.bar(done / Double(max(1, total)), columns: Terminal.columns - 1, label: name)
        _ = Terminal.put(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO)
    }

    private func clear() {
        if showsProgress { _ = Terminal.put(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
    }
}
