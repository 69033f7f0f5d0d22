import Containers
package import Media
package import MediaTypes

// Which container holds which packets.
extension Extraction {
    /// Returns the container for packets of `format`: the one that was asked for, or the usual one of the codec.
    /// - Parameters:
    ///   - isChain: whether the media is a chain of recordings whose headers may differ.
    ///   - name: what messages call the media.
    /// - Throws: ``MediaError/Code/unsupported`` if the container cannot hold the packets, with one that can.
    package func container(for format: CodedFormat, isChain: Bool, name: String) throws(MediaError) -> PacketContainer {
        let usual = Self.usual(format, isChain: isChain)
        let chosen = container ?? usual
        guard let reason = Self.refusal(of: format, by: chosen, isChain: isChain) else { return chosen }
        let others = PacketContainer.allCases.filter { Self.refusal(of: format, by: $0, isChain: isChain) == nil }
        guard let first = others.first(where: { $0 == usual }) ?? others.first else {
            throw MediaError(.unsupported, "\(name) has \(reason), and no container here can hold it: convert the sound instead")
        }
        throw MediaError(.unsupported, "\(name) has \(reason), which \(chosen.name) cannot hold: use \(first.name)")
    }

    private static func usual(_ format: CodedFormat, isChain: Bool) -> PacketContainer {
        switch format.codec {
        case "aac", "alac": .mp4
        case "opus", "vorbis", "speex": .ogg
        case "flac": isChain ? .ogg : .flac
        case "mp3": .mp3
        case "ac3", "eac3": .ac3
        default: .matroska
        }
    }

    /// Why `container` cannot hold packets of `format`, as the end of a sentence; `nil` if it can.
    private static func refusal(of format: CodedFormat, by container: PacketContainer, isChain: Bool) -> String? {
        if isChain, container != .ogg { return "several recordings, one behind the other" }
        switch (container, format.codec) {
        case (.adts, "aac"): return format.aac.flatMap { refusalByADTS($0, format.channelCount) }
        case (.mp4, "aac"), (.mp4, "alac"), (.mp4, "ac3"), (.mp4, "eac3"), (.ogg, "vorbis"), (.ogg, "opus"), (.ogg, "flac"),
            (.ogg, "speex"), (.mp3, "mp3"), (.flac, "flac"), (.ac3, "ac3"), (.ac3, "eac3"):
            return nil
        // LATM frames its packets itself, and so needs the stream around it.
        case (.matroska, let codec) where codec != "aac_latm": return nil
        case (_, let codec): return "sound in \(codec)"
        }
    }

    /// The header of ADTS has two bits for the kind of AAC, four for the rate, three for the channels, and none for the length
    /// (ISO/IEC 14496-3, section 1.A.3.2).
    private static func refusalByADTS(_ aac: AudioSpecificConfig, _ channels: Int) -> String? {
        if aac.isHighEfficiency { return "HE-AAC that is announced as such" }
        if aac.isShort { return "AAC with 960 frames a packet" }
        if !(1...4).contains(aac.objectType) { return "AAC of the kind \(aac.objectType)" }
        if aac.rateIndex > 12 { return "AAC at a rate of its own" }
        return aac.channelConfiguration > 7 || channels > 8 ? "AAC with \(channels) channels in an order of their own" : nil
    }
}

extension PacketContainer {
    /// The names of containers, which are also the suffixes of file names.
    private static let named: [(name: String, container: PacketContainer)] = [
        ("aac", .adts), ("m4a", .mp4), ("opus", .ogg), ("ogg", .ogg), ("oga", .ogg), ("mka", .matroska), ("mp3", .mp3),
        ("flac", .flac), ("ac3", .ac3), ("eac3", .ac3),
    ]

    /// Makes the container with a name such as `m4a`.
    /// - Throws: ``MediaError/Code/unsupported`` for other names.
    package init(named name: String) throws(MediaError) {
        guard let entry = Self.named.first(where: { $0.name == name }) else {
            throw MediaError(.unsupported, "there is no container \"\(name)\": \(Self.choice) exist")
        }
        self = entry.container
    }

    /// Returns the suffix of the names of files with packets of `codec`, without its dot.
    package func suffix(codec: String) -> String {
        switch self {
        case .adts: "aac"
        case .mp4: "m4a"
        case .ogg: codec == "opus" ? "opus" : "ogg"
        case .matroska: "mka"
        case .mp3: "mp3"
        case .flac: "flac"
        case .ac3: codec == "eac3" ? "eac3" : "ac3"
        }
    }

    /// All names, as a list for a sentence.
    private static var choice: String {
        let names = named.map(\.name)
        return "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }

    /// Makes the container that the suffix of a file name asks for, in any case.
    /// - Throws: ``MediaError/Code/unsupported`` for other suffixes.
    package init(suffixOf fileName: String) throws(MediaError) {
        let base = fileName.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let parts = base.split(separator: ".", omittingEmptySubsequences: false)
        let suffix = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
        guard let entry = Self.named.first(where: { $0.name == suffix }) else {
            let suffixes = Self.named.map(\.name)
            throw MediaError(
                .unsupported,
                "the name \(fileName) does not say what to copy the sound into: it must end in "
                    + "\(suffixes.dropLast().joined(separator: ", ")) or \(suffixes[suffixes.count - 1])")
        }
        self = entry.container
    }
}
