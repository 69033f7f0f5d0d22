package import AudioTypes
package import MediaTypes

/// What the player wants done. It does nothing itself.
package enum PlayerAction: Hashable, Sendable {
    /// Open `uri` as `token`, where that leads no closer to home than `reach`.
    case open(SourceToken, uri: String, reach: NetworkReach = .everywhere)
    /// Look what the playlist or directory `uri` stands for, as `token`, and tell ``Player/listed(_:_:skipped:)``.
    case read(SourceToken, uri: String)
    /// Give up opening, or reading, `token`.
    case cancelOpening(SourceToken)
    /// Close `token`.
    case close(SourceToken)
    /// Drop what is heard (fading it out) and start with this.
    case begin(SegmentStart)
    /// Put this behind what is being decoded.
    case append(SegmentStart)
    /// Take back every segment after `keep` up to `last`.
    case cancelSegments(after: UInt64, through: UInt64)
    /// Let the audio run.
    case resume
    /// Have the output run, but nothing heard before ``resume``.
    case hold
    /// Fade out and stay; a render event tells when.
    case fadeOut
    /// Drop what is in the ring and decode no more; from now on `generation` counts.
    case drop(generation: UInt32)
    /// The output may sleep.
    case deactivate
    case applyVolume(Volume)
    case setTitle(String?)
    case emit(PlayerEvent)
    case answer(RequestIdentifier, PlayerAnswer)
    /// What must survive a restart has changed.
    case save
}

/// How a request ended.
package enum PlayerAnswer: Hashable, Sendable {
    case done
    /// Done, but for what was left out of a playlist or directory.
    case partlyDone([SkippedEntry])
    case added([Int64])
    case removed([Int64])
    case failed(PlaybackError)
}

/// Where and as what a run of audio starts.
package struct SegmentStart: Hashable, Sendable {
    package var token: SourceToken
    package var segment: UInt64
    package var generation: UInt32
    /// In frames of `format`.
    package var frame: FrameCount
    /// Whether to ramp in, because it starts in the middle.
    package var rampsIn: Bool
    /// What the ring and the output run at.
    package var format: StreamFormat
    /// What all its samples are multiplied by; 1 for as they are.
    package var gain: Float = 1
    /// How many of its first frames overlap with the end of what is decoded before it, at most.
    package var overlap = FrameCount.zero
}

/// What the player tells whoever watches it.
package enum PlayerEvent: Hashable, Sendable {
    case stateChanged(PlaybackState, reason: PlaybackReason, previous: PlaybackState)
    case itemChanged(QueueItem?, reason: ItemChangeReason)
    case positionChanged(HeardPosition)
    case itemFailed(QueueItem, PlaybackError)
    case metadataChanged([String: String])
    /// How much of what is needed to go on is there, 0…1.
    case buffering(Double)
    case volumeChanged(Volume, source: VolumeSource)
    case queueChanged(revision: Int64, length: Int)
    case mediaServicesLost
    case mediaServicesReset
}

/// Who changed the volume.
package enum VolumeSource: String, Hashable, Sendable {
    case client, system
}
