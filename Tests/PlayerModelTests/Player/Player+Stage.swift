import AudioTypes

@testable import PlayerModel

// The readings and settings one by one: a test changes one at a time.
extension Player {
    var anchor: RenderAnchor? {
        get { readings.anchor }
        set { observe(PlayerReadings(anchor: newValue, progress: readings.progress, now: readings.now)) }
    }

    var progress: DecodeReading? {
        get { readings.progress }
        set { observe(PlayerReadings(anchor: readings.anchor, progress: newValue, now: readings.now)) }
    }

    var now: Int64 {
        get { readings.now }
        set { observe(PlayerReadings(anchor: readings.anchor, progress: readings.progress, now: newValue)) }
    }

    /// Changes settings; the limit of the queue stays.
    mutating func configure(_ change: (inout PlaybackConfiguration) -> Void) {
        var new = configuration
        change(&new)
        new.queueLimit = queue.limit
        _ = apply(new)
    }
}
