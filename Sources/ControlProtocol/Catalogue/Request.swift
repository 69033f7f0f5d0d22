/// A request whose parameters have been checked. Times are in seconds, levels from 0 to 1.
package enum Request: Hashable, Sendable {
    /// Replaces the queue with `uri` and plays, or plays `item`, or resumes; never both.
    case play(uri: String?, item: Int64?)
    /// Pauses.
    case pause
    /// Pauses if something plays, and plays otherwise.
    case toggle
    /// Stops playback and deactivates the session.
    case stop
    /// Goes to the next item.
    case next
    /// Goes to the previous item.
    case previous
    /// Goes to a position in the current item.
    case seek(SeekTarget)
    /// Reads the volume, or changes it; `level` and `delta` (never both) are not clamped yet.
    case volume(level: Double?, delta: Double?, muted: Bool?)
    /// Reads the state of the player.
    case status

    /// Reads a page of the queue.
    case queueList(offset: Int, limit: Int?)
    /// Adds media before the item at `position`, or right behind the current item (`next`), or at the end.
    case queueAdd(uris: [String], position: Int?, next: Bool = false, unique: Bool = false)
    /// Removes items.
    case queueRemove(ids: [Int64])
    /// Of all items that name the same media, keeps one and removes the others.
    case queueDeduplicate
    /// Moves items, in the order given, so that the first stands at `position`.
    case queueMove(ids: [Int64], position: Int)
    /// Empties the queue.
    case queueClear
    /// Reads or changes how the queue is played.
    case queueSet(repeat: Wire.RepeatMode?, shuffle: Bool?, consume: Bool?)

    /// Makes a queue item of the bytes that follow on the connection.
    case streamOpen(format: Wire.StreamFormat, title: String?, play: Bool)
    /// Describes media without playing it.
    case mediaProbe(uri: String)

    /// Reads the session.
    case sessionGet
    /// Sets category, mode and options together.
    case sessionSetCategory(category: String, mode: String, options: [String])
    /// Sets the preferred buffer duration of the graph; 0 means no preference.
    case sessionSetPreferredIOBufferDuration(seconds: Double)
    /// Sets the preferred sample rate of the graph; 0 means no preference.
    case sessionSetPreferredSampleRate(hertz: Double)
    /// Activates or deactivates the session.
    case sessionSetActive(active: Bool, notifyOthersOnDeactivation: Bool)
    /// Sends the sound to a loudspeaker, or ends that override.
    case sessionOverrideOutput(Wire.OutputOverride)
    /// Begins an interruption that lasts at most as long as the connection.
    case sessionBeginInterruption(reason: String?, mayDuck: Bool)
    /// Ends an interruption.
    case sessionEndInterruption(interruption: Int64, shouldResume: Bool)

    /// Reads the current route.
    case routeGet
    /// Lists the outputs.
    case routeOutputs
    /// Chooses an output by its uid; `nil` means the default output.
    case routeSelect(output: String?)

    /// Subscribes to the events that pass the filter. The control server answers it.
    case eventsSubscribe(EventFilter)
    /// Ends the subscription. The control server answers it.
    case eventsUnsubscribe
    /// Describes the daemon.
    case serverInfo
    /// Reads the daemon's counters.
    case serverStatistics
    /// Reads the configuration again.
    case serverReload
    /// Describes the protocol. The control server answers it.
    case discover

    /// The target of a seek.
    package enum SeekTarget: Hashable, Sendable {
        /// Seconds from the start of the item.
        case position(Double)
        /// Seconds from the current position; negative goes back.
        case offset(Double)
    }
}
