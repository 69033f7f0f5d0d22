import Application
import AudioTypes
import ControlProtocol
import Conversion
import JSON
import Media
import MediaTypes

extension JobRequest {
    /// Makes the job that a client asks for.
    /// - Throws: if its words and numbers mean nothing, or do not go together.
    init(_ request: Request.Job, _ wish: Request.JobWish) throws(ControlError) {
        let part = Part(start: wish.start, end: wish.end)
        let onConnection = wish.target != .file
        do throws(MediaError) {
            switch request {
            case .convert(_, let options):
                var conversion = JobRequest.Conversion(format: options.format)
                conversion.options = try AudioFileFormat.Options(
                    codec: options.codec, bits: options.bits, bitRate: options.bitRate, quality: options.quality)
                conversion.loudness = options.loudness
                conversion.sampleRate = options.sampleRate
                conversion.channels = options.channels
                self = try .conversion(of: wish.uri, conversion, part: part, path: wish.path, onConnection: onConnection)
            case .extract(_, let stream, let container):
                self = try .extraction(
                    of: wish.uri, track: stream, part: part, container: container, path: wish.path, onConnection: onConnection)
            case .list, .cancel:
                preconditionFailure("only requests that begin a job have a wish")
            }
        } catch {
            throw ControlError(ControlError.Code(error.code), error.description)
        }
    }
}

extension AudioFileFormat.Options {
    /// Makes the options that the words of the protocol stand for.
    init(codec: String?, bits: String?, bitRate: Int?, quality: Int?) throws(MediaError) {
        self.init(
            codec: try codec.map { name throws(MediaError) in try AudioFileFormat(named: name).codec },
            samples: bits.map { $0 == "24" ? .signed24 : $0 == "float" ? .float32 : .signed16 }, bitRate: bitRate,
            quality: quality)
    }
}

extension Wire.Job {
    init(_ status: JobStatus) {
        self.init(job: status.id, kind: status.kind == .extract ? .extract : .convert, uri: status.uri, state: .waiting)
        switch status.state {
        case .waiting: break
        case .running(let progress):
            state = .running
            self.progress = progress?.fraction
        case .done(let result):
            state = .done
            self.result = Wire.JobResult(result)
        case .failed(let failure):
            state = .failed
            error = ControlError(ControlError.Code(failure.code), failure.description)
        case .cancelled: state = .cancelled
        }
    }
}

extension Wire.JobResult {
    fileprivate init(_ result: JobResult) {
        switch result.outcome {
        case .extracted(let extraction):
            let losses = [
                (extraction.lostTags, "tags"), (extraction.lostPicture, "picture"), (extraction.lostChapters, "chapters"),
                (extraction.endsEarly, "end"),
            ]
            self.init(
                path: result.path, format: result.suffix, sampleRate: Int(extraction.format.sampleRate.hertz),
                frames: extraction.frames.value,
                edges: Wire.JobEdges(
                    hiddenBefore: extraction.before.hidden.value, hiddenAfter: extraction.after.hidden.value,
                    heardBefore: extraction.before.heard.value, heardAfter: extraction.after.heard.value),
                lost: losses.filter(\.0).map(\.1), missingFrames: extraction.gapFrames.value)
        case .converted(let conversion):
            self.init(
                path: result.path, format: result.suffix, sampleRate: Int(conversion.stored.sampleRate.hertz),
                frames: conversion.framesOut.value, lost: conversion.shortage == nil ? [] : ["end"],
                damagedPackets: Int64(conversion.damagedPacketCount),
                loudness: conversion.loudness.map {
                    Wire.JobLoudness(
                        integrated: $0.integrated, truePeak: $0.truePeak, gain: $0.gain, limitedByPeak: $0.isLimitedByPeak)
                })
        }
    }
}

extension ControlError {
    init(_ error: JobError) {
        switch error {
        case .unknown(let id): self.init(.jobNotFound, "there is no job \(id), or it is over")
        case .tooMany(let limit):
            self.init(.limitExceeded, "\(limit) jobs wait or run, which is the limit", details: ["limit": "jobs"])
        case .noDirectory:
            self.init(
                .uriNotAllowed, "there is no directory for recordings: set recording.directory in the configuration")
        case .shuttingDown: self = .shuttingDown
        }
    }
}
