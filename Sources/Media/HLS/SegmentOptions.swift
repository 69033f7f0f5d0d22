import CFFmpeg

/// What FFmpeg's HLS demuxer tells its own protocols about a segment, in options.
struct SegmentOptions: Hashable {
    /// Where the segment begins in what stands at its address.
    private(set) var start: Int64 = 0
    /// Behind its last byte; `nil` for the end of what stands there.
    private(set) var end: Int64?
    /// What it is decrypted with; empty where it is not encrypted.
    private(set) var key: [UInt8] = []
    private(set) var vector: [UInt8] = []

    /// - Returns: `nil` where it says what cannot be.
    init?(_ options: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let options = unsafe options, let dictionary = unsafe options.pointee else { return }
        func text(_ name: String) -> String? {
            guard let entry = unsafe av_dict_get(dictionary, name, nil, 0) else { return nil }
            return unsafe String(cString: entry.pointee.value)
        }
        if let text = text("offset") {
            guard let number = ByteCount.sane(text) else { return nil }
            start = number
        }
        if let text = text("end_offset") {
            guard let number = ByteCount.sane(text) else { return nil }
            end = number
        }
        key = Self.bytes(text("key") ?? "")
        vector = Self.bytes(text("iv") ?? "")
    }

    /// Bytes in hexadecimal; none where it is something else.
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else { return [] }
        return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
    }
}
