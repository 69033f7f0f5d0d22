package import AudioTypes
package import ControlProtocol
package import PlayerModel

// The orders of clients as commands of the player.

extension PlayerCommand {
    package init(_ target: Wire.PlayTarget) {
        if case .timed(let target, _) = target {
            self.init(target)
            return
        }
        self =
            switch target {
            case .queue, .timed: .play
            case .media(let uri, let seconds, let audio): .playURI(uri, at: seconds, track: audio.flatMap { TrackChoice($0) })
            case .item(let item, let seconds): .playItem(item, at: seconds)
            case .place(let index, let seconds): .playPlace(index, at: seconds)
            }
    }

    package init(_ target: Wire.SeekTarget) {
        self =
            switch target {
            case .position(let seconds): .seekTo(seconds)
            case .offset(let seconds): .seekBy(seconds)
            case .fraction(let part): .seekToPart(part)
            }
    }

    /// Makes the command to change the volume within `seconds`.
    package init(_ change: Wire.VolumeChange, over seconds: Double?) {
        self = .setVolume(level: change.level, delta: change.delta, muted: change.muted, over: seconds ?? 0)
    }

    package init(_ change: Wire.QueueModeChange) {
        self = .setModes(
            repeats: change.repeat.flatMap { QueueModes.Repeat(rawValue: $0.rawValue) }, shuffles: change.shuffle,
            consumes: change.consume, consumesOnce: change.consumeOnce, count: change.repeatCount,
            shufflesBy: change.shuffleBy.flatMap { QueueModes.ShuffleUnit(rawValue: $0.rawValue) })
    }
}

extension QueueInsertion {
    package init(_ insertion: Wire.QueueInsertion) {
        let place = insertion.next ? Place.next : insertion.position.map { .index($0) } ?? .end
        self.init(
            place, isUnique: insertion.unique, takesMissing: insertion.missing, track: insertion.audio.flatMap { TrackChoice($0) }
        )
    }
}

extension ChapterTarget {
    package init(_ target: Wire.ChapterTarget) {
        self =
            switch target {
            case .index(let index): .index(index)
            case .next: .next
            case .previous: .previous
            }
    }
}

extension StopRequest {
    package init(_ target: Wire.StopTarget) {
        switch target {
        case .current: self = .currentItem
        case .each: self = .eachItem
        case .item(let id): self = .item(id)
        case .minutes(let minutes, let fade): self = .seconds(minutes * 60, fade: fade)
        }
    }
}

extension MediaLoop {
    package init(_ loop: Wire.Loop) { self.init(from: loop.from, to: loop.to, count: loop.count) }
}

extension [Wire.QueueTag: String] {
    /// The tags in the words of the player.
    package var asQueueTags: [QueueTag: String] {
        var tags: [QueueTag: String] = [:]
        for (tag, text) in self { QueueTag(rawValue: tag.rawValue).map { tags[$0] = text } }
        return tags
    }
}

extension TrackChoice {
    /// Makes the choice of a client, which the catalogue has checked; `nil` for a language that does not exist.
    package init?(_ choice: Wire.TrackChoice) {
        switch choice {
        case .index(let index): self = .index(index)
        case .language(let text):
            guard let language = LanguageCode(text) else { return nil }
            self = .language(language)
        }
    }
}

extension Wire.TrackChoice {
    /// Makes the choice as clients get it.
    package init(_ choice: TrackChoice) {
        self =
            switch choice {
            case .index(let index): .index(index)
            case .language(let language): .language(language.code)
            }
    }
}
