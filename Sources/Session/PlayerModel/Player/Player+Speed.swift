import AudioTypes
package import MediaTypes

/// Why a track plays as fast as it was recorded, whatever speed is wanted.
package enum SpeedObstacle: String, Hashable, Sendable, CaseIterable {
    /// It comes as fast as it is heard, or one cannot go back in it.
    case live
    /// The output decodes it.
    case passthrough
}

extension PlayerCommand {
    /// Sets how many seconds of the media are heard in a second.
    package static func setSpeed(_ speed: Double) -> PlayerCommand { .setOptions([.speed: .number(speed)]) }
}

// How fast media are played.
extension Player {
    /// The speeds that can be chosen.
    package static let speeds = PlayerOption.speed.factors ?? 1...1

    /// How many seconds of the current track are heard in a second; without one, what is wanted.
    package var speed: Double { current?.speed ?? configuration.options.speed }

    /// The speed that is wanted of the current track, and from where it comes; without one, the general speed.
    package var speedInForce: SpeedInForce {
        (current?.description.speeds ?? KeptSpeeds()).counting(over: configuration.options.speed)
    }

    /// Why the current track has another speed than the wanted one; `nil` if it has that.
    package var speedObstacle: SpeedObstacle? {
        guard let track = current, let format = tracks.format, track.speed != speedInForce.speed else { return nil }
        return obstacle(to: track.description, in: format)
    }

    /// Why neither the speed nor the silences of a source change; `nil` if they can.
    func obstacle(to description: SourceDescription, in format: StreamFormat) -> SpeedObstacle? {
        if format.coding != nil { return .passthrough }
        return description.isSeekable && !description.isLive ? nil : .live
    }

    /// Returns the speed at which a source plays.
    func speed(for description: SourceDescription, in format: StreamFormat) -> Double {
        obstacle(to: description, in: format) == nil
            ? description.speeds.counting(over: configuration.options.speed).speed : 1
    }

    /// Plays what is open at the speed that is wanted now. What sounds goes on from where its fade ends, so that nothing is heard twice.
    mutating func changeSpeed() -> [PlayerAction] {
        guard let (track, seconds) = soundingTrack, let format = tracks.format else {
            return takeBackAhead(from: tracks.ahead.first) + prepareNext()
        }
        let speed = speed(for: track.description, in: format)
        guard speed != track.speed else { return takeBackAhead(behind: track) + prepareNext() }
        return goOn(track, at: clampedFrame(seconds, track.description, format, speed: speed)) { $0.speed = speed }
    }
}
