package import Recording

// Long work on media.
extension Application {
    /// Adds a job, which begins when it is its turn. It does not end with its client.
    package func add(_ request: JobRequest) throws(JobError) -> JobStatus { try jobs.add(request) }

    /// Gives the job `id` the connection that its result goes to; `nil` if the client is gone.
    package func connectJob(_ id: Int64, _ connection: ConnectionSink?) { jobs.connect(id, connection) }

    /// Ends the job `id`, and deletes what it has written.
    package func cancelJob(_ id: Int64) throws(JobError) { try jobs.cancel(id) }

    /// The jobs that wait and run, and the last ones that are over, oldest first.
    package var currentJobs: [JobStatus] { jobs.all }

    func watchJobs() {
        jobs.publish = { [weak self] status in self?.tell(.job(status)) }
    }
}
