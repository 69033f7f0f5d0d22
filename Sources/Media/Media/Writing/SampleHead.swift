import MediaTypes

/// The bytes of a file in front of its samples, which stand one frame behind the other up to the end of the file.
///
/// All heads of a file are as long, so that a later one can replace an earlier.
protocol SampleHead {
    /// The bytes of one frame.
    var frameSize: Int { get }

    /// Whether the most significant byte of a sample comes first.
    var isBigEndian: Bool { get }

    /// Whether the length stays open until the file is finished, so that what a crash leaves is read to its end.
    var isOpenUntilEnd: Bool { get }

    /// The most bytes of samples that the file can have, in whole frames; `nil` if there is no limit.
    var mostData: Int64? { get }

    /// The sentence for a person whose sound is longer than the file can be.
    var fullAdvice: String { get }

    /// Whether the samples are filled to an even number of bytes.
    var fillsToEven: Bool { get }

    /// Returns the head of a file with `dataSize` bytes of samples; `nil` if the length is not known.
    func bytes(dataSize: Int64?) -> [UInt8]
}

extension SampleHead {
    var isBigEndian: Bool { false }
    var isOpenUntilEnd: Bool { false }
    var mostData: Int64? { nil }
    var fullAdvice: String { "" }
    var fillsToEven: Bool { true }
}

extension FixedWidthInteger {
    /// The bytes with the most significant one first.
    var bigEndianBytes: [UInt8] { littleEndianBytes(bitWidth / 8).reversed() }
}
