import CFFmpeg

/// A picture that media holds.
package struct Picture: Hashable, Sendable {
    package let type: PictureType
    package let bytes: [UInt8]

    /// The largest size of a picture, in bytes. A larger one counts as absent: it is a poster in print quality.
    package static let sizeLimit = 16 << 20

    /// Makes a picture; `nil` if the bytes are none, or too many.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit, let type = PictureType(bytes) else { return nil }
        self.type = type
        self.bytes = bytes
    }

    /// The SHA-256 checksum of the bytes in hexadecimal digits: nobody can make another picture with the same one. `nil` if
    /// memory is short.
    package var checksum: String? {
        guard let context = unsafe av_sha_alloc() else { return nil }
        defer { unsafe av_free(UnsafeMutableRawPointer(context)) }
        guard unsafe av_sha_init(context, 256) == 0 else { return nil }
        unsafe bytes.withUnsafeBufferPointer { unsafe av_sha_update(context, $0.baseAddress, $0.count) }
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe av_sha_final(context, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
