import CFFmpeg

/// Reads FFmpeg's dictionaries.
enum Tags {
    /// All entries, keys in lower case. Bytes that are not UTF-8 become replacement characters.
    static func dictionary(_ dictionary: OpaquePointer?) -> [String: String] {
        var result: [String: String] = [:]
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            let key = unsafe String(cString: next.pointee.key).lowercased()
            if result[key] == nil { result[key] = unsafe String(cString: next.pointee.value) }
            unsafe entry = unsafe next
        }
        return result
    }
}
