import MediaTypes

/// What a stream is, by its first bytes: enough to tell whether one that comes back can be read on as the one before.
///
/// A value; it reads nothing but the bytes that it gets.
package enum StreamKind: Hashable, Sendable {
    /// MPEG audio of a layer, at a rate in hertz.
    case mpegAudio(layer: Int, rate: Int)
    /// AAC without a container, at a rate in hertz.
    case adts(rate: Int)
    /// Ogg with a codec, at a rate in hertz; 0 if the codec has only one, or is not known here.
    case ogg(codec: String, rate: Int)
    case transportStream
    /// A container whose head comes once, at its beginning.
    case headed(String)
    /// A list of addresses in place of sound.
    case list
    /// A web page in place of sound, such as that of a network that wants a login first.
    case page

    /// How many bytes show what a stream is. A stream may begin in the middle of a packet, and two packets must follow.
    package static let sampleSize = 8_192

    /// Recognises a stream by its first bytes; `nil` if they look like nothing that is known here.
    package init?(_ bytes: [UInt8]) {
        guard let kind = Self.headed(bytes) ?? Self.ogg(bytes) ?? Self.text(bytes) ?? Self.packets(bytes) else { return nil }
        self = kind
    }

    /// Whether the demuxer of this stream can read the bytes of `new` on as if it were the same stream.
    package func continues(as new: StreamKind) -> Bool {
        // The head of such a container would stand in the middle of its sound.
        if case .headed = new { return false }
        return self == new
    }

    /// Recognises a stream that is text by the media type that a server states, in lower case; `nil` for every other type.
    package init?(mediaType: String) {
        switch mediaType {
        case "text/html", "application/xhtml+xml": self = .page
        case "audio/x-scpls", "application/pls+xml", "application/x-scpls", "application/xspf+xml", "audio/x-mpegurl",
            "audio/mpegurl", "application/x-mpegurl", "application/mpegurl", "application/vnd.apple.mpegurl":
            self = .list
        default: return nil
        }
    }
}

// MARK: - Recognised by a mark

extension StreamKind {
    private static func headed(_ bytes: [UInt8]) -> StreamKind? {
        if bytes.starts(with: "fLaC".utf8) { return .headed("flac") }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .headed("matroska") }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) || bytes.dropFirst(4).starts(with: "styp".utf8) { return .headed("mp4") }
        if bytes.starts(with: "RIFF".utf8) { return .headed("wav") }
        let size = 188
        let isTransport = bytes.count > 2 * size && [0, size, 2 * size].allSatisfy { bytes[$0] == 0x47 }
        return isTransport ? .transportStream : nil
    }

    /// The first page of Ogg has the first packet of its codec (RFC 3533, section 6).
    private static func ogg(_ bytes: [UInt8]) -> StreamKind? {
        // A part of a page shows no codec: the rest of it is on its way.
        guard let end = OggPages.page(bytes[...], at: 0)?.end, bytes.count >= min(Int(end), sampleSize) else { return nil }
        let packet = Array(bytes.dropFirst(OggPages.headerSize + Int(bytes[26])))
        func number(at place: Int) -> Int { packet.dropFirst(place).prefix(4).littleEndian() }
        if packet.dropFirst().starts(with: "vorbis".utf8) { return .ogg(codec: "vorbis", rate: number(at: 12)) }
        if packet.starts(with: "OpusHead".utf8) { return .ogg(codec: "opus", rate: 0) }
        if packet.starts(with: "Speex   ".utf8) { return .ogg(codec: "speex", rate: number(at: 36)) }
        // Behind this mark, that of a file and the head of the first block.
        if packet.dropFirst().starts(with: "FLAC".utf8), let information = FLACInformation(packet.dropFirst(17)) {
            return .ogg(codec: "flac", rate: information.sampleRate)
        }
        return .ogg(codec: "", rate: 0)
    }

    private static func text(_ bytes: [UInt8]) -> StreamKind? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let rest = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let start = String(decoding: rest.prefix(1_024).lazy.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
            .lowercased()
        if ["#extm3u", "[playlist]", "<asx"].contains(where: start.hasPrefix) { return .list }
        if start.hasPrefix("<?xml") { return start.contains("xspf.org") ? .list : .page }
        return ["<!doctype", "<html", "<head", "<!--"].contains(where: start.hasPrefix) ? .page : nil
    }
}

// MARK: - Recognised by its packets

extension StreamKind {
    /// How many headers in a row, each where the one before it says, are no coincidence.
    private static let enough = 3

    private static func packets(_ bytes: [UInt8]) -> StreamKind? {
        for start in bytes.indices where bytes[start] == 0xFF {
            if let first = MPEGAudioHeader(bytes[start...]),
                isRow(bytes, start, { MPEGAudioHeader($0).flatMap { $0.kind == first.kind ? $0.length : nil } })
            {
                return first.kind
            }
            if let first = ADTSHeader(bytes[start...]),
                isRow(bytes, start, { ADTSHeader($0).flatMap { $0.continues(first) ? $0.length : nil } })
            {
                return .adts(rate: first.sampleRate)
            }
        }
        return nil
    }

    /// Whether packets follow one another from `start` on; `length` returns that of the packet with which its bytes begin.
    private static func isRow(_ bytes: [UInt8], _ start: Int, _ length: (ArraySlice<UInt8>) -> Int?) -> Bool {
        var place = start
        for _ in 0..<enough {
            guard place < bytes.count, let size = length(bytes[place...]) else { return false }
            place += size
        }
        return true
    }
}

extension MPEGAudioHeader {
    fileprivate var kind: StreamKind { .mpegAudio(layer: layer, rate: sampleRate) }
}
