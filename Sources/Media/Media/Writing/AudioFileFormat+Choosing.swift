package import MediaTypes

extension AudioFileFormat {
    /// The names of the formats, which are also the suffixes of file names. Each has the codec that is meant if nobody says
    /// otherwise.
    private static let named: [(name: String, container: Container, codec: Codec)] = [
        ("wav", .wave, .pcm), ("flac", .flac, .flac), ("opus", .ogg, .opus), ("vorbis", .ogg, .vorbis), ("ogg", .ogg, .vorbis),
        ("mp3", .mp3, .mp3), ("aac", .adts, .aac), ("m4a", .mp4, .aac), ("mka", .matroska, .flac),
        ("caf", .caf, .pcm), ("aiff", .aiff, .pcm),
    ]
    /// Further suffixes for some of the names.
    private static let rawName = "raw"
    private static let aliases = ["wave": "wav", "oga": "ogg", "aif": "aiff"]

    /// The names that ``init(named:_:)`` takes.
    package static var names: [String] { named.map(\.name) }

    /// Makes the format called `name`: `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`, in any case.
    /// - Throws: ``MediaError/Code/unsupported`` for other names, and for options that do not go with the format.
    package init(named name: String, _ options: Options = Options()) throws(MediaError) {
        let lower = name.lowercased()
        // It is not among the names for files.
        if lower == Self.rawName {
            try self.init(.raw, options.codec ?? .pcm, options)
            return
        }
        guard let entry = Self.named.first(where: { $0.name == lower }) else {
            throw MediaError(
                .unsupported, "sound cannot be written as \"\(name)\": the formats are \(Self.list(Self.names, "and"))")
        }
        try self.init(entry.container, options.codec ?? entry.codec, options)
    }

    /// Makes the format that the suffix of a file name asks for.
    /// - Throws: ``MediaError/Code/unsupported`` for other suffixes, and for options that do not go with the format.
    package init(suffixOf fileName: String, _ options: Options = Options()) throws(MediaError) {
        let base = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let parts = base.split(separator: ".", omittingEmptySubsequences: false)
        let suffix = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
        let name = Self.aliases[suffix] ?? suffix
        guard Self.names.contains(name) else {
            let suffixes = Self.list(Self.names.filter { $0 != "vorbis" }, "or")
            throw MediaError(.unsupported, "the name \(fileName) does not say how to write sound: it must end in \(suffixes)")
        }
        try self.init(named: name, options)
    }

    /// The suffix of the names of such files, without its dot.
    package var suffix: String {
        switch container {
        case .wave: "wav"
        case .caf: "caf"
        case .aiff: "aiff"
        case .flac: "flac"
        case .ogg: codec == .opus ? "opus" : "ogg"
        case .mp3: "mp3"
        case .adts: "aac"
        case .mp4: "m4a"
        case .matroska: "mka"
        case .raw: Self.rawName
        }
    }

    private init(_ container: Container, _ codec: Codec, _ options: Options) throws(MediaError) {
        guard container.codecs.contains(codec) else {
            let others = Self.list(Container.ofFiles.filter { $0.codecs.contains(codec) }.map(\.name), "or")
            throw MediaError(.unsupported, "\(container.name) cannot hold \(codec.name): use \(others)")
        }
        let kinds = codec.sampleKinds
        if let wanted = options.samples, !kinds.contains(wanted) {
            let others = Self.list(Container.ofFiles.filter { $0.holds(wanted) }.map(\.name), "or")
            let has = kinds.isEmpty ? "has no sample size" : "has \(Self.list(kinds.map(\.bits), "or")) bits"
            throw MediaError(.unsupported, "\(codec.name) \(has), not \(wanted.name): use \(others)")
        }
        try self.init(
            checked: container, codec, kinds.isEmpty ? nil : options.samples ?? .signed16,
            followsSource: !kinds.isEmpty && options.samples == nil, Self.effort(codec, options))
        bitRateMode = try Self.mode(codec, options)
    }

