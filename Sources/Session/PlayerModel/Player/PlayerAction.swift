package import AudioTypes
package import MediaTypes

/// An action that the player wants carried out. The player itself does nothing.
package enum PlayerAction: Hashable, Sendable {
    /// Open `uri` as `token`. `reach` says to which addresses it may lead, and `track` which audio track somebody has chosen.
    case open(SourceToken, uri: String, reach: NetworkReach = .everywhere, track: TrackChoice? = nil)
    /// Open `uri` as `token` when so many nanoseconds are over.
    case openLater(SourceToken, uri: String, reach: NetworkReach, track: TrackChoice? = nil, nanoseconds: Int64)
    /// Read the playlist or directory `uri` as `token`, and report its entries by ``Player/listed(_:_:)``.
    case read(SourceToken, uri: String)
    /// Cancel the opening or reading of `token`.
    case cancelOpening(SourceToken)
    /// Close the source `token`.
    case close(SourceToken)
    /// Fade out and drop the audio that is heard, and start with this segment.
    case begin(SegmentStart)
    /// Decode this segment behind the one that is being decoded.
    case append(SegmentStart)
    /// Take back every segment after `after`, up to `through`.
    case cancelSegments(after: UInt64, through: UInt64)
    /// Let the audio run.
    case resume
    /// Has the sound that ``resume`` lets run next be heard first at this time of the monotonic clock, in nanoseconds; 0: at once.
    case startAt(Int64)
    /// Let the output run, but play nothing before ``resume``.
    case hold
    /// Fade out and stay there; a render event reports when the fade is over.
    case fadeOut
    /// Drop the audio in the ring and decode no more; from now on `generation` counts.
    case drop(generation: UInt32)
    /// The output may sleep.
    case deactivate
    case applyVolume(Volume)
    /// Set the volume of the sink that plays, 0…1.
    case applySinkVolume(Double)
    case setTitle(String?)
    /// Keep the ends of tracks back for an overlap of so many seconds; 0 for none.
    case setCrossfade(seconds: Double)
    /// Multiply the sound by this factor from now on; 1 leaves it as it is.
    case soften(Float)
    case emit(PlayerEvent)
    /// An item was heard, and is over or was left.
    case listened(ListeningReport)
    /// Keep a speed for media or for what they belong to; `nil` forgets it.
    case keepSpeed(SpeedOwner, Double?)
    case answer(RequestIdentifier, PlayerAnswer)
    /// State that must survive a restart has changed: save it.
    case save
}

/// The result of a request.
package enum PlayerAnswer: Hashable, Sendable {
    case done
    /// Done, except for these entries of a playlist or directory, which were left out.
    case partlyDone([SkippedEntry])
    case added([Int64])
    case removed([Int64])
    /// A change of the queue was taken back, or done again.
    case reverted(QueueStepReport)
    case failed(PlaybackError)
}

/// The start of a segment: where it starts, and what is applied to it.
package struct SegmentStart: Hashable, Sendable {
    package var token: SourceToken
    package var segment: UInt64
    package var generation: UInt32
    /// The first frame's position in its track, in frames of `format`.
    package var frame: FrameCount
    /// Whether the audio ramps in, because it starts in the middle of the track.
    package var rampsIn: Bool
    /// The format that the ring and the output run at.
    package var format: StreamFormat
    /// The gain that all its samples are multiplied by; 1 leaves them as they are.
    package var gain: Float = 1
    /// How many seconds of the track a second of its sound holds. Its frames are counted as they are heard.
    package var speed = 1.0
    /// The part of the track that is decoded over and over; `nil` for none.
    package var loop: FrameLoop?
    /// Which silences are left out; `nil` for none.
    package var silence: SilenceRule?
    /// How it follows the segment before it.
    package var join = SegmentJoin()
    /// How many of its last frames may be left out as silence, so that they are kept back with those that may overlap.
    package var silentEnd = FrameCount.zero
}

/// An event that the player reports to its observers.
package enum PlayerEvent: Hashable, Sendable {
    case stateChanged(PlaybackState, reason: PlaybackReason, previous: PlaybackState)
    case itemChanged(QueueItem?, reason: ItemChangeReason)
    /// The item that was just told to be the current one goes on at this second, because it was left there.
    case resumed(QueueItem, Double)
    case positionChanged(HeardPosition)
    case itemFailed(QueueItem, PlaybackError)
    case metadataChanged([String: String])
    /// How much of the audio that is needed to go on is in the ring, 0…1.
    case buffering(Double)
    /// The first frame that was to be heard at a time was heard that many seconds later.
    case startedLate(QueueItem, seconds: Double)
    /// A gap in the live sound of an item is over.
    case gap(QueueItem, LiveGap)
    /// Another chapter of the current item is heard, with its index; `nil` for none. Only told if somebody follows them.
    case chapterChanged(MediaChapter?, index: Int?)
    /// Another line of the lyrics is heard, with its index; `nil` for none. Only told if somebody follows them.
    case lyricLine(Lyrics.Line?, index: Int?)
    /// `fade` is where the volume goes by itself from there.
    /// `maximum` is the greatest level that the output allows.
    case volumeChanged(Volume, source: VolumeSource, fade: VolumeFadeReport? = nil, maximum: Double = 1)
    case queueChanged(revision: Int64, length: Int)
    /// Playback is to stop by itself in another way; `nil`: it does not.
    case stopAfterChanged(StopReport?)
    /// This part of the current item is heard over and over, or less often than before; `nil`: none any more.
    case loopChanged(MediaLoop?)
    /// A silence of so many seconds was left out; with those before it in the same item, `total` seconds.
    case silenceSkipped(seconds: Double, total: Double)
    /// Another speed is wanted of the current item, or it comes from elsewhere.
    case speedChanged(SpeedInForce)
    /// The options for playing are these from now on.
    case optionsChanged(PlaybackOptions)
    case mediaServicesLost
    case mediaServicesReset
}

/// Who changed the volume.
package enum VolumeSource: String, Hashable, Sendable {
    case client, system
    /// The output allows no more.
    case limit
    /// The sound goes to an output that has another volume, or begins with one.
    case output
}
