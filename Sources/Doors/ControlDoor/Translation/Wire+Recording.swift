import Application
import AudioTypes
import ControlProtocol
import JSON
import Media
import MediaTypes
import PlayerModel
import Recording

extension RecordingRequest {
    /// The most tags that a client can give.
    private static let mostTags = 64

    /// Makes the request of a client.
    /// - Throws: if the words of the format name nothing, or there are too many tags.
    init(_ order: Wire.RecordingOrder) throws(RecordingError) {
        let source: RecordingSource =
            switch order.source {
            case .input, .meeting: .capture(.input(uid: order.input))
            case .output: .capture(.output(uid: order.output))
            case .player: .player
            }
        self.init(source)
        if order.source == .meeting { besideOutput = .output(uid: order.output) }
        path = order.path
        format = order.format
        do throws(MediaError) {
            options = try AudioFileFormat.Options(
                codec: order.codec, bits: order.bits, bitRate: order.bitRate, quality: order.quality,
                mode: order.bitRateMode)
        } catch {
            throw .media(error)
        }
        let tags = order.tags ?? [:]
        guard tags.count <= Self.mostTags else {
            throw .plan(RecordingPlan.Refusal(parameter: "tags", message: "there are more than \(Self.mostTags) tags"))
        }
        wish.tags = tags
        wish.splitEvery = order.splitEvery
        wish.splitsOnClock = order.splitOnClock
        wish.silence = order.onSilence.map(RecordingPlan.Silence.init)
        wish.maximumDuration = order.maxDuration
        (wish.duration, wish.latency) = (order.duration, order.latency)
        do throws(PlaybackError) { wish.startsAt = try order.at.flatMap(StartTime.init)?.monotonic() } catch {
            throw .time(error)
        }
        wish.fillsGaps = order.fillGaps
        dithers = order.dither
        switch order.channels {
        case .count(let count): channelCount = count
        case .numbers(let numbers): channelNumbers = numbers
        case nil: break
        }
        (isMuted, cancelsEcho) = (order.muted, order.echoCancelled)
        sampleRate = order.sampleRate
        (title, purpose) = (order.title, order.purpose)
        followsInput = order.followInput
        isInterruptible = order.interruptible
        splitsOnTitle = order.splitOnTitle
        preRoll = order.preRoll
    }
}

extension RecordingPlan.Silence {
    fileprivate init(_ rule: Wire.SilenceRule) {
        self.init()
        decibels = rule.level ?? decibels
        seconds = rule.seconds ?? seconds
        shortestPiece = rule.shortest ?? shortestPiece
        action = rule.action == .stop ? .stop : .split
    }
}

extension Wire.Recording {
    init(_ status: RecordingStatus) {
        let state: State =
            switch status.phase {
            case .recording: .recording
            case .paused: .paused
            case .interrupted: .interrupted
            case .waiting: .waiting
            }
        let source: Wire.RecordingSource =
            switch status.source {
            case .capture(.input): status.isMeeting ? .meeting : .input
            case .capture(.output): .output
            case .player: .player
            }
        self.init(
            recording: status.id, state: state, source: source, interruptible: status.isInterruptible,
            muted: status.isMuted, inputMuted: status.isInputMuted, from: status.inputs,
            title: status.title.isEmpty ? nil : status.title, path: status.path.isEmpty ? nil : status.path,
            format: status.format.name, samples: status.format.encoded?.rawSamples,
            reduced: status.format.encoded?.reduction.map(Wire.DepthReduction.init),
            sampleRate: Int(status.stream.sampleRate.hertz), channels: status.stream.channelCount, duration: status.seconds,
            missedFrames: status.missedFrames, droppedFrames: status.droppedFrames,
            firstFrameAt: status.firstFrameAt.map { Double($0) / 1e9 },
            heard: status.heard.map { Wire.HeardPlace(item: $0.item, position: $0.seconds) })
    }
}

