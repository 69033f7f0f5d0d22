import AudioTypes
import JSON
import MediaTypes

@testable import AudioSession
@testable import ControlDoor
@testable import ControlProtocol
@testable import Playback
@testable import PlayerModel

extension FuzzTarget {
    /// What happens in player and session, with any number and any text, in the protocol's words.
    static let events = FuzzTarget("events", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        while !invention.isEmpty {
            let event = invention.bool() ? Event(invention.playerEvent()) : Event(invention.sessionEvent())
            let line = Notification(event, time: 1).bytes(sequence: invention.number())
            precondition(!line.contains(UInt8(ascii: "\n")), "an event of several lines")
            guard let message = try? JSONValue(parsing: line), let parameters = message.objectValue?["params"]?.objectValue,
                let method = message.objectValue?["method"]?.stringValue
            else { fatalError("no JSON: \(String(decoding: line, as: UTF8.self))") }
            // What is not finite has no JSON, and what is beyond all sense no client takes. All else it reads as it was.
            guard event.numbers.allSatisfy((0...1_000).contains) else { continue }
            guard let again = try? Event(method: method, parameters: parameters) else { fatalError("\(event) cannot be read") }
            precondition(again == event, "\(again) was \(event)")
        }
    }
}

extension Event {
    /// The floating-point numbers in it.
    fileprivate var numbers: [Double] {
        switch self {
        case .playerItemChanged(let item, _): [item?.duration ?? 0]
        case .playerPositionChanged(let position): [position.seconds, position.monotonic, position.rate]
        case .playerItemFailed(let item, _): [item.duration ?? 0]
        case .playerBuffering(let fill): [fill]
        case .playerStartedLate(let item, let seconds): [item.duration ?? 0, seconds]
        case .playerGap(let item, let silence, let skipped): [item.duration ?? 0, silence, skipped]
        case .playerStopAfterChanged(let stop): [stop?.seconds ?? 0, stop?.monotonic ?? 0, stop?.fade ?? 0]
        case .playerSpeedChanged(let speed): [speed.speed]
        case .playerSilenceSkipped(let seconds, let total): [seconds, total]
        case .playerLoopChanged(let loop): [loop?.from ?? 0, loop?.to ?? 0]
        case .playerVolumeChanged(let volume, _, let fade):
            [volume.level, volume.maximum ?? 0, fade?.level ?? 0, fade?.seconds ?? 0, fade?.monotonic ?? 0]
        case .playerOptionsChanged(let options): [options.crossfadeSeconds, options.speed, options.rewindSeconds]
        case .playerResumed(let item, let seconds): [item.duration ?? 0, seconds]
        case .playerChapterChanged(let chapter): [chapter?.start ?? 0, chapter?.end ?? 0]
        case .sessionRecordPermissionAsked(let request): [request.since]
        case .sessionOutputVolumeChanged(let volume), .sessionInputVolumeChanged(let volume): [volume.level]
        case .outputVolumeLimitsChanged(_, let maximum, let atStart, _): [maximum ?? 0, atStart ?? 0]
        case .routeOutputsChanged(let added, let removed, let changed): (added + removed + changed).compactMap(\.port.volume)
        case .routeInputsChanged(let added, let removed, let changed): (added + removed + changed).compactMap(\.volume)
        default: []
        }
    }
}

