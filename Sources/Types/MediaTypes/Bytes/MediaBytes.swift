/// The bytes of media, for those who read what they say of themselves.
package protocol MediaBytes: Sendable {
    /// The current size in bytes, at most ``ByteCount/largest``; `nil` if it is unknown (a stream).
    var size: Int64? { get }

    /// Whether reads may start at any offset. Otherwise each read continues at the end of the one before.
    var isSeekable: Bool { get }

    /// Returns the bytes in `range`; fewer at the end. May block.
    func bytes(in range: Range<Int64>) throws(MediaError) -> [UInt8]
}

/// A number of bytes, or the offset of one.
package enum ByteCount {
    /// More bytes than any media has, and few enough that sums of such numbers do not overflow. A larger number is forged or
    /// damaged: it counts as unknown, or the media cannot be opened.
    package static let largest: Int64 = 1 << 56

    /// Parses a byte count; `nil` for any other text, or if the number is out of range.
    package static func sane(_ text: String) -> Int64? { Int64(text).flatMap { (0...largest).contains($0) ? $0 : nil } }
}

/// Whether another thread has ended long work; it is asked in between.
package protocol WorkStop: Sendable {
    var isInterrupted: Bool { get }
}

extension MediaError {
    /// The error for media whose reading somebody has cancelled.
    package static func cancelled(_ name: String) -> MediaError { MediaError(.cancelled, "reading \(name) was cancelled") }
}
