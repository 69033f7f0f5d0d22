package import Logging

/// Everything a person can set in `config.toml`. A fresh value holds the defaults, which are also what the shipped file says.
///
/// A plain value: it may be made, copied and compared on any thread.
package struct Configuration: Equatable, Sendable {
    /// The control socket's limits.
    package var server = Server()
    /// The player.
    package var playback = Playback()
    /// The stream to the sound server.
    package var output = Output()
    /// Streams of the network.
    package var network = Network()
    /// The queue.
    package var queue = Queue()
    /// The log.
    package var log = Log()
    /// The audio session.
    package var session = Session()

    /// Makes the defaults.
    package init() {}
}

extension Configuration {
    /// `[queue]`: the queue's size, and its modes until a saved state says otherwise.
    package struct Queue: Equatable, Sendable {
        /// The most items the queue takes.
        package var limit = 100_000
        /// What follows the last item.
        package var repeatMode = RepeatMode.off
        /// Whether items are played in a random order.
        package var shuffle = false
        /// Whether an item leaves the queue once it was played.
        package var consume = false

        /// Makes the defaults.
        package init() {}
    }

    /// What follows the end of an item.
    package enum RepeatMode: String, CaseIterable, Sendable {
        /// The queue is played once.
        case off
        /// The same item again.
        case one
        /// The queue from its beginning.
        case all
    }

    /// `[log]`: what is logged.
    package struct Log: Equatable, Sendable {
        /// The least level that is written.
        package var level = Logger.Level.info

        /// Makes the defaults.
        package init() {}
    }
}
