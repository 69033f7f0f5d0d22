import CFFmpeg
import Glibc

/// Tells the tags of a song of an Ogg station from those of the song before: FFmpeg joins the texts of both with a semicolon, except
/// in Vorbis.
@safe struct SongTags: ~Copyable {
    /// The tags of the song before.
    private var last: OpaquePointer?

    /// Remembers the tags of the first song.
    /// - Returns: `nil` for a track whose tags FFmpeg does not join.
    init?(_ context: UnsafeMutablePointer<AVFormatContext>, track stream: UnsafeMutablePointer<AVStream>) {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg",
            unsafe stream.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_VORBIS
        else { return nil }
        unsafe av_dict_copy(&last, stream.pointee.metadata, 0)
    }

    deinit {
        var last = unsafe last
        unsafe av_dict_free(&last)
    }

    /// Leaves the tags in `joined` that are the new song's.
    mutating func separate(_ joined: inout OpaquePointer?) {
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
        return unsafe text[count] == CChar(bitPattern: UInt8(ascii: ";")) ? unsafe UnsafePointer(text + count + 1) : nil
    }
}
