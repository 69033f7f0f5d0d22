import CFFmpeg
import Glibc
import MediaTypes

/// Reads FFmpeg's dictionaries, within ``TagLimits``.
enum Tags {
    /// Returns all tags of a dictionary within the limits, under the names of ``TagVocabulary``. ``TagText`` decodes the texts.
    static func dictionary(_ dictionary: OpaquePointer?) -> [String: String] {
        var tags = TagVocabulary.Collector()
        unsafe forEach(dictionary) { name, text in
            unsafe tags.add(TagText.decode(name).lowercased(), TagText.decode(text))
        }
        return tags.tags
    }

    /// Replaces a dictionary that exceeds the limits by a copy within them, so that the rest is freed.
    static func trim(_ dictionary: inout OpaquePointer?) {
        guard unsafe exceeds(dictionary) else { return }
        var short: OpaquePointer?
        unsafe forEach(dictionary) { name, text in
            unsafe withZero(name) { name in unsafe withZero(text) { text in _ = unsafe av_dict_set(&short, name, text, 0) } }
        }
        unsafe av_dict_free(&dictionary)
        unsafe dictionary = unsafe short
    }

    private static func exceeds(_ dictionary: OpaquePointer?) -> Bool {
        if unsafe av_dict_count(dictionary) > TagLimits.count { return true }
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            if unsafe strnlen(next.pointee.value, TagLimits.text + 1) > TagLimits.text { return true }
            unsafe entry = unsafe next
        }
        return false
    }

    /// Calls `body` with the names and texts within the limits, in the order of the dictionary.
    private static func forEach(
        _ dictionary: OpaquePointer?, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
    ) {
        var (count, total) = (0, 0)
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            unsafe entry = unsafe next
            guard let name = unsafe next.pointee.key, let text = unsafe next.pointee.value else { continue }
            let nameLength = unsafe strnlen(name, TagLimits.name + 1)
            guard nameLength <= TagLimits.name else { continue }
            let nameBytes = unsafe UnsafeRawBufferPointer(start: name, count: nameLength)
            let textBytes = unsafe UnsafeRawBufferPointer(start: text, count: strnlen(text, TagLimits.text))
            if count >= TagLimits.count || total + textBytes.count > TagLimits.total {
                guard unsafe TagVocabulary.isIndispensable(TagText.decode(nameBytes).lowercased()) else { continue }
            } else {
                count += 1
                total += textBytes.count
            }
            unsafe body(nameBytes, textBytes)
        }
    }

    private static func withZero(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<CChar>) -> Void) {
        let text = unsafe TagText.wholeScalars(bytes).map { CChar(truncatingIfNeeded: $0) } + [0]
        unsafe text.withUnsafeBufferPointer { buffer in
            if let start = buffer.baseAddress { unsafe body(start) }
        }
    }
}