extension AudioFileFormat {
    /// How samples without a header are stored; `nil` for formats that say so themselves.
    fileprivate var rawSamples: Wire.RawSamples? {
        guard container == .raw else { return nil }
        return switch samples {
        case .signed24: .s24le
        case .float32: .f32le
        case .signed16, nil: .s16le
        }
    }
}

extension Wire.RecordingResult {
    init(_ id: Int64, _ result: RecordingResult) {
        var error: ControlError?
        let reason: Reason
        switch result.end {
        case .stopped: reason = .stopped
        case .maximumDuration: reason = .maxDuration
        case .silence: reason = .silence
        case .inputLost: reason = .inputLost
        case .formatChanged: reason = .formatChanged
        case .shuttingDown: reason = .shuttingDown
        case .failed(let failure):
            reason = .failed
            error = ControlError(ControlError.Code(failure.code), failure.description)
        }
        self.init(
            recording: id, reason: reason, error: error, path: result.file?.path, files: result.files, frames: result.frames,
            duration: result.seconds, missedFrames: result.missed, droppedFrames: result.dropped)
    }
}

extension Event {
    /// Makes the protocol's event for what happened to a recording.
    init(_ news: RecordingNews) {
        self =
            switch news {
            case .began(let status): .recordingBegan(Wire.Recording(status))
            case .phaseChanged(let status): .recordingStateChanged(Wire.Recording(status))
            case .split(let id, let file, let next):
                .recordingSplit(recording: id, path: file.path, frames: file.frames, next: next)
            case .marked(let id, let mark): .recordingMarked(Wire.RecordingMark(id, mark))
            case .levels(let id, let levels):
                .recordingLevels(Wire.RecordingLevels(recording: id, Wire.Levels(levels), frame: levels.end))
            case .ended(let id, let result): .recordingEnded(Wire.RecordingResult(id, result))
            }
    }
}

extension Wire.RecordingMark {
    fileprivate init(_ id: Int64, _ mark: RecordingMark) {
        let cause: Cause =
            switch mark.cause {
            case .missed: .missed
            case .dropped: .dropped
            case .late: .late
            case .paused: .paused
            case .interrupted: .interrupted
            case .serverLost: .serverLost
            case .inputLost: .inputLost
            case .muted: .muted
            case .unmuted: .unmuted
            case .inputMuted: .inputMuted
            case .inputUnmuted: .inputUnmuted
            }
        self.init(recording: id, cause: cause, frame: mark.frame, missing: mark.missing, filled: mark.filled)
    }
}

extension ControlError {
    init(_ error: RecordingError) {
        switch error {
        case .session(let error): self.init(error)
        case .media(let error): self.init(Code(error.code), error.description)
        case .plan(let refusal):
            self.init(.invalidParams, refusal.message, details: ["parameter": .string(refusal.parameter)])
        case .unknown(let id): self.init(.recordingNotFound, "there is no recording \(id)")
        case .tooLate(let id): self.init(.recordingNotFound, "the recording \(id) is about to end")
        case .tooMany(let limit):
            self.init(.limitExceeded, "\(limit) recordings run, which is the limit", details: ["limit": "recordings"])
        case .tooLarge:
            self.init(
                .limitExceeded, "the recordings that run leave no memory for this one: ask for fewer channels or a lower rate",
                details: ["limit": "recordings"])
        case .tooManySplits(let limit):
            self.init(
                .limitExceeded, "\(limit) new files were asked for already, and the disk is not ready with them",
                details: ["limit": "splits"])
        case .time(let error): self.init(error)
        case .input(let reason): self.init(.mediaServicesFailed, "nothing can be captured: \(reason)")
        case .shuttingDown: self = .shuttingDown
        }
    }
}

extension Wire.Levels {
    init(_ levels: Levels) { self.init(peak: levels.peaks, rms: levels.rms, momentary: levels.momentary) }
}
