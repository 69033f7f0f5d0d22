package import AudioTypes

/// The settings for playing that clients can change while the daemon runs.
package struct PlaybackOptions: Hashable, Sendable {
    /// The length of the overlap of two tracks in seconds; 0 for none.
    package var crossfadeSeconds: Double
    /// Which loudness decides the gain of a track.
    package var replayGain: ReplayGainSettings.Mode
    /// What is given to an output that decodes it itself.
    package var passthrough: Set<PassthroughCodec>

    package init(
        crossfadeSeconds: Double = 0, replayGain: ReplayGainSettings.Mode = .off, passthrough: Set<PassthroughCodec> = []
    ) {
        self.crossfadeSeconds = crossfadeSeconds
        self.replayGain = replayGain
        self.passthrough = passthrough
    }

    /// The longest overlap, in seconds. The end of each track is kept in memory for so long.
    package static let longestCrossfade = 12.0
}

/// The options that clients have chosen in the place of the configured ones. They are part of the state that survives a restart.
///
/// The newest wish counts: a choice holds until the configuration has another value than at the time of the choice.
package struct ChosenOptions: Hashable, Sendable, Codable {
    /// A value that a client chose, and the configured value that it took the place of.
    struct Choice<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
        let value: Value
        let configured: Value
    }

    private var crossfadeSeconds: Choice<Double>?
    private var replayGain: Choice<ReplayGainSettings.Mode>?
    private var passthrough: Choice<Set<PassthroughCodec>>?

    /// Makes the options of which none was chosen.
    package init() {}

    /// Whether nothing was chosen.
    var isEmpty: Bool { self == ChosenOptions() }

    /// Takes over the options that a client wants. `configured` are those of the configuration.
    mutating func choose(_ options: PlaybackOptions, over configured: PlaybackConfiguration) {
        crossfadeSeconds =
            options.crossfadeSeconds == configured.crossfadeSeconds
            ? nil : Choice(value: options.crossfadeSeconds, configured: configured.crossfadeSeconds)
        replayGain =
            options.replayGain == configured.replayGain.mode
            ? nil : Choice(value: options.replayGain, configured: configured.replayGain.mode)
        passthrough =
            options.passthrough == configured.passthrough
            ? nil : Choice(value: options.passthrough, configured: configured.passthrough)
    }

    /// Forgets the choices that were made over other values than those of `configured`, and values that nobody can have chosen.
    mutating func review(by configured: PlaybackConfiguration) {
        if let choice = crossfadeSeconds,
            choice.configured != configured.crossfadeSeconds || !(0...PlaybackOptions.longestCrossfade).contains(choice.value)
        {
            crossfadeSeconds = nil
        }
        if let choice = replayGain, choice.configured != configured.replayGain.mode { replayGain = nil }
        if let choice = passthrough, choice.configured != configured.passthrough { passthrough = nil }
    }

    /// Returns the configuration with the chosen options.
    func applied(to configured: PlaybackConfiguration) -> PlaybackConfiguration {
        var configuration = configured
        if let crossfadeSeconds { configuration.crossfadeSeconds = crossfadeSeconds.value }
        if let replayGain { configuration.replayGain.mode = replayGain.value }
        if let passthrough { configuration.passthrough = passthrough.value }
        return configuration
    }
}

extension PlaybackConfiguration {
    /// The part of the configuration that clients can change.
    package var options: PlaybackOptions {
        PlaybackOptions(crossfadeSeconds: crossfadeSeconds, replayGain: replayGain.mode, passthrough: passthrough)
    }
}
