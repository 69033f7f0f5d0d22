import CFFmpeg
import MediaTypes

/// The options in which FFmpeg's HLS demuxer describes a segment to its own protocols.
struct SegmentOptions: Hashable {
    /// The offset of the segment in the content at its address.
    private(set) var start: Int64 = 0
    /// The offset after its last byte; `nil` for the end of that content.
    private(set) var end: Int64?
    /// The key that decrypts it; empty if it is not encrypted.
    private(set) var key: [UInt8] = []
    private(set) var vector: [UInt8] = []

    /// - Returns: `nil` if an offset is out of range.
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

    /// Parses bytes in hexadecimal; returns none if the text is anything else.
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count % 2 == 0, digits.allSatisfy({ $0 != nil }) else { return [] }
        return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
    }
}
