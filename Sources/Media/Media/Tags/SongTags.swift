import CFFmpeg
import Containers
import Glibc
import MediaTypes

/// Tells the tags of a song of an Ogg station from those of the song before, where FFmpeg does not: it joins the texts of both with a
/// semicolon, it gives the headers of a song in FLAC as if they were sound, and it keeps the tags where a song has none. Vorbis needs
/// nothing of it.
@safe struct SongTags: ~Copyable {
    /// What the first header of a song in FLAC begins with (RFC 9639, section 10.1).
    private static let beginning: [UInt8] = [0x7F] + Array("FLAC".utf8)

    private let isFLAC: Bool
    private let isStation: Bool
    /// The tags of the song before.
    private var last: OpaquePointer?
    /// The tags in the headers of a song in FLAC, until its first sound comes.
    private var headers: [String: String]?
    /// The time of the packet before, in ticks of the track.
    private var time = Int64.min

    /// Remembers the tags of the first song.
    /// - Parameter isStation: whether the media has neither a length nor a place to go back to. Elsewhere a time may also fall because
    ///   somebody has chosen another place.
    /// - Returns: `nil` for a track of which FFmpeg tells each song's tags apart.
    init?(_ context: UnsafeMutablePointer<AVFormatContext>, track stream: UnsafeMutablePointer<AVStream>, isStation: Bool) {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg", codec != AV_CODEC_ID_VORBIS else {
            return nil
        }
        isFLAC = codec == AV_CODEC_ID_FLAC
        self.isStation = isStation
        unsafe av_dict_copy(&last, stream.pointee.metadata, 0)
    }

    deinit {
        var last = unsafe last
        unsafe av_dict_free(&last)
    }

    /// Takes a packet that is a header of a song in FLAC: the one that begins it, and those behind that up to the first sound, which
    /// begins with fourteen ones. Elsewhere such a packet is damaged sound.
    /// - Returns: whether it was one.
    mutating func takeHeader(_ packet: borrowing Packet) -> Bool {
        guard isFLAC, packet.size > 0, packet.byte(at: 0) != 0xFF else { return false }
        guard headers != nil || packet.start(Self.beginning.count) == Self.beginning else { return false }
        // Type 4 is comments, behind the four bytes of the head of a block.
        let isComments = packet.byte(at: 0) & 0x7F == 4
        let comments = isComments ? VorbisComments(packet.start(FLACComments.readLimit).dropFirst(4)) : nil
        headers = comments.map(FLACComments.tags) ?? headers ?? [:]
        return true
    }

    /// Leaves in `tags` what the song says that a packet of sound belongs to.
    /// - Parameters:
    ///   - time: the time of the packet in ticks; `nil` if it has none.
    ///   - second: how many ticks a second has.
    ///   - isTold: whether FFmpeg has read tags since the packet before.
    /// - Returns: whether a song has begun.
    mutating func update(_ tags: inout OpaquePointer?, at time: Int64?, second: Int64, isTold: Bool) -> Bool {
        // The numbers of pages are off by a little where a page was lost.
        let isBack = time.map { isStation && $0 &+ second < self.time } ?? false
        if let time { self.time = time }
        if let headers {
            self.headers = nil
            unsafe av_dict_free(&tags)
            for (name, text) in headers { unsafe av_dict_set(&tags, name, text, 0) }
        } else if isTold {
            unsafe separate(&tags)
        } else if isBack {
            unsafe av_dict_free(&tags)
            unsafe av_dict_free(&last)
        } else {
            return false
        }
        return true
    }

    /// Leaves the tags in `joined` that are the new song's.
    private mutating func separate(_ joined: inout OpaquePointer?) {
        var own: OpaquePointer?
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = unsafe av_dict_get(joined, "", entry, AV_DICT_IGNORE_SUFFIX) {
            unsafe entry = unsafe next
            guard let text = unsafe Self.end(of: next.pointee, behind: last) else { continue }
            unsafe av_dict_set(&own, next.pointee.key, text, 0)
        }
        unsafe av_dict_free(&joined)
        unsafe joined = unsafe own
        unsafe av_dict_free(&last)
        unsafe av_dict_copy(&last, own, 0)
    }

    /// Returns what the new song says, behind what the one before said; `nil` if it says nothing.
    private static func end(of entry: AVDictionaryEntry, behind last: OpaquePointer?) -> UnsafePointer<CChar>? {
        guard let text = unsafe entry.value else { return nil }
        guard let before = unsafe av_dict_get(last, entry.key, nil, 0)?.pointee.value else { return unsafe UnsafePointer(text) }
        let count = unsafe strlen(before)
        guard unsafe strncmp(text, before, count) == 0 else { return unsafe UnsafePointer(text) }
        return unsafe text[count] == CChar(truncatingIfNeeded: UInt8(ascii: ";")) ? unsafe UnsafePointer(text + count + 1) : nil
    }
}
