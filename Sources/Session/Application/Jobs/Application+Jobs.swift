import Recording

// Long work on media.
extension Application {
    /// Adds a job, which begins when it is its turn. It does not end with its client.
    package func add(_ request: JobRequest) throws(JobError) -> JobStatus { try jobs.add(request) }

    func watchJobs() {
        jobs.publish = { [weak self] status in self?.tell(.job(status)) }
    }
}
