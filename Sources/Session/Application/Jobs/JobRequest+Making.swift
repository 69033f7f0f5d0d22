import AudioTypes
import Conversion
package import Media
package import MediaTypes

// What clients ask for in words and numbers, as the values that jobs are made of.
extension JobRequest {
    /// A part of a recording, in seconds.
    package struct Part: Hashable, Sendable {
        /// `nil` for the beginning.
        package var start: Double?
        /// `nil` for the end.
        package var end: Double?

        /// Makes a part.
        package init(start: Double? = nil, end: Double? = nil) {
            self.start = start
            self.end = end
        }

        /// Returns the part of the media at `uri`.
        /// - Throws: ``MediaError/Code/unsupported`` if it is empty, or the address is that of a part itself.
        func excerpt(of uri: String) throws(MediaError) -> Excerpt {
            let range = MediaRange.split(uri)?.range
            guard start != nil || end != nil else {
                return try range.map { range throws(MediaError) in try Excerpt(from: range.start, to: range.end) } ?? .everything
            }
            guard range == nil else {
                throw MediaError(.unsupported, "\(MediaAddress.shown(uri)) is a part already: give the times of the file instead")
            }
            return try Excerpt(from: Self.time(start ?? 0), to: end.map(Self.time))
        }

        /// To the microsecond, which is less than a frame.
        private static func time(_ seconds: Double) -> MediaTime {
            MediaTime(value: Int64((min(max(seconds, -1), 1e9) * 1e6).rounded()), timescale: 1_000_000)
        }
    }

    /// How sound is converted.
    package struct Conversion: Hashable, Sendable {
        /// The name of the format; `nil` for what the suffix of the path says.
        package var format: String?
        package var options = AudioFileFormat.Options()
        /// Whether samples that lose bits are dithered.
        package var dithers = true
        /// The loudness in LUFS; `nil` to leave it.
        package var loudness: Double?
        /// In hertz; `nil` for that of the media.
        package var sampleRate: Int?
        /// `nil` for those of the media.
        package var channels: Int?
        /// The format of media that are nothing but samples; `nil` if they tell it themselves.
        package var rawInput: RawSamples?

        /// Makes a conversion that changes nothing but the format.
        package init(format: String? = nil) { self.format = format }
    }

    /// The sample rates that can be asked for, in hertz.
    private static let sampleRates = 8_000...384_000

    /// Makes the request to copy sound.
    /// - Parameters:
    ///   - track: the number of the stream; `nil` for the best.
    ///   - container: the name of the container; `nil` for what the suffix of `path` says, or the usual one of the codec.
    ///   - path: the new file, relative to the directory of recordings; `nil` for the name of the media.
    /// - Throws: ``MediaError/Code/unsupported`` for words and numbers that mean nothing, or do not go together.
    package static func extraction(
        of uri: String, track: Int?, part: Part, container: String?, path: String?, onConnection: Bool
    ) throws(MediaError) -> JobRequest {
        let named = try container.map { name throws(MediaError) in try PacketContainer(named: name) }
        let ofPath = path.flatMap { path in try? PacketContainer(suffixOf: path) }
        if let container, let named, let path, let ofPath, named != ofPath {
            throw MediaError(
                .unsupported, "the name \(path) ends in .\(path.suffixOfName ?? ""), which is not the container \"\(container)\"")
        }
        let extraction = Extraction(track: track, excerpt: try part.excerpt(of: uri), container: named ?? ofPath)
        let file = Target.file(
            stem: ofPath == nil ? path : path?.withoutSuffix, suffix: ofPath == nil ? nil : path?.suffixOfName)
        return JobRequest(.extract(extraction), of: uri, to: onConnection ? .connection : file)
    }

    /// Makes the request to convert sound.
    /// - Parameter path: the new file, relative to the directory of recordings; `nil` for the name of the media.
    /// - Throws: ``MediaError/Code/unsupported`` for words and numbers that mean nothing, or do not go together.
    package static func conversion(
        of uri: String, _ conversion: Conversion, part: Part, path: String?, onConnection: Bool
    ) throws(MediaError) -> JobRequest {
        let (format, stem) = try AudioFileFormat.chosen(path: path, name: conversion.format, conversion.options)
        guard onConnection || format.container != .raw else { throw .rawFile }
        var transcoding = Transcoding(to: format, excerpt: try part.excerpt(of: uri), dithers: conversion.dithers)
        transcoding.loudness = try conversion.loudness.map { value throws(MediaError) in try LoudnessGoal(loudness: value) }
        transcoding.rawInput = conversion.rawInput
        if let hertz = conversion.sampleRate {
            guard sampleRates.contains(hertz), let rate = SampleRate(hertz: hertz) else {
                throw MediaError(.unsupported, "sound is written with 8,000 to 384,000 hertz, not \(hertz)")
            }
            transcoding.sampleRate = rate
        }
        if let channels = conversion.channels {
            guard let layout = ChannelLayout.standard(channelCount: channels) else {
                throw MediaError(.unsupported, "sound is written with 1 to 64 channels, not \(channels)")
            }
            transcoding.channelLayout = layout
        }
        let suffix = stem == path ? nil : path?.suffixOfName
        return JobRequest(.convert(transcoding), of: uri, to: onConnection ? .connection : .file(stem: stem, suffix: suffix))
    }
}
