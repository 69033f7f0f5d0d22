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
    init(_ order: Wire.ExtractionOrder) throws(ControlError) {
        let part = Part(start: order.start, end: order.end)
        do throws(MediaError) {
            self = try .extraction(
                of: order.uri ?? Self.sentMedia, track: order.stream, part: part, container: order.container, path: order.path,
                onConnection: order.to != .file)
            isSent = order.uri == nil
        } catch {
            throw ControlError(ControlError.Code(error.code), error.description)
        }
    }

    /// Makes the job that a client asks for.
    /// - Throws: if its words and numbers mean nothing, or do not go together.
    init(_ order: Wire.ConversionOrder) throws(ControlError) {
        let part = Part(start: order.start, end: order.end)
        do throws(MediaError) {
            var conversion = JobRequest.Conversion(format: order.format)
            conversion.options = try AudioFileFormat.Options(
                codec: order.codec, bits: order.bits, bitRate: order.bitRate, quality: order.quality,
                mode: order.bitRateMode)
            conversion.dithers = order.dither
            conversion.loudness = order.loudness
            conversion.sampleRate = order.sampleRate
            conversion.channels = order.channels
            conversion.rawInput = order.input.flatMap { RawSamples($0) }
            self = try .conversion(
                of: order.uri ?? Self.sentMedia, conversion, part: part, path: order.path, onConnection: order.to != .file)
            isSent = order.uri == nil
        } catch {
            throw ControlError(ControlError.Code(error.code), error.description)
        }
    }
}

extension AudioFileFormat.Options {
    /// Makes the options that the words of the protocol stand for.
    init(
        codec: String?, bits: String?, bitRate: Int?, quality: Double?, mode: Wire.BitRateMode?
    ) throws(MediaError) {
        self.init(
            codec: try codec.map { name throws(MediaError) in try AudioFileFormat(named: name).codec },
            samples: bits.map { $0 == "24" ? .signed24 : $0 == "float" ? .float32 : .signed16 }, bitRate: bitRate,
            quality: quality.map { Int($0.rounded()) }, bitRateMode: mode.map { $0 == .constant ? .constant : .variable })
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
                }, reduced: conversion.reduction.map(Wire.DepthReduction.init))
        }
    }
}

extension Wire.DepthReduction {
    init(_ reduction: DepthReduction) {
        self.init(from: reduction.from, to: reduction.to, dithered: reduction.isDithered)
    }
}

extension ControlError {
    init(_ error: JobError) {
        switch error {
        case .unknown(let id): self.init(.jobNotFound, "there is no job \(id), or it is over")
        case .tooMany(let limit):
            self.init(.limitExceeded, "\(limit) jobs wait or run, which is the limit", details: ["limit": "jobs"])
        case .tooManySent(let limit):
            self.init(
                .limitExceeded, "\(limit) clients send media to jobs, which is the limit", details: ["limit": "sentMedia"])
        case .noDirectory:
            self.init(
                .uriNotAllowed, "there is no directory for recordings: set recording.directory in the configuration")
        case .shuttingDown: self = .shuttingDown
        }
    }
}
