import AudioTypes
import MediaTypes

// The settings for playing that clients change while the daemon runs.
extension Player {
    /// Sets options. The overlap applies from the next join on that is not decoded yet, the replay gain, the speed, the silences
    /// and the list of what is passed through at once.
    mutating func setOptions(_ wanted: [PlayerOption: OptionValue], for request: RequestIdentifier) -> [PlayerAction] {
        var options = configuration.options
        var (wanted, kept) = (wanted, [PlayerAction]())
        if let speed = wanted[.speed], let own = keepInForce(speed) { (wanted[.speed], kept) = (nil, own) }
        for (option, value) in wanted { options[option] = option.accepted(value) ?? options[option] }
        let old = configuration.options
        let news = changeOptions { $0.chosen.choose(options, over: $0.configured.options) }
        let format = options.passthrough == old.passthrough ? [] : changeFormat()
        let gain = options.replayGain == old.replayGain ? [] : changeGain()
        let speed = options.speed == old.speed ? [] : changeSpeed()
        let silence = options.skipSilence == old.skipSilence ? [] : changeSilence()
        return kept + news + format + gain + speed + silence + tellSpeed() + (news.isEmpty ? [] : [.save]) + [
            .answer(request, .done)
        ]
    }

    /// Sets the speed of everything that has none of its own.
    mutating func setGeneralSpeed(_ speed: Double) -> [PlayerAction] {
        var options = configuration.options
        options.speed = speed
        let news = changeOptions { $0.chosen.choose(options, over: $0.configured.options) }
        return news + reviewSpeeds() + (news.isEmpty ? [] : [.save])
    }

    /// Takes over the settings that concern the player. A changed gain or overlap applies from the next source that is opened on, another
    /// speed or list of what is passed through at once. An option that a client has chosen stays, unless the configuration has another
    /// value for it than when the client chose.
    package mutating func apply(_ configuration: PlaybackConfiguration) -> [PlayerAction] {
        queue.limit = configuration.queueLimit
        let old = self.configuration.options
        let actions = changeOptions {
            $0.configured = configuration
            $0.chosen.review(by: configuration.options)
        }
        let new = self.configuration.options
        let format = new.passthrough == old.passthrough ? [] : changeFormat()
        let speed = new.speed == old.speed ? [] : changeSpeed()
        return actions + format + speed + (new.skipSilence == old.skipSilence ? [] : changeSilence()) + tellSpeed()
    }

    /// Takes over the options that were chosen in an earlier run.
    mutating func restore(_ chosen: ChosenOptions) -> [PlayerAction] {
        changeOptions {
            $0.chosen = chosen
            $0.chosen.review(by: $0.configured.options)
        }
    }

    /// Changes what decides the options, and reports what is different then.
    private mutating func changeOptions(_ change: (inout Player) -> Void) -> [PlayerAction] {
        let old = configuration.options
        change(&self)
        let new = configuration.options
        guard new != old else { return [] }
        var actions: [PlayerAction] = [.emit(.optionsChanged(new))]
        if new.crossfadeSeconds != old.crossfadeSeconds { actions.append(.setCrossfade(seconds: new.crossfadeSeconds)) }
        return actions
    }

    /// Plays what is open with the gain that holds now. The current track goes on with it, unless one cannot seek in it or its sound comes
    /// from far away: there, the gain changes with the next track.
    private mutating func changeGain() -> [PlayerAction] {
        guard current != nil else { return [] }
        guard let (track, seconds) = soundingTrack, let format = tracks.format else {
            return takeBackAhead(from: tracks.ahead.first) + prepareNext()
        }
        let gain = gain(of: track.item, track.description, in: format)
        guard gain != track.gain, track.description.isSeekable, !track.description.isRemote else {
            return takeBackAhead(behind: track) + prepareNext()
        }
        return goOn(track, at: clampedFrame(seconds, track.description, format, speed: track.speed)) { $0.gain = gain }
    }
}
