import Configuration

/// What becomes of a configuration that was read again. A value.
struct ConfigurationChange {
    /// What counts from now on: what was read, but for what waits for a restart.
    let configuration: Configuration
    /// The keys that have other values than before, which count now.
    let taken: [String]
    /// The keys that have other values than at the start, and do not count before the next one.
    let waiting: [String]

    init(to configuration: Configuration, from previous: Configuration, atStart first: Configuration) {
        self.configuration = configuration.keepingUntilRestart(first)
        taken = configuration.changedKeys(since: previous).filter { $0.effect == .onReload }.map(\.path)
        waiting = configuration.changedKeys(since: first).filter { $0.effect == .onRestart }.map(\.path)
    }
}
