import ControlProtocol
import PlayerModel

extension Event {
    /// Makes the protocol's event for an event of the player.
    init(_ event: PlayerEvent) {
        self =
            switch event {
            case .stateChanged(let state, let reason, let previous):
                .playerStateChanged(
                    state: Wire.PlayerState(state), reason: Wire.StateReason(reason),
                    previousState: Wire.PlayerState(previous))
            case .itemChanged(let item, let reason):
                .playerItemChanged(item: item.map(Wire.QueueItem.init), reason: Wire.ItemChangeReason(reason))
            case .resumed(let item, let seconds): .playerResumed(item: Wire.QueueItem(item), seconds: seconds)
            case .chapterChanged(let chapter, let index):
                .playerChapterChanged(chapter: chapter.map { Wire.Chapter($0, index: index ?? 0) })
            case .lyricLine(let line, let index): .playerLyricLine(line: line.map { Wire.LyricLine($0, index: index ?? 0) })
            case .positionChanged(let position): .playerPositionChanged(position: Wire.Position(position))
            case .itemFailed(let item, let error):
                .playerItemFailed(item: Wire.QueueItem(item), error: ControlError(error))
            case .metadataChanged(let tags): .playerMetadataChanged(tags: tags)
            case .buffering(let fill): .playerBuffering(fill: fill)
            case .startedLate(let item, let seconds): .playerStartedLate(item: Wire.QueueItem(item), seconds: seconds)
            case .gap(let item, let gap):
                .playerGap(item: Wire.QueueItem(item), silence: gap.silence, skipped: gap.skipped)
            case .volumeChanged(let volume, let source, let fade, let maximum):
                .playerVolumeChanged(
                    volume: Wire.Volume(volume, maximum: maximum), source: Wire.VolumeSource(source),
                    fade: fade.map(Wire.VolumeFade.init))
            case .queueChanged(let revision, let length): .queueChanged(revision: revision, length: length)
            case .stopAfterChanged(let stop): .playerStopAfterChanged(stopAfter: stop.map(Wire.StopAfter.init))
            case .loopChanged(let loop): .playerLoopChanged(loop: loop.map(Wire.Loop.init))
            case .silenceSkipped(let seconds, let total): .playerSilenceSkipped(seconds: seconds, total: total)
            case .speedChanged(let speed): .playerSpeedChanged(Wire.WantedSpeed(speed))
            case .optionsChanged(let options): .playerOptionsChanged(options)
            case .mediaServicesLost: .sessionMediaServicesLost
            case .mediaServicesReset: .sessionMediaServicesReset
            }
    }
}
