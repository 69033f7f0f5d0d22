import AudioTypes
import Conversion
import Media
import MediaTypes
import Recording

extension AudioFileFormat {
    /// Returns the format for a new file at `path`, and the path without the suffix that names it.
    /// - Parameters:
    ///   - path: the path relative to the directory of recordings; `nil` if nobody has named one.
    ///   - name: the name of the format; `nil` for what the suffix says, or FLAC without a path.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no such format, or path and format name different ones.
    static func chosen(
        path: String?, name: String?, _ options: Options
    ) throws(MediaError) -> (format: AudioFileFormat, stem: String?) {
        guard let path else { return (try AudioFileFormat(named: name ?? "flac", options), nil) }
        guard let name else { return (try AudioFileFormat(suffixOf: path, options), path.withoutSuffix) }
        let named = try AudioFileFormat(named: name, options)
        guard let suffix = path.suffixOfName, let ofPath = try? AudioFileFormat(suffixOf: path) else { return (named, path) }
        guard ofPath.container == named.container else {
            throw MediaError(.unsupported, "the name \(path) ends in .\(suffix), which is not the format \"\(name)\"")
        }
        return (named, path.withoutSuffix)
    }
}

extension MediaError {
    /// The error if samples without a header are to become a file, of which nobody could say later what it is.
    static var rawFile: MediaError {
        MediaError(.unsupported, "raw samples have no header, so they go over a connection only: use wav for a file")
    }
}

/// What a recording takes in, as far as the format of its samples depends on it.
enum RecordedDevice: Hashable {
    /// A device with so many channels, in a graph that runs at so many hertz (0 if it does not run).
    case device(channels: Int, graphRate: Int)
    /// The player, in the format in which it plays, and how deep the samples of what plays are.
    case player(StreamFormat, PlayedDepth)
    /// The sound of an input that is kept ready, in its format.
    case kept(StreamFormat)

    /// How deep the samples of what is recorded are.
    fileprivate var depth: PlayedDepth { if case .player(_, let depth) = self { depth } else { .none } }
}

/// How many bits the samples of what plays have.
enum PlayedDepth: Hashable {
    /// They have no such number: they were coded with losses, or come from a device.
    case none
    case bits(Int)
    /// Nothing plays yet, so there may be as many as there can be.
    case unknown

    /// Makes the depth of what plays; `nil` if nothing does.
    init(_ description: SourceDescription?) {
        guard let description else { self = .unknown; return }
        self = description.depth.map { .bits($0) } ?? .none
    }
}

extension RecordedFormat {
    /// Returns the format for such samples.
    fileprivate func keeping(_ depth: PlayedDepth, dithers: Bool) -> RecordedFormat {
        guard case .encoded(let format) = self else { return self }
        switch depth {
        case .none: return self
        case .bits(let bits): return .encoded(format.keeping(bits: bits, dithers: dithers))
        case .unknown: return .encoded(format.keepingAll())
        }
    }
}

extension String {
    /// What comes behind the last dot of a file's name; `nil` if it has no dot but a first one.
    var suffixOfName: String? {
        // By bytes, as the system sees them: an accent behind a slash makes no other character of it.
        let name = utf8.split(separator: UInt8(ascii: "/")).last
        return name?.split(separator: UInt8(ascii: ".")).dropFirst().last.map { String(Substring($0)) }
    }

    /// The path of a file without the suffix of its name.
    var withoutSuffix: String { suffixOfName.map { String(Substring(utf8.dropLast($0.utf8.count + 1))) } ?? self }
}

extension RecordingRequest {
    /// Whether the packets of what plays are to be copied.
    var isCopy: Bool { format?.lowercased() == RecordedFormat.copyName }

    /// Whether the files follow the depth of what plays: it is recorded into files, and nobody has asked for a depth.
    var followsDepth: Bool {
        guard source == .player, !isOnConnection, !isCopy else { return false }
        return (try? chosenFormat())?.format.encoded?.followsSource == true
    }

    /// Returns the format that is asked for, and the path without the suffix that names it.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no such format, path and format name different ones, or the format is
    ///   none of a file and a file is wanted.
    func chosenFormat() throws(MediaError) -> (format: RecordedFormat, stem: String?) {
        if isCopy { return try chosenCopy() }
        let chosen = try AudioFileFormat.chosen(path: path, name: format, options)
        guard isOnConnection || chosen.format.container != .raw else { throw .rawFile }
        return (.encoded(chosen.format), chosen.stem)
    }

    /// The suffix of the path asks for a container; without a known one, the codec decides.
    private func chosenCopy() throws(MediaError) -> (format: RecordedFormat, stem: String?) {
        guard source == .player else {
            throw MediaError(.unsupported, "only what the player plays can be copied: an input and an output have no packets")
        }
        guard options == AudioFileFormat.Options() else {
            throw MediaError(.unsupported, "a copy is coded as it plays: it has no codec, bits, bit rate or quality to choose")
        }
        guard let path else { return (.copied(into: nil), nil) }
        guard let container = try? PacketContainer(suffixOf: path), RecordedFormat.containers.contains(container) else {
            return (.copied(into: nil), path)
        }
        return (.copied(into: container), path.withoutSuffix)
    }

    /// The sample rates that can be recorded, in hertz.
    private static let sampleRates = 8_000...384_000

