/// A request whose parameters have been checked. Times are seconds, levels 0…1.
package enum Request: Hashable, Sendable {
    /// Replaces the queue with `uri` and plays, or plays `item`, or resumes; never both.
    case play(uri: String?, item: Int64?)
    /// Pauses.
    case pause
    /// Pauses what plays, plays what does not.
    case toggle
    /// Stops, and ends activation.
    case stop
    /// Goes to the next item.
    case next
    /// Goes to the item before.
    case previous
    /// Goes to a place in the item.
    case seek(SeekTarget)
    /// Reads the volume, or changes it; `level` and `delta` (never both) are not clamped yet.
    case volume(level: Double?, delta: Double?, muted: Bool?)
    /// Reads the player's status.
    case status

    /// Reads a page of the queue.
    case queueList(offset: Int, limit: Int?)
    /// Adds media before the item at `position`, or behind the current one, or at the end.
    case queueAdd(uris: [String], position: Int?, next: Bool = false, unique: Bool = false)
    /// Removes items.
    case queueRemove(ids: [Int64])
    /// Removes all items but one of those that name the same media.
    case queueDeduplicate
    /// Moves items so that the first of them stands at `position`.
    case queueMove(ids: [Int64], position: Int)
    /// Empties the queue.
    case queueClear
    /// Reads or changes the way the queue is played.
    case queueSet(repeat: Wire.RepeatMode?, shuffle: Bool?, consume: Bool?)

    /// Makes an item of the bytes that follow on the connection.
    case streamOpen(format: Wire.StreamFormat, title: String?, play: Bool)
    /// Describes media without playing it.
    case mediaProbe(uri: String)

    /// Reads the session.
    case sessionGet
    /// Sets category, mode and options at once.
    case sessionSetCategory(category: String, mode: String, options: [String])
    /// Wishes a buffer duration, 0 for none.
    case sessionSetPreferredIOBufferDuration(seconds: Double)
    /// Wishes a sample rate, 0 for none.
    case sessionSetPreferredSampleRate(hertz: Double)
    /// Activates or deactivates.
    case sessionSetActive(active: Bool, notifyOthersOnDeactivation: Bool)
    /// Sends the sound to the speaker, or where it belongs.
    case sessionOverrideOutput(Wire.OutputOverride)
    /// Begins an interruption that lasts at most as long as the connection.
    case sessionBeginInterruption(reason: String?, mayDuck: Bool)
    /// Ends an interruption.
    case sessionEndInterruption(interruption: Int64, shouldResume: Bool)

    /// Reads the current route.
    case routeGet
    /// Lists the outputs.
    case routeOutputs
    /// Chooses an output by its uid, `nil` for the default.
    case routeSelect(output: String?)

    /// Subscribes to events: all of them, or those that the filter takes. Answered by the control server.
    case eventsSubscribe(EventFilter)
    /// Ends the subscription. Answered by the control server.
    case eventsUnsubscribe
    /// Describes the daemon.
    case serverInfo
    /// Reads counters.
    case serverStatistics
    /// Reads the configuration again.
    case serverReload
    /// Describes the protocol. Answered by the control server.
    case discover

    /// Where to seek.
    package enum SeekTarget: Hashable, Sendable {
        /// Seconds from the start of the item.
        case position(Double)
        /// Seconds from where playback is.
        case offset(Double)
    }
}