extension Invention {
    fileprivate mutating func playerEvent() -> PlayerEvent {
        switch pick(17) {
        case 0:
            .stateChanged(
                pick([.playing, .paused, .stopped, .buffering]), reason: pick([.user, .error, .interrupted, .startup, .none]),
                previous: pick([.playing, .paused, .stopped, .buffering]))
        case 1: .itemChanged(bool() ? item() : nil, reason: pick([.next, .previous, .gapless, .play, .queue, .end]))
        case 2: .positionChanged(HeardPosition(seconds: double(), monotonic: double(), rate: Double(pick(2))))
        case 3:
            .itemFailed(
                item(),
                PlaybackError(pick([.media(.notFound), .queueFull]), text(), uri: text(), item: number()))
        case 4: .metadataChanged(dictionary(["title", "artist", "\0", ""], ["a", "\u{E9}"]))
        case 5: .buffering(double())
        case 6:
            .volumeChanged(
                Volume(level: double(), muted: bool()), source: bool() ? .client : .system,
                fade: bool() ? VolumeFadeReport(goal: double(), left: double(), monotonic: double()) : nil)
        case 7: .queueChanged(revision: number(), length: Int(number(UInt32.self)))
        case 8: .mediaServicesLost
        case 9:
            .stopAfterChanged(
                pick([nil, .currentItem, .item(number()), .time(left: double(), monotonic: double(), fade: double())]))
        case 10:
            .optionsChanged(
                PlaybackOptions([
                    .crossfade: .number(double()), .speed: .number(double()), .rewind: .number(double()),
                    .replayGain: .word(pick(ReplayGainMode.allCases).rawValue),
                    .passthrough: .codecs(pick([[], [.ac3], [.dts, .dop]])),
                ]))
        case 11: .resumed(item(), double())
        case 12:
            .chapterChanged(
                bool() ? MediaChapter(start: double(), end: bool() ? double() : nil, title: text()) : nil, index: pick(9))
        case 15: .speedChanged(SpeedInForce(speed: double(), owner: SpeedOwner.named("/" + text(), for: .book)))
        case 14: .silenceSkipped(seconds: double(), total: double())
        case 13: .loopChanged(bool() ? MediaLoop(from: double(), to: double(), count: bool() ? pick(2_000) : nil) : nil)
        default: .mediaServicesReset
        }
    }

    fileprivate mutating func sessionEvent() -> SessionEvent {
        switch pick(10) {
        case 0:
            .interruptionBegan(
                Interruption(
                    id: number(), reason: pick([.communication, .corked, .client(text())]), source: .player(text()),
                    sourceName: text(), effect: pick([.pauses, .ducks, .mutesLocalRoom])))
        case 1: .interruptionEnded(id: number(), shouldResume: bool(), resumed: bool())
        case 2: .routeChanged(.init(reason: pick([.override, .categoryChange]), previous: route(), current: route()))
        case 3: .silenceSecondaryAudioHint(begin: bool())
        case 4: .outputVolumeChanged(level: double(), isMuted: bool())
        case 5: .inputVolumeChanged(level: double(), isMuted: bool())
        case 6:
            .outputsChanged(
                PortListChange(
                    added: [listed()], removed: bool() ? [listed()] : [], changed: bool() ? [listed(), listed()] : []))
        case 7: .filtersChanged(output: text(), pick([nil, .off, .equalizer(OutputEqualizer(text: text()))]))
        case 8:
            .volumeRuleChanged(
                output: text(),
                VolumeRule(
                    maximum: bool() ? double() : nil, atStart: bool() ? double() : nil,
                    control: pick([nil, .software, .sink])))
        default: .activeChanged(bool(), pick([.play, .client, .endOfQueue]))
        }
    }

    private mutating func item() -> QueueItem {
        QueueItem(
            id: number(), uri: text(["/a", "http://u:p@h/"]), title: bool() ? text() : nil, artist: bool() ? text() : nil,
            album: bool() ? text() : nil, duration: bool() ? double() : nil, durationIsEstimate: bool())
    }

    private mutating func listed() -> ListedOutput {
        let device = OutputDevice(
            uid: text(), name: text(), type: pick(OutputType.allCases), channelCount: Int(number(Int16.self)))
        return ListedOutput(
            uid: device.uid, device: device, level: bool() ? double() : nil, isMuted: bool(), isDefault: bool(), isCurrent: bool()
        )
    }

    private mutating func route() -> Route {
        Route(
            outputs: (0..<pick(3)).map { _ in
                OutputDevice(uid: text(), name: text(), type: pick(OutputType.allCases), channelCount: Int(number(Int16.self)))
            },
            inputs: (0..<pick(2)).map { _ in
                RouteInput(
                    device: InputDevice(
                        uid: text(), name: text(), type: pick(InputType.allCases), channelCount: Int(number(Int16.self))),
                    isDefault: bool())
            })
    }
}