    /// Returns the format of the samples that come from `device`.
    /// - Throws: ``RecordingPlan/Refusal`` if the request asks for a number of channels, or a rate, that does not exist.
    func stream(from device: RecordedDevice, format: AudioFileFormat?) throws(RecordingPlan.Refusal) -> StreamFormat {
        if besideOutput != nil {
            guard channelCount == nil, channelNumbers == nil, preRoll == nil else {
                throw RecordingPlan.Refusal(
                    parameter: preRoll != nil ? "preRoll" : "channels",
                    message: "a meeting has two channels, the input and what the output plays, from now on: leave that out")
            }
            guard case .device(_, let graphRate) = device else { preconditionFailure("a meeting is of a device") }
            return try stream(deviceChannels: 2, graphRate: graphRate, format: nil)
        }
        switch device {
        case .device(let channels, let graphRate):
            return try stream(deviceChannels: channels, graphRate: graphRate, format: format)
        case .player(let format, _):
            if let parameter = channelCount != nil || channelNumbers != nil ? "channels" : sampleRate != nil ? "sampleRate" : nil
            {
                throw RecordingPlan.Refusal(
                    parameter: parameter,
                    message: "a recording of the player has the channels and the rate of what plays; convert its file afterwards")
            }
            return format
        case .kept(let kept):
            guard channelNumbers == nil else {
                throw RecordingPlan.Refusal(
                    parameter: "channels", message: "the sound that is kept ready has all channels of its input: name none")
            }
            if let parameter = channelCount.map({ $0 != kept.channelCount }) == true
                ? "channels"
                : nil
                    ?? (sampleRate.map { $0 != Int(kept.sampleRate.hertz) } == true ? "sampleRate" : nil)
            {
                throw RecordingPlan.Refusal(
                    parameter: parameter,
                    message: "the sound that is kept ready has \(kept.channelCount) channels at \(kept.sampleRate.hertz) hertz")
            }
            return kept
        }
    }

    private func stream(
        deviceChannels: Int, graphRate: Int, format: AudioFileFormat?
    ) throws(RecordingPlan.Refusal) -> StreamFormat {
        let hertz = sampleRate ?? (graphRate > 0 ? graphRate : 48_000)
        guard Self.sampleRates.contains(hertz), let rate = SampleRate(hertz: hertz) else {
            throw RecordingPlan.Refusal(parameter: "sampleRate", message: "a recording has 8,000 to 384,000 hertz, not \(hertz)")
        }
        if let channelCount = channelNumbers?.count ?? channelCount {
            guard let layout = ChannelLayout.standard(channelCount: channelCount) else {
                throw RecordingPlan.Refusal(
                    parameter: "channels", message: "a recording has 1 to 64 channels, not \(channelCount)")
            }
            return StreamFormat(sampleRate: rate, channelLayout: layout)
        }
        let usual = StreamFormat(
            sampleRate: rate, channelLayout: ChannelLayout.standard(channelCount: deviceChannels) ?? .stereo)
        // Nobody asked for all channels of the device, so a format that has not that many gets two.
        return (try? format?.stored(usual)) != nil ? usual : StreamFormat(sampleRate: rate, channelLayout: .stereo)
    }

    /// Returns which channels of `device` are recorded; `nil` if none were named.
    private func picks(from device: RecordedDevice) throws(RecordingPlan.Refusal) -> ChannelPicks? {
        guard let channelNumbers, case .device(let channels, _) = device else { return nil }
        return try ChannelPicks(channelNumbers, of: channels)
    }

    /// Throws if what was asked for about times does not go with the rest.
    private func checkTiming(_ format: RecordedFormat) throws(RecordingPlan.Refusal) {
        if wish.latency != nil {
            let sentence: String? =
                if format.encoded == nil { "the packets of a copy come as they play" } else if preRoll != nil {
                    "sound that is kept ready is late already"
                } else { nil }
            if let sentence { throw RecordingPlan.Refusal(parameter: "latency", message: "\(sentence): leave \"latency\" out") }
        }
        if wish.duration != nil, source == .player {
            throw RecordingPlan.Refusal(
                parameter: "duration",
                message: "a recording of the player has none of its pauses, so it has no time of its own: use \"maxDuration\"")
        }
        guard wish.startsAt != nil else { return }
        if source == .player {
            throw RecordingPlan.Refusal(
                parameter: "at", message: "what the player plays begins when it plays: give the time to \"play\" instead")
        }
        if preRoll != nil {
            throw RecordingPlan.Refusal(
                parameter: "at", message: "\"at\" and \"preRoll\" both say when a recording begins: name one")
        }
    }

    /// Returns the plan of a recording from `device`, and the path without the suffix that names the format.
    /// - Throws: ``RecordingError/media(_:)`` if the format does not exist, ``RecordingError/plan(_:)`` if a number is out of range.
    func plan(from device: RecordedDevice) throws(RecordingError) -> (RecordingPlan, stem: String?) {
        let chosen: (format: RecordedFormat, stem: String?)
        do throws(MediaError) { chosen = try chosenFormat() } catch { throw .media(error) }
        do throws(RecordingPlan.Refusal) {
            let stream = try stream(from: device, format: chosen.format.encoded)
            do throws(MediaError) { _ = try chosen.format.encoded?.stored(stream) } catch {
                throw RecordingPlan.Refusal(parameter: "format", message: error.description)
            }
            let plan = try RecordingPlan(
                chosen.format.keeping(device.depth, dithers: dithers), input: stream, picks: try picks(from: device),
                isMeeting: besideOutput != nil, wish)
            try checkTiming(chosen.format)
            guard !isOnConnection || plan.isOneFile else {
                let sentence = "a recording over a connection is one file"
                guard plan.wish.splitEvery == nil else {
                    throw RecordingPlan.Refusal(parameter: "splitEvery", message: sentence)
                }
                throw RecordingPlan.Refusal(
                    parameter: "onSilence", message: "\(sentence), so silence can only end it: use the action stop")
            }
            return (plan, chosen.stem)
        } catch {
            throw .plan(error)
        }
    }
}
