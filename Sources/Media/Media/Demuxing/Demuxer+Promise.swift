import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

// The length that a container states, to compare with what was decoded.
extension Demuxer {
    /// The containers whose header states how much sound follows, in samples, bytes or time.
    private static let counting: Set<String> = [
        "mov", "asf", "matroska", "wav", "w64", "aiff", "caf", "au", "flac", "mp3", "wv", "tta", "ape", "tak", "mpc", "mpc8",
        "dsf",
        "iff",
    ]
    /// Programs that cannot seek back write this many bytes, or slightly more, as the size. Such a size states nothing.
    private static let placeholder = Double(0x7FFF_0000)

    /// Returns how long the track should last by its container, in seconds; `nil` if the container states no length, or an
    /// unreliable one.
    func promisedSeconds() throws(MediaError) -> Double? {
        let names = unsafe String(cString: context.pointee.iformat.pointee.name)
        guard let format = names.split(separator: ",").first.map(String.init), Self.counting.contains(format),
            let size = input.stream.source.size, isSeekable
        else { return nil }
        let rate = Double(unsafe stream.pointee.codecpar.pointee.bit_rate) / 8
        guard let seconds = try writtenSeconds(format, bytesPerSecond: rate), seconds > 0 else { return nil }
        return seconds * rate < Self.placeholder || Double(size) >= Self.placeholder ? seconds : nil
    }

    /// Whether the container says that the track has any sound.
    func promisesSound() throws(MediaError) -> Bool {
        if try promisedSeconds() != nil { return true }
        guard isSeekable, let told = try toldLength() else { return false }
        return told.isExact && told.time.value > 0
    }

    private func writtenSeconds(_ format: String, bytesPerSecond rate: Double) throws(MediaError) -> Double? {
        let source = input.stream.source
        let isPlain = unsafe av_get_exact_bits_per_sample(stream.pointee.codecpar.pointee.codec_id) >= 8
        // For these formats FFmpeg believes the size of the file rather than the header.
        switch format {
        // The end of a far source is not looked at.
        case "flac" where !isNearby: return nil
        case "flac":
            // The total in the header is wrong if the last packet is complete and shorter than the others.
            if let end = try flacEnd() { return end.promisedCount.map { Double($0) / sampleRate } }
        // The `fact` chunk of codecs with blocks may mean something else. It counts only if the sound chunk extends past the
        // end of the file.
        case "wav" where !isPlain, "w64" where !isPlain:
            guard try RIFFChunks.isCut(source) else { return nil }
        case "asf": return try ASFHeader.seconds(in: source)
        case "wav", "w64": return rate > 0 ? try RIFFChunks.dataSize(of: source).map { Double($0) / rate } : nil
        case "caf" where isPlain:
            return unsafe Double(stream.pointee.nb_frames) / sampleRate
        case "mov" where isNearby:
            if let seconds = try MovieFragments.promisedSeconds(in: source), unsafe context.pointee.nb_streams == 1 {
                return seconds
            }
        default: break
        }
        guard unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM else { return nil }
        let (ticks, base) = unsafe (stream.pointee.duration, stream.pointee.time_base)
        if ticks != fermata_no_timestamp(), ticks > 0, base.num > 0, base.den > 0 {
            return Double(ticks) * Double(base.num) / Double(base.den)
        }
        // The whole file may be longer than its sound if it has other streams.
        let (whole, count) = unsafe (context.pointee.duration, context.pointee.nb_streams)
        return whole != fermata_no_timestamp() && count == 1 ? Double(whole) / Double(AV_TIME_BASE) : nil
    }

    /// Whether the last bytes show that something is missing after them, for containers that do not say how much.
    func isCut() throws(MediaError) -> Bool {
        let source = input.stream.source
        return switch formatName {
        case "ogg": unsafe context.pointee.nb_streams == 1 ? try ogg?.areCut() ?? false : false
        case "aac" where isNearby: try ADTSEnd.isCut(source)
        case let name where name.hasPrefix("mov") && isNearby: try MovieFragments.areCut(in: source)
        default: false
        }
    }

    private var sampleRate: Double { unsafe Double(max(1, stream.pointee.codecpar.pointee.sample_rate)) }

    /// The error for a track that should have sound and from which nothing was decoded.
    var undecodable: MediaError {
        let parameters = unsafe stream.pointee.codecpar
        let (codec, bits) = unsafe (parameters?.pointee.codec_id, parameters?.pointee.bits_per_raw_sample ?? 0)
        if codec == AV_CODEC_ID_FLAC, bits > 24 {
            return MediaError(
                .unsupported, "\(name) is FLAC of \(bits) bits a sample, and no more than 24 can be decoded here")
        }
        return MediaError(.corrupt, "nothing of the audio in \(name) can be decoded")
    }
}