    /// Checks what `options` say about how much to keep.
    private static func effort(_ codec: Codec, _ options: Options) throws(MediaError) -> Effort? {
        if let bitRate = options.bitRate {
            guard let range = codec.bitRates else {
                throw MediaError(.unsupported, "\(codec.name) keeps every sample and has no bit rate to choose")
            }
            guard options.quality == nil else {
                throw MediaError(.unsupported, "\(codec.name) is written with a bit rate or with a quality, not with both")
            }
            guard range.contains(bitRate) else {
                throw MediaError(
                    .unsupported,
                    "\(codec.name) has bit rates from \(range.lowerBound) to \(range.upperBound) bit/s, not \(bitRate)")
            }
            return .bitRate(bitRate)
        }
        guard let quality = options.quality else { return nil }
        guard let range = codec.qualities else {
            let instead =
                codec.bitRates == nil ? "keeps every sample and has no quality to choose" : "has bit rates and no quality"
            throw MediaError(.unsupported, "\(codec.name) \(instead)")
        }
        guard range.contains(quality) else {
            throw MediaError(
                .unsupported, "\(codec.name) has qualities from \(range.lowerBound) to \(range.upperBound), not \(quality)")
        }
        return .quality(quality)
    }

    /// Checks what `options` say about how the bits are spread.
    private static func mode(_ codec: Codec, _ options: Options) throws(MediaError) -> BitRateMode? {
        guard let mode = options.bitRateMode else { return nil }
        guard codec.bitRates != nil else {
            throw MediaError(
                .unsupported, "\(codec.name) keeps every sample, so its bit rate is neither constant nor variable by choice")
        }
        if mode == .constant, codec == .vorbis {
            throw MediaError(
                .unsupported, "Vorbis always has a variable bit rate: leave the mode of the bit rate out, or use mp3, opus or aac"
            )
        }
        if mode == .constant, options.quality != nil {
            throw MediaError(.unsupported, "a quality has a variable bit rate: ask for a bit rate that is to be constant instead")
        }
        if mode == .variable, codec == .aac, options.bitRate != nil {
            throw MediaError(
                .unsupported, "AAC with a variable bit rate has no number for it: leave the bit rate out, or make it constant")
        }
        return mode
    }

    /// `a, b or c`.
    private static func list(_ words: [String], _ conjunction: String) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}

extension AudioFileFormat.Container {
    /// The name for people.
    package var name: String {
        switch self {
        case .wave: "WAV"
        case .caf: "CAF"
        case .aiff: "AIFF"
        case .flac: "FLAC"
        case .ogg: "Ogg"
        case .mp3: "MP3"
        case .adts: "ADTS"
        case .mp4: "M4A"
        case .matroska: "Matroska"
        case .raw: "a stream of raw samples"
        }
    }

    /// The codecs that it can hold.
    package var codecs: [AudioFileFormat.Codec] {
        switch self {
        case .wave, .caf, .aiff, .raw: [.pcm]
        case .flac: [.flac]
        case .ogg: [.vorbis, .opus, .flac]
        case .mp3: [.mp3]
        case .adts, .mp4: [.aac]
        case .matroska: [.flac, .opus, .vorbis, .aac, .mp3, .pcm]
        }
    }

    /// Those that files can have.
    fileprivate static var ofFiles: [Self] { allCases.filter { $0 != .raw } }

    fileprivate func holds(_ kind: AudioFileFormat.SampleKind) -> Bool { codecs.contains { $0.sampleKinds.contains(kind) } }
}

extension AudioFileFormat.SampleKind {
    fileprivate var name: String {
        switch self {
        case .signed16: "16 bits"
        case .signed24: "24 bits"
        case .float32: "32-bit floats"
        }
    }

    fileprivate var bits: String {
        switch self {
        case .signed16: "16"
        case .signed24: "24"
        case .float32: "32"
        }
    }
}
