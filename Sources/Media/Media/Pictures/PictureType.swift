/// The types of pictures that doors pass on. Every desktop and browser shows them.
package enum PictureType: String, CaseIterable, Hashable, Sendable {
    case jpeg, png, gif, webp

    /// How many bytes from the beginning tell the type.
    package static let signatureSize = 12

    /// Returns the type that the first bytes of a picture show; `nil` for anything else. A tag or a file name may claim
    /// another type, and counts for nothing.
    package init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureSize))
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The media type (RFC 2046).
    package var mediaType: String { "image/\(rawValue)" }

    /// The ending of the names of files with such pictures.
    package var suffix: String { self == .jpeg ? "jpg" : rawValue }
}
