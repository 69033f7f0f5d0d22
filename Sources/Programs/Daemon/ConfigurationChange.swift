import Configuration

/// The result of reading the configuration again. A value.
struct ConfigurationChange {
    /// The configuration from now on: what was read, except for the keys that wait for a restart.
    let configuration: Configuration
    /// The keys whose values differ from the ones before, and that apply now.
    let taken: [String]
    /// The keys whose values differ from those at the start, and that apply only after a restart.
    let waiting: [String]

    init(to configuration: Configuration, from previous: Configuration, atStart first: Configuration) {
        self.configuration = configuration.keepingUntilRestart(first)
        let outputs = configuration.outputs == previous.outputs ? [] : ["outputs"]
        taken = configuration.changedKeys(since: previous).filter { $0.effect == .onReload }.map(\.path) + outputs
        waiting = configuration.changedKeys(since: first).filter { $0.effect == .onRestart }.map(\.path)
    }
}
